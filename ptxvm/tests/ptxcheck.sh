#! /bin/sh
# Tests of ptxcheck: findings, their texts, exit statuses, --fix.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in the build folder.

. "${0%/*}/../../simt/tests/lib.sh"
top=`pwd`
srcdir=`cd "${srcdir:-.}" && pwd`
tmp=$top/tests/tmp/ptxcheck
rm -rf "$tmp"
mkdir -p "$tmp" && cd "$tmp" || exit 1
ptxcheck=$top/ptxcheck


# check NAME STATUS ARG...: run ptxcheck with the arguments; its output must be
# standard input.
check () {
  name=$1 expected=$2
  shift 2
  cat >expected.txt
  "$ptxcheck" "$@" >out.txt 2>err.txt
  status=$?
  cat err.txt >>out.txt
  if test $status -ne $expected; then
    bad "$name: exit status $status, expected $expected"
    cat out.txt
  elif cmp -s expected.txt out.txt; then
    ok
  else
    bad "$name"
    diff expected.txt out.txt
  fi
}

# ptx FILE: the text on standard input with a head of three lines.
ptx () {
  { printf '.version 6.0\n.target sm_30\n.address_size 64\n'; cat; } >"$1"
}

# fixed FILE: --fix must leave a file that checks clean, and only insert.
fixed () {
  if "$ptxcheck" --fix -o "$1.fixed" "$1" \
     && "$ptxcheck" --strict "$1.fixed" >out.txt
  then
    if diff "$1" "$1.fixed" | grep '^<' >/dev/null; then
      bad "--fix $1 changed what was there"
      diff "$1" "$1.fixed"
    else
      ok
    fi
  else
    bad "--fix $1 does not leave a clean file"
    cat out.txt
  fi
}

# inserted FILE: the lines that --fix inserted, with the line before each.
inserted () {
  cat >expected.txt
  diff "$1" "$1.fixed" | sed -n 's/^\([0-9]*\)a[0-9,]*$/behind line \1/p;s/^> //p' \
    >out.txt
  if cmp -s expected.txt out.txt; then
    ok
  else
    bad "--fix $1 inserts something else"
    diff expected.txt out.txt
  fi
}

# The files that a part makes are there for those after it.
for part in reads ends raw input output; do
  . "$srcdir/tests/ptxcheck/$part.sh"
done

# ---- What ptxas says of what --fix writes.

if command -v ptxas >/dev/null 2>&1; then
  for f in maybe guard split split2 types scope; do
    # sm_30 is too old for today's ptxas, and shfl without .sync as well.
    sed 's/^.version.*/.version 7.0/;s/^.target.*/.target sm_75/
	 s/shfl.idx.b32 \(.*\);/shfl.sync.idx.b32 \1,-1;/' $f.ptx.fixed >as.ptx
    if ptxas -arch=sm_75 -c -o as.cubin as.ptx >out.txt 2>&1; then
      ok
    else
      bad "ptxas refuses what --fix makes of $f.ptx"
      cat out.txt
    fi
  done
else
  skip "no ptxas to look at what --fix writes"
fi

cd "$top"
test $failed -eq 0 && rm -rf "$tmp"
end
