#! /bin/sh
# Test of kernels in faults/: alone.s must notice what goes wrong with plain atomic
# operations, and windows.s what does with memory that is not looked at each time.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in gcnvm's build folder, with $srcdir and $CC.  Each mutant is FILE.c with one line
# changed; with it instead of the proper one, a kernel must fail.

. "${0%/*}/../../simt/tests/lib.sh"
. "${0%/*}/../../simt/tests/offload.sh"
: "${srcdir:=.}"
find_gcn_binutils
if test "$as" = none || test "$ld" = none; then
  skip "no assembler or linker for amdgcn"
  end
fi
build=`pwd`
src=`cd "$srcdir" && pwd`
srcdir=$src
export srcdir
tmp=$build/tests/tmp/vm-mutants
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
cd "$tmp" || exit 1
# What starts the compiler is looked for beside the program.
ln -s "$build/native-compile.so" . || exit 1

# compile OBJECT FILE.c.
compile ()
{
  ${CC-cc} -w -O1 -D_GNU_SOURCE -DISA=base -DVERSION='"mutant"' -pthread \
    -I"$src" -I"$src/vm" -I"$src/.." -I"$src/../isa/gcn" -I"$build" \
    "$pause" -include sched.h -c -o $1 $2 2> err
}

# Other threads have their turn within plain operations, so that what is wrong is seen
# whenever there is one that ought not to be plain.
pause='-DPLAIN_PAUSE()=sched_yield()'
compile one-atomic.o "$src/vm/run/one-atomic.c" \
  && compile atomics.o "$src/vm/run/atomics.c" || exit 1
sed "s/\"-pipe\"/\"$pause\"/" "$src/native/native.c" > native.c
cmp -s native.c "$src/native/native.c" && { bad "native.c has other flags"; end; }
compile native.o native.c || { cat err; exit 1; }

# link_mutant OBJECT [NAME]: with that in place of the library's, which is called NAME.o.
link_mutant ()
{
  others=
  for o in one-atomic.o atomics.o native.o; do
    test $o = ${2-native}.o || others="$others $o"
  done
  ${CC-cc} -pthread -o mutant "$build/tests/vm-run.o" $1 $others "$build/libgcnvm.a" \
    "$build/../simt/libsimt.a" "$build/libgcnvm.a" "$build/../simt/libsimt.a" -lm 2> err
}

# kernels WAY [NAME]: run those of faults/NAME.s, alone if there is none; native code does
# if WAY is native.
kernels ()
{
  vm_run="$tmp/mutant"
  test "$1" = native || vm_run="$vm_run --no-avx2"
  first=yes only=gfx906 vm_run=$vm_run kernels=$build/tests/tmp/kernels \
    sh "$src/tests/faults.sh" "$1" ${2-alone} > out 2>&1
}

# mutant WHAT WAY FILE SED [NAME]: with FILE.c changed by the sed script SED.
mutant ()
{
  name=`basename $3`
  sed "$4" "$src/$3.c" > $name.c
  if cmp -s $name.c "$src/$3.c"; then
    bad "$1: there is no such line in $name.c any more"
  elif ! due; then
    :
  elif ! compile changed.o $name.c || ! link_mutant changed.o $name; then
    cat err
    bad "$1: $name.c does not compile or link"
  elif kernels "$2" ${5-}; then
    bad "$1: nothing is noticed"
  else
    ok
  fi
}

for way in '' native; do
  if link_mutant native.o && kernels "$way"; then
    ok
  else
    cat err out; bad "nothing is changed, and they fail $way"
  fi
done

mutant "a launch does not wait for one that is alone" native ../simt/memory/alone \
  's/  while (a->by_one)/  while (0)/'
mutant "two launches are alone" '' ../simt/memory/alone \
  's/ && !a->others && !a->by_one/ \&\& 1/'
mutant "a launch on two host threads is alone" '' vm/order/sched 's/groups == 1 &&/1 \&\&/'
mutant "a launch that was disturbed is still alone" native ../simt/memory/alone \
  's/^  \*alone = false;$/  ;/'
mutant "waves that are helped have plain operations" native vm/order/sched \
  's/^      simt_alone_give_up.*;$/      ;/'
mutant "nobody is ever alone" native ../simt/memory/alone 's/ORDERED \&\&/0 \&\&/'
mutant "memory that the host shares is the device's own" '' vm/run/run \
  's/alone ? w->vm->mem->global_size/alone ? w->vm->mem->arena_size/'
mutant "native code has plain operations always" native vm/run/run \
  's/^  w->native.alone = w->alone;$/  w->native.alone = w->vm->mem->global_size;/'
mutant "an operation is another one" '' vm/run/one-atomic 's/old - data/old + data/'
mutant "what is exchanged is not compared" native native/emit-op \
  's/put (e, "t = %s; ATOMIC_CMPSWAP/put (e, "t = %s; t = *(uint32_t *) at; ATOMIC_CMPSWAP/'

mutant "a window goes on when memory is freed" native vm/run/run \
  's/  if (UNLIKELY (w->windows_made != invalid))/  if (0)/' windows
mutant "a window has its end, too" native vm/run/place 's/v->n = size - 15;/v->n = size;/' \
  windows
mutant "a window of private memory says that all is defined" native vm/run/place \
  's/v->defined = other->scratch_defined;/v->defined = NULL;/' windows
mutant "a window is somewhere else" native vm/run/place 's/v->lo = lo;/v->lo = lo + 64;/' \
  windows
end
