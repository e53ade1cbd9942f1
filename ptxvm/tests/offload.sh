# Read by tests that compile programs with OpenMP or OpenACC for nvptx.
# Copyright (C) 2026 The accelfix authors.
#
# This file is part of accelfix.  accelfix is free software; you can
# redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation; either version 3, or
# (at your option) any later version.  See the file COPYING.

# find_offload BUILD: set gcc to a compiler here that offloads to nvptx, or to
# nothing; offload to its options for that; and offload_options to the option
# that hands one to the offload compiler.  Leaves try.c and err in the current
# folder.
find_offload ()
{
  gcc=
  echo 'int main (void) { int x = 0;
#pragma omp target map(x)
x++; return x - 1; }' > try.c
  for c in gcc-12 gcc-11 gcc; do
    # GCC 11 has no -foffload-options.
    for offload_options in -foffload-options=nvptx-none -foffload=nvptx-none; do
      # Newer ptxas do not know the compiler's default chip.
      offload="-foffload=nvptx-none $offload_options=-Wa,--no-verify"
      if $c -fopenmp $offload -o try try.c 2> err \
	 && "$1/ptxvm-run" --stats ./try 2>&1 | grep -q ' 1 launch'; then
	gcc=$c
	return
      fi
    done
  done
}
