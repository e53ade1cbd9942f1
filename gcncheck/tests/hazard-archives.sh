#! /bin/sh
# The wait states that are missing in the libraries that the offload compilers
# ship, where these are installed.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
#
# Usage: hazard-archives.sh GCNCHECK
# Which GCC: packages 12.2.0-14 of Debian; the counts of another build differ.

gcncheck=$1
libraries=/usr/lib/gcc/x86_64-linux-gnu/12/accel/amdgcn-amdhsa
passed=0 failed=0 skipped=0

# Prints the count of KIND, $2, in JSON $1.
count ()
{
  echo "$1" | tr -d '\n' | sed -n 's/.*"counts": {\([^}]*\)}.*/\1,/p' \
    | tr ',' '\n' | sed -n "s/^ *\"$2\": \([0-9]*\) *\$/\1/p" | grep . || echo 0
}

# Per processor: folder, then wide-store and sgpr-vmem of libc, libgomp, libgcc,
# libgfortran.
while read cpu folder c c_v gomp gomp_v gcc gcc_v fortran fortran_v; do
  for l in "libc $c $c_v" "libgomp $gomp $gomp_v" "libgcc $gcc $gcc_v" \
	   "libgfortran $fortran $fortran_v"; do
    set -- $l
    file=$libraries/$folder/$1.a
    if test ! -f "$file" \
       || ! strings -a "$file" 2>/dev/null | grep -q 'GCC: (GNU) 12\.2\.0$'; then
      echo "UNSUPPORTED: $cpu $1.a of GCC 12.2.0 is not here"
      skipped=`expr $skipped + 1`; continue
    fi
    json=`"$gcncheck" --checks=hazards --summary --json "$file"`
    got="`count "$json" hazard-wide-store` `count "$json" hazard-sgpr-vmem`"
    others=`echo "$json" | tr ',{' '\n\n' | grep '"hazard-' \
      | grep -v 'wide-store\|sgpr-vmem'`
    if test "$got" = "$2 $3" && test -z "$others" \
       && echo "$json" | grep -q '"unknown_words": 0,'; then
      echo "PASS: $cpu $1"; passed=`expr $passed + 1`
    else
      echo "FAIL: $cpu $1: expected $2 and $3, got $got $others"
      failed=`expr $failed + 1`
    fi
  done
done <<END
fiji . 11 0 17 0 13 0 169 0
gfx900 gfx900 5 8 9 3 2 0 97 201
gfx906 gfx906 5 8 9 3 2 0 97 201
END

echo "$passed passed, $failed failed, $skipped skipped"
test $failed -eq 0
