#! /bin/sh
# Test of tests/vm-alone: it must notice what goes wrong with plain atomic operations.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder, with $srcdir and $CC.  Each mutant is FILE.c, of
# vm/ or simt/, with one line changed; with it instead of the proper one, vm-alone must
# fail.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
src=`cd "${srcdir:-.}" && pwd`
tmp=$build/tests/tmp/alone
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
cd "$tmp" || exit 1

# compile OBJECT FILE.c FLAG...
compile ()
{
  object=$1 file=$2
  shift 2
  ${CC-cc} -w -O1 -D_GNU_SOURCE -DISA=base -fno-strict-aliasing -fwrapv -pthread \
    -I"$src/.." -I"$src" -I"$src/ptx" -I"$src/vm" -I"$src/native" -I"$build" \
    -DVERSION='"test"' "$@" -c -o $object $file 2> err
}

# Other threads have their turn within the plain operations of these two, so that what
# is wrong is seen whenever there is one that ought not to be plain.  Whether a processor
# changes the order where a fence is missing is its own matter: native code ends there.
pause='-DPLAIN_PAUSE()=sched_yield()'
ends='-DNO_FENCE()=__builtin_trap()'
sed "s/\"-O2\", \"-w\",/& \"$pause\", \"$ends\",/" "$src/native/native.c" > native.c
compile native.o native.c || exit 1
compile exec-atom.o "$src/vm/run/exec-atom.c" "$pause" -include sched.h || exit 1

# The program MUTANT, with these objects, and the proper ones for the others.
link ()
{
  ${CC-cc} -pthread -o mutant "$build/tests/vm-alone.o" "$@" \
    "$build/libvm.a" "$build/libptx.a" "$build/../simt/libsimt.a" -lm 2> err
}

# mutant WHAT FILE SED: with vm/FILE.c, or simt/..., changed by the sed script SED.
mutant ()
{
  name=`basename $2`
  case $2 in
    simt/*) file=$src/../$2.c ;;
    *) file=$src/vm/$2.c ;;
  esac
  sed "$3" "$file" > $name.c
  if cmp -s $name.c "$file"; then
    bad "$1: there is no such line in $2.c any more"
    return
  fi
  due || return
  others=
  for o in exec-atom.o native.o; do
    test $o = $name.o || others="$others $o"
  done
  if ! compile changed.o $name.c "$pause" -include sched.h \
     || ! link changed.o $others; then
    bad "$1: $2.c does not compile or link"
    return
  fi
  # Some wait for what never comes.  Others are noticed only if two threads run at the same
  # time, which they may not on a busy machine.
  for try in 1 2 3 4 5 6; do
    timeout 100 ./mutant 5 > out 2>&1 || { ok; return; }
  done
  bad "$1: nothing is noticed"
}

mutant "a launch does not wait for one that is alone" simt/memory/alone \
  's/  while (a->by_one)/  while (0)/'
mutant "two launches are alone" simt/memory/alone \
  's/ && !a->others && !a->by_one/ \&\& 1/'
mutant "a launch on two host threads is alone" launch 's/n == 1 &&/n \&\&/'
mutant "a launch that was disturbed is still alone" simt/memory/alone \
  's/^  \*alone = false;$/  ;/'
mutant "a crew has plain operations" order/crew 's/^  simt_alone_give_up.*;$/  ;/'
mutant "what the host writes is not heard of" mem \
  '/^vm_write/,/^}/s/  simt_alone_write.*;/  ;/'
mutant "what the host fills is not heard of" mem \
  '/^vm_fill8/,/^}/s/  simt_alone_write.*;/  ;/'
mutant "what the host copies is not heard of" mem \
  '/^vm_copy/,/^}/s/  simt_alone_write.*;/  ;/'
mutant "nobody is ever alone" simt/memory/alone 's/ORDERED \&\&/0 \&\&/'
mutant "the host's memory counts as the device's" run/exec-atom \
  's/alone_at (w, p_*)/w->alone/'

# Native code, where there is a compiler for it.
if command -v gcc > /dev/null; then
  PTXVM_NATIVE=always
  XDG_CACHE_HOME=$tmp/cache
  export PTXVM_NATIVE XDG_CACHE_HOME
  # What starts the compiler is looked for beside the program.
  ln -s "$build/native-compile.so" . || exit 1
  mutant "native code has plain operations always" run/native-enter \
    's/->alone = w->alone/->alone = true/'
  if link exec-atom.o native.o && ./mutant > out 2>&1; then
    ok
  else
    bad "what is proper fails, too"
  fi
  mutant "fences do not count in the host's memory" order/sched \
    's/^  w->fences = .*/  w->fences = !l->alone;/'
  mutant "native code has no fences" run/native-enter \
    's/->fences = w->fences/->fences = false/'
fi
end
