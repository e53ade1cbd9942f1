#!/bin/sh
# Prints what the functions of an nvptx offload compiler's libraries take of
# the soft stack, as a table for library-frames.cc.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
#
# Usage: library-frames.sh GCC-MAJOR TARGET PTXCHECK
#
# All variants of a library that OpenMP code is linked with count together: of
# a function that several have, the one that takes most.  What ptxcheck
# --frames says of a function whose need is not known, as for a call through a
# pointer, is kept as a mark.  A function that is not there is called by none
# that a program is linked with.

LC_ALL=C
export LC_ALL
driver=x86_64-linux-gnu-accel-$2-gcc-$1
command -v "$driver" > /dev/null || {
  echo "library-frames.sh: warning: there is no $driver in PATH: the plugin" \
    "will not know the compiler's libraries" >&2
  exit 0
}
top=`"$driver" -print-file-name=libgcc.a`
top=`dirname "$top"`
frames=`for variant in \`"$driver" -print-multi-lib | sed 's/;.*//'\`; do
  case /$variant/ in */mgomp/*) ;; *) continue ;; esac
  files=
  for lib in libc libm libgcc libgomp libgfortran libatomic libstdc++ \
    libsupc++; do
    test ! -f "$top/$variant/$lib.a" || files="$files $top/$variant/$lib.a"
  done
  test -z "$files" || "$3" --frames $files || exit 1
done` || {
  echo "library-frames.sh: error: $3 cannot read the libraries in $top" >&2
  exit 1
}
printf '%s\n' "$frames" | awk -F '\t' '
  NF > 4 && $2 != "static" {
    if (!($1 in bytes) || $4 + 0 > bytes[$1])
      bytes[$1] = $4 + 0
    if ($5 ~ /(^|,|:)(alloca|indirect|recursive)/)
      unknown[$1] = 1
  }
  END {
    for (name in bytes)
      printf "{ \"%s\", %d, %d },\n", name, bytes[name], unknown[name]
  }' | sort
