#! /bin/sh
# Test of whole programs whose stack no GPU has: the line marked FAULT is reported,
# once, and the result is right; with -DRIGHT, or with a larger limit, nothing is
# reported.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.  Skipped without an offload compiler.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
srcdir=`cd "$srcdir" && pwd`
tmp=$build/tests/tmp/stack-limit
rm -rf "$tmp"
. "$srcdir/../simt/tests/offload.sh"
mkdir -p "$tmp" && cd "$tmp" || exit 1
unset PTXVM_UNINIT PTXVM_JSON NVPTX_NONE_RUN LD_LIBRARY_PATH

find_offload "$build"
if test -z "$gcc"; then
  skip "no compiler that offloads to nvptx"
  end
fi

# compile NAME LANGUAGE OPTION...: the program NAME, and NAME-right.
compile ()
{
  name=$1 language=$2
  shift 2
  for right in '' -right; do
    what="$name$right: compile"
    if $gcc -O2 -g $language $offload "$@" ${right:+-DRIGHT} -o $name$right \
	 "$srcdir/tests/stack-limit/$name.c" 2> err; then ok; else
      bad "`cat err`"
    fi
  done
}

# try NAME NATIVE: it is reported, and its twin is not.
try ()
{
  what="$1 --native=$2"
  line=`sed -n '/FAULT/=' "$srcdir/tests/stack-limit/$1.c"`
  "$build/ptxvm-run" --native=$2 ./$1 > out 2> err
  status=$?
  if test $status != 0; then
    bad "status $status: `cat err`"
  elif test "`grep -c 'stack overflow on a GPU' err`" != 1 \
       || ! grep -q "thread has 1024 for all functions.*($1.c:$line)" err; then
    bad "not as expected: `cat err`"
  else
    ok
  fi
  what="$1 -DRIGHT --native=$2"
  "$build/ptxvm-run" --native=$2 ./$1-right > out 2> err
  status=$?
  if test $status = 0 && ! test -s err; then ok; else
    bad "status $status: `cat err`"
  fi
}

compile omp-simd -fopenmp $offload_options=-msoft-stack-reserve-local=1700
compile acc-recursion -fopenacc
for native in off always; do
  try omp-simd $native
  try acc-recursion $native
done

what='--error-exitcode'
"$build/ptxvm-run" --error-exitcode=9 ./omp-simd > out 2> err
status=$?
if test $status = 9; then ok; else bad "status $status"; fi

cd "$build"
test $failed != 0 || rm -rf "$tmp"
end
