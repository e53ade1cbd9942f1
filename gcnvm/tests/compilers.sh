#! /bin/sh
# The machine computes the same whatever compiler and options it is built with.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: compilers.sh COMPILER,OPTION[,OPTION]...
# For each argument: builds the machine and the reference in a folder of their
# own, and compares every row and some random programs, with the code for any
# processor and with that for AVX2.

. "${0%/*}/../../simt/tests/lib.sh"
top=`pwd`
src=`cd "$srcdir" && pwd` || exit 2
# Beside simt/, which it uses as gcnvm/ does, and its own isa/.
beside=$top/../gcnvm-compilers
dir=$beside/gcnvm
trap 'rm -rf "$beside"' 0
trap 'exit 1' HUP INT TERM
: "${MAKE:=make}"
unset MAKEFLAGS MFLAGS MAKELEVEL

for compiler
do
  cc=${compiler%%,*}
  options=`echo "${compiler#*,}" | tr , ' '`
  level=`echo "$options" | cut -d' ' -f1`
  name="$cc $options"
  if ! command -v "$cc" >/dev/null 2>&1; then
    skip "$name: there is no $cc"
    continue
  fi
  rm -rf "$beside"
  mkdir -p "$dir" && ln -s "$top/../simt" "$beside/simt" &&
    sed "s|^srcdir = .*|srcdir = $src|; s|^VPATH = .*|VPATH = $src|" \
      Makefile >"$dir/Makefile" && cd "$dir" || exit 2
  if ! $MAKE -j2 \
	 CC="$cc" CFLAGS="$options" LANE_OPT="$level" tests/isa-semantics \
	 >log 2>&1; then
    tail -n 5 log
    bad "$name: it does not build"
    cd "$top" || exit 2
    continue
  fi
  for more in --random=40 "--no-avx2 --random=40"; do
    ./tests/isa-semantics --programs=2 $more >log 2>&1
    if tail -n 1 log | grep -q ' passed, 0 failed, '; then
      ok "$name: $more"
    else
      sed 's/^FAIL/  differs/' log | head -n 20
      bad "$name: $more"
    fi
  done
  cd "$top" || exit 2
done
end
