#! /bin/sh
# The rules of wait states: hazards.list says how.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
#
# Usage: hazards.sh GCNCHECK [PROCESSOR...]

. "${0%/*}/../../simt/tests/lib.sh"
gcncheck=$1
list=${0%/*}/hazards.list
shift
test $# -ne 0 || set -- gfx803 gfx900 gfx906 gfx908 gfx90a gfx942 gfx950 gfx1030 gfx1100
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0

filler='^ (s_nop |v_nop|s_waitcnt_depctr |v_mov_b32 v1, v1$)'

# Prints the assembly of all functions for processor $1.  With $2 = 1, a
# function NAME becomes NAME.N for each s_nop of it, the Nth one a state short, or
# for each v_nop and so on, without the Nth one.
functions ()
{
  awk -v cpu="$1" -v mutate="$2" -v filler="$filler" '
    function put (label, less,   i, line, nops)
    {
      print "\t.type\t" label ", @function\n" label ":"
      nops = 0
      for (i = 1; i <= n; i++)
	{
	  line = body[i]
	  if (line ~ filler && ++nops == less)
	    {
	      split (line, word, " ")
	      line = word[1] != "s_nop" || word[2] == 0 ? "" \
		     : " s_nop " word[2] - 1
	    }
	  print line
	}
      print " s_nop 15\n s_nop 15\n s_setpc_b64 s[18:19]\n\t.size\t" label \
	", .-" label
    }
    function flush (   i, nops)
    {
      if (wanted && !mutate)
	put(name, 0)
      if (wanted && mutate && kind != "none")
	{
	  nops = 0
	  for (i = 1; i <= n; i++)
	    if (body[i] ~ filler)
	      put(name "." ++nops, nops)
	}
      n = 0
    }
    /^;; / {
      flush()
      split (substr ($0, 4), part, ": ")
      name = part[1]; kind = part[3]
      wanted = index (" " part[2] " ", " " cpu " ")
      next
    }
    /^ / { body[++n] = $0 }
    END { flush() }
  ' "$list"
}

# What must be found: "NAME KIND" lines.
expected ()
{
  awk -v cpu="$1" -v filler="$filler" '
    /^;; / {
      split (substr ($0, 4), part, ": ")
      wanted = index (" " part[2] " ", " " cpu " ") && part[3] != "none"
      nops = 0
    }
    $0 ~ filler && wanted { print part[1] "." ++nops, part[3] }
  ' "$list" | sort
}

. "${0%/*}/llvm.sh"
for cpu; do
  # Later processors are known to later assemblers alone, as are the names that
  # their matrix instructions have since gfx942.
  as=`llvm_tool llvm-mc $cpu`
  if test "$as" = none; then
    skip "no llvm-mc that knows $cpu"; continue
  fi
  attr=
  case $cpu in
    gfx1*) attr=-mattr=+wavefrontsize64,-wavefrontsize32 ;;
  esac
  for mutate in 0 1; do
    functions $cpu $mutate >"$tmp/$mutate.s"
    if ! "$as" -triple=amdgcn--amdhsa -mcpu=$cpu $attr -filetype=obj \
	 "$tmp/$mutate.s" -o "$tmp/$mutate.o"; then
      bad "$cpu: assembles"; continue 2
    fi
    "$gcncheck" --checks=masks --json "$tmp/$mutate.o" >"$tmp/$mutate.json"
    tr -d '\n' <"$tmp/$mutate.json" | sed 's/{ "kind"/\n{ "kind"/g' \
      | sed -n 's/^{ "kind": "\([^"]*\)".*"function": "\([^"]*\)".*/\2 \1/p' \
      | sort >"$tmp/$mutate.got"
  done
  if grep -q '"unknown_words": 0,' "$tmp/0.json" \
     && grep -q '"hazards_not_checked": \[\]' "$tmp/0.json"; then
    ok "$cpu: all instructions known"
  else
    bad "$cpu: all instructions known: `grep -E 'unknown|not_checked' "$tmp/0.json"`"
  fi
  for f in `sed -n 's/^	.type	\([^,]*\),.*/\1/p' "$tmp/0.s"`; do
    got=`grep "^$f " "$tmp/0.got"`
    if test -z "$got"; then ok "$cpu: $f: clean"
    else bad "$cpu: $f: found `echo "$got" | tr '\n' ' '`"; fi
  done
  expected $cpu >"$tmp/want"
  while read f kind; do
    got=`grep "^$f " "$tmp/1.got"`
    if test "$got" = "$f $kind"; then ok "$cpu: $f: found"
    else bad "$cpu: $f: expected $kind, got '`echo "$got" | tr '\n' ' '`'"; fi
  done <"$tmp/want"
done

end
