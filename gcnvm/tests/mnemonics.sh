#! /bin/sh
# Every mnemonic in the output templates of GCC's gcn back end is in the table
# and done by the machine, or is in mnemonics.refused with its reason.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh mnemonics.sh
# The templates are taken from gcn.md and gcn-valu.md of the packages
# gcc-N-source.  <attributes> are replaced by each of their values, and what
# GCC prints for a %-code by a pattern of all that it may print.

. "${0%/*}/../../simt/tests/lib.sh"
: "${srcdir:=.}"
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0

tests/isa-table | awk '$6 == "yes" { print $4; print $5 }' | sort -u >"$tmp/names"
if test ! -s "$tmp/names"; then
  echo "mnemonics.sh: tests/isa-table prints nothing: build it first" >&2
  exit 2
fi

# The mnemonics of the .md files given, as patterns.
templates ()
{
  awk '
    # Values of attributes: (define_code_attr NAME [(KEY "VALUE") ...]).
    FNR == 1 { attr = "" }
    /^;/ { next }
    { sub (/[ \t]; .*/, "") }
    match ($0, /\(define_(code|mode|int)_attr +[a-z_A-Z0-9]+/) {
      attr = substr ($0, RSTART, RLENGTH); sub (/.* /, "", attr)
    }
    attr != "" {
      s = $0
      while (match (s, /\([A-Za-z_0-9]+ +"[^"]*"\)/)) {
	t = substr (s, RSTART, RLENGTH); s = substr (s, RSTART + RLENGTH)
	sub (/^[^"]*"/, "", t); sub (/"\)$/, "", t)
	value[attr, ++count[attr]] = t
      }
      if ($0 ~ /\]\)/) attr = ""
      next
    }
    # Mnemonics: behind a quote, a "\;", a brace or at the start of a line,
    # before a tab, a quote or a "\;".
    { s = $0
      gsub (/\\;/, "\n", s); gsub (/\\t/, "\t", s); gsub (/"/, "\n", s)
      n = split (s, part, "\n")
      for (i = 1; i <= n; i++) {
	t = part[i]; sub (/^[ *{]*/, "", t); sub (/[ \t].*/, "", t)
	if (t ~ /^(s|v|ds|flat|global|scratch|buffer)_[a-z<%][^()=;,]*$/ \
	    && (part[i] ~ /\t/ || part[i] ~ /^[a-z0-9_]*$/ && i > 1 && i < n))
	  template[t] = 1
      } }
    function expand(t,   a, k, h, r) {
      if (match (t, /<[a-z_A-Z0-9]+>/)) {
	a = substr (t, RSTART + 1, RLENGTH - 2)
	h = substr (t, 1, RSTART - 1); r = substr (t, RSTART + RLENGTH)
	if (!count[a]) { print "no value for <" a "> in " t > "/dev/stderr" }
	for (k = 1; k <= count[a]; k++) expand(h value[a, k] r)
	return
      }
      gsub (/%%/, "%", t)
      gsub (/%\^/, "(_co)?", t)
      gsub (/%[iI][0-9]/, "_([iuf](16|32|64)(_[uif](16|32|64))?)", t)
      gsub (/%[uU][0-9]/, "_[uif](16|32|64)", t)
      gsub (/%[bB][0-9]/, "_b(8|16|32|64|96|128)", t)
      gsub (/%[soS][0-9]/, "(_[su]?(byte|short)|_dword(x[234])?)", t)
      gsub (/%[cC][0-9]/, "_?(scc0|scc1|vccz|vccnz|execz|execnz)", t)
      gsub (/%[EDV][0-9]/, "_[a-z]+_[a-z0-9]+", t)
      gsub (/%X[0-9]/, "", t)
      sub (/_(sdwa|dpp|e32|e64)$/, "", t)
      print tolower (t)
    }
    END { for (t in template) expand(t) }' "$@" | sort -u
}

any=
for tarball in /usr/src/gcc-*/gcc-*.tar.xz; do
  test -r "$tarball" || continue
  any=yes
  gcc=`echo "$tarball" | sed 's|/usr/src/gcc-\([0-9]*\)/.*|\1|'`
  gcn=`sh "$srcdir/../gcc-testsuite/tools/accel-testsuite" --gcc=$gcc`/gcc/config/gcn
  templates "$gcn/gcn.md" "$gcn/gcn-valu.md" >"$tmp/list" \
    2>"$tmp/err"
  n=`wc -l <"$tmp/list"`
  if test $n -lt 150 || test -s "$tmp/err"; then
    cat "$tmp/err"; bad "GCC $gcc: only $n templates were understood"
  fi
  : >"$tmp/missing"
  while read -r pattern; do
    grep -q -x -E -e "$pattern" "$tmp/names" && continue
    grep -v '^#' "$srcdir/tests/mnemonics.refused" | cut -f1 \
      | grep -q -x -F -e "$pattern" || echo "$pattern" >>"$tmp/missing"
  done <"$tmp/list"
  if test -s "$tmp/missing"; then
    bad "GCC $gcc: not in the table: `tr '\n' ' ' <"$tmp/missing"`"
  else
    ok "GCC $gcc: $n mnemonics of its templates"
  fi
done
if test -z "$any"; then
  skip "no package gcc-N-source"
fi

end
