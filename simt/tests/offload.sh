# Read by tests that compile programs with OpenMP or OpenACC, or assemble kernels.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# offload_compilers TARGET: print the compilers here that have an offload
# compiler for TARGET.  They are called by their numbers: Debian's gcc may be
# another release than the one that offloads, and there may be no gfortran
# without a number.
offload_compilers ()
{
  for offload_n in 12 11 16 15 14 13; do
    if test -x "`gcc-$offload_n -print-prog-name=accel/$1/lto1 2>/dev/null`"
    then
      echo gcc-$offload_n
    fi
  done
  echo gcc
}

offload_try ()
{
  echo 'int main (void) { int x = 0;
#pragma omp target map(x)
x++; return x - 1; }' > try.c
}

# find_offload BUILD: set gcc to a compiler here that offloads to nvptx, or to
# nothing; offload to its options for that; and offload_options to the option
# that hands one to the offload compiler.  Leaves try.c and err in the current
# folder.
find_offload ()
{
  offload_try
  for gcc in `offload_compilers nvptx-none`; do
    # GCC 11 has no -foffload-options.
    for offload_options in -foffload-options=nvptx-none -foffload=nvptx-none; do
      # Newer ptxas do not know the compiler's default chip.
      offload="-foffload=nvptx-none $offload_options=-Wa,--no-verify"
      if $gcc -fopenmp $offload -o try try.c 2> err \
	 && "$1/ptxvm-run" --stats ./try 2>&1 | grep -q ' 1 launch'; then
	return
      fi
    done
  done
  gcc=
}

# find_offload_gcn BUILD: the same for amdgcn, with a processor that the
# compiler has libraries for.
find_offload_gcn ()
{
  offload_try
  # See quick/quick.c.
  PATH=$1/../simt/tests/quick:$PATH
  for gcc in `offload_compilers amdgcn-amdhsa`; do
    for offload_cpu in gfx906 gfx90a gfx900; do
      for offload_options in -foffload-options=amdgcn-amdhsa \
			     -foffload=amdgcn-amdhsa; do
	offload="-foffload=amdgcn-amdhsa $offload_options=-march=$offload_cpu"
	if $gcc -fopenmp $offload -o try try.c 2> err \
	   && "$1/gcnvm-run" --stats ./try 2>&1 | grep -q ' dispatches, '; then
	  return
	fi
      done
    done
  done
  gcc=
}

# find_offload_plugin BUILD: the same as find_offload, and add the plugin to offload; gcc
# is nothing if there is none for it.
find_offload_plugin ()
{
  find_offload "$1"
  test -n "$gcc" || return
  plugin=$1/../plugin/`$gcc -dumpversion | sed 's/\..*//'`/nvptx-none/accelfix.so
  test -f "$plugin" || gcc=
  offload="$offload $offload_options=-fplugin=$plugin"
}

# find_gcn_binutils: set as and ld to an assembler (llvm-mc) and a linker for amdgcn,
# or to none, and ldopt to options that ld needs ahead of others.
find_gcn_binutils ()
{
  for as in llvm-mc-13 llvm-mc-14 llvm-mc-19 llvm-mc /usr/amdgcn-amdhsa/bin/as none
  do
    "$as" --version > /dev/null 2>&1 && break
  done
  ldopt=
  for ld in /usr/amdgcn-amdhsa/bin/ld ld.lld-13 ld.lld-14 ld.lld none; do
    "$ld" --version > /dev/null 2>&1 && ldopt= && break
    "$ld" -flavor gnu --version > /dev/null 2>&1 && ldopt="-flavor gnu" && break
  done
}
