#! /bin/sh
# The wait states that are missing in the libraries that the offload compilers
# ship, where these are installed.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
#
# Usage: hazard-archives.sh GCNCHECK [ROOT]
# ROOT is where another system is unpacked.  The counts are those of Debian's
# packages 12.2.0-14, 13.3.0-16, 14.2.0-19, 15.3.0-5 and 16.2.0-4; another
# build has others.

. "${0%/*}/../../simt/tests/lib.sh"
gcncheck=$1
root=$2/usr/lib/gcc/x86_64-linux-gnu

# Prints the count of KIND, $2, in JSON $1.
count ()
{
  echo "$1" | tr -d '\n' | sed -n 's/.*"counts": {\([^}]*\)}.*/\1,/p' \
    | tr ',' '\n' | sed -n "s/^ *\"$2\": \([0-9]*\) *\$/\1/p" | grep . || echo 0
}

# compare RULE OTHER: the lines of standard input are release, folder, library, sites of
# hazard-RULE and of hazard-OTHER; there are none of another rule.
compare ()
{
  while read release folder lib one two; do
    file=$root/${release%%.*}/accel/amdgcn-amdhsa/$folder/$lib.a
    strings -a "$file" 2>/dev/null | grep -q "^GCC: (GNU) $release\$" || continue
    json=`"$gcncheck" --checks=hazards --summary --json "$file"`
    got="`count "$json" hazard-$1` `count "$json" hazard-$2`"
    others=`echo "$json" | tr ',{' '\n\n' | grep '"hazard-' | grep -v "$1\|$2"`
    if test "$got" = "$one $two" && test -z "$others" \
       && echo "$json" | grep -q '"unknown_words": 0,' \
       && echo "$json" | grep -q '"hazards_not_checked": \[\]'; then
      ok "GCC $release, $folder/$lib.a"
    else
      bad "GCC $release, $folder/$lib.a: expected $one and $two, got $got $others"
    fi
  done
}

compare wide-store sgpr-vmem <<END
12.2.0 . libc 11 0
12.2.0 . libgomp 17 0
12.2.0 . libgcc 13 0
12.2.0 . libgfortran 169 0
12.2.0 gfx900 libc 5 8
12.2.0 gfx900 libgomp 9 3
12.2.0 gfx900 libgcc 2 0
12.2.0 gfx900 libgfortran 97 201
12.2.0 gfx906 libc 5 8
12.2.0 gfx906 libgomp 9 3
12.2.0 gfx906 libgcc 2 0
12.2.0 gfx906 libgfortran 97 201
13.3.0 . libc 1 0
13.3.0 . libgcc 21 0
13.3.0 . libgfortran 32 0
13.3.0 gfx900 libc 1 1
13.3.0 gfx900 libgomp 0 14
13.3.0 gfx900 libgcc 5 0
13.3.0 gfx900 libgfortran 28 0
14.2.0 . libc 2 0
14.2.0 . libgcc 13 0
14.2.0 gfx908 libgfortran 53 0
14.2.0 gfx90a libgcc 7 0
14.2.0 gfx90a libgfortran 43 0
15.3.0 . libstdc++ 129 0
15.3.0 gfx90a libc 1 0
15.3.0 gfx90a libgcc 7 0
15.3.0 gfx90a libgfortran 83 0
15.3.0 gfx90a libstdc++ 74 0
16.2.0 . libc 0 0
16.2.0 . libgfortran 1 0
16.2.0 gfx908 libgfortran 1 0
16.2.0 gfx9-generic libgfortran 1 0
16.2.0 gfx9-4-generic libgomp 1 0
16.2.0 gfx9-4-generic libgfortran 4 0
END

# RDNA.
compare trans-use partial-forwarding <<END
14.2.0 gfx1100 libc 12 60
14.2.0 gfx1100 libm 429 421
14.2.0 gfx1100 libgcc 15 193
14.2.0 gfx1100 libgomp 0 9
14.2.0 gfx1100 libgfortran 66 138
14.2.0 gfx1103 libm 429 421
14.2.0 gfx1030 libm 0 0
14.2.0 gfx1030 libgfortran 0 0
14.2.0 gfx1036 libgfortran 0 0
16.2.0 gfx11-generic libc 12 63
16.2.0 gfx11-generic libm 431 334
16.2.0 gfx11-generic libgcc 15 193
16.2.0 gfx11-generic libgomp 0 12
16.2.0 gfx11-generic libgfortran 63 129
16.2.0 gfx10-3-generic libm 0 0
16.2.0 gfx10-3-generic libgfortran 0 0
END

if test $passed -eq 0 && test $failed -eq 0; then
  skip "no libraries for amdgcn whose counts are known"
fi
end
