#! /bin/sh
# Test of tests/vm-uniform and vm-uniform-random: they must notice what goes wrong
# with uniform warps.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder, with $srcdir and $CC.  Each mutant is vm/code/FILE.c
# with one line changed; with it instead of the proper one, one of $programs must fail.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
src=`cd "${srcdir:-.}" && pwd`
tmp=$build/tests/tmp/uniform
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
cd "$tmp" || exit 1

# mutant WHAT FILE SED: with FILE, in $dir, changed by the sed script SED.
dir=vm/code programs='vm-uniform vm-uniform-random' args=
mutant ()
{
  sed "$3" "$src/$dir/$2.c" > $2.c
  if cmp -s $2.c "$src/$dir/$2.c"; then
    bad "$1: there is no such line in $2.c any more"
    return
  fi
  due || return
  if ! ${CC-cc} -w -O1 -D_GNU_SOURCE -DISA=base -fno-strict-aliasing -fwrapv \
         -pthread -I"$src/.." -I"$src" -I"$src/ptx" -I"$src/vm" \
	 -I"$src/native" -I"$build" -c $2.c 2> err; then
    bad "$1: $2.c does not compile"
    return
  fi
  for program in $programs; do
    if ! ${CC-cc} -pthread -o mutant "$build/tests/$program.o" $2.o \
           "$build/libvm.a" "$build/libptx.a" "$build/../simt/libsimt.a" \
	   -lm 2> err; then
      bad "$1: $program does not link"
      return
    fi
    ./mutant $args > out 2>&1 || { ok; return; }
  done
  bad "$1: nothing is noticed"
}

mutant "%tid.x counts as the same in all lanes" uniform-plan \
  's/case PTX_SREG_TID: case PTX_SREG_TID_X: //'
mutant "%laneid counts as the same in all lanes" uniform-plan \
  's/case PTX_SREG_LANEID:$//'
mutant "what is written under a guard counts as the same" uniform-plan \
  's/k < guarded || //'
mutant "what comes of a differing operand counts as the same" uniform-plan \
  's/|| any_read (p, u, &e, is_own)//'
mutant "the result of a shuffle counts as the same" uniform-plan \
  's/set_own (p, s->d);//'
mutant "one value in a basic block is one in the next" uniform-plan \
  's/      if (p->leader\[k\])/      if (k == 0)/'
mutant "what differs at a branch is the same where it goes" uniform-flow \
  's/^    flow_to (p, k + (uint32_t) u->rel);/    ;/'
mutant "what differs at the end of a block is the same in the next" uniform-flow \
  's/if (k > 0 && p->falls)/if (0)/'
mutant "what a guard may have left as it was counts as written" uniform-plan \
  's/k < maybe && u->d < f->temp_off/false/'
mutant "a meeting of some counts as one of all" uniform-code \
  's/ || (uint32_t) u->imm != FULL_MASK//'
mutant "an argument of a fast call that differs counts as the same" \
  uniform-plan 's/ || own_p (p, c->arg\[k\].where)//'
mutant "a result of a fast call that differs counts as the same" \
  uniform-copies 's/ok = (single_p (fn, fn->ret\[i\].where)/ok = (true/'
mutant "a fast call passes nothing" uniform-copies \
  's/k->n_arg = n_arg;/k->n_arg = 0;/'
mutant "garbage in unwritten registers counts as the same" uniform-plan \
  's/set_own (p, f->undef\[k\].off);//'
mutant "what each lane reads is not written for it" uniform-plan \
  's/^      else if (p->divergent\[k\])$/      else if (0)/'
mutant "the branch around a call of some lanes is for all" uniform-code \
  's/^	u->op = OP_some_call;/	u->op = OP_join;/'
mutant "what a call gives some lanes counts as the same" uniform-plan \
  's/if (!plain_call_p (c) || !simple_param_p (&c->ret\[k\]))$/if (0)/'
dir=vm/run
PTXVM_LANES=base
export PTXVM_LANES
mutant "a call of some lanes is one of all" interp-uniform \
  's/^	w->cur->mask = t;/	;/'
unset PTXVM_LANES
mutant "nothing is written for the other lanes when they part" uniform \
  's/^    widen (a->regs, plan->once.*$/    ;/'
mutant "an argument that differs counts as the same" uniform \
  's/^	return false;/	continue;/'
mutant "a membermask that differs counts as the same" uniform \
  's/^    return one_value_p (a, ((const struct sync_args.*$/    return true;/'

dir=vm/code
mutant "a temporary that lanes read is lane 0's alone" uniform-code \
  's/p->divergent\[k\] || plain_op (&f->code\[k\]) >= OP_FIRST_MEM/0/'
mutant "a branch past a meeting point leaves out what comes next" uniform-fuse \
  's/^    rel++;/    rel += 2;/'

mutant "what holds outside of simd loops holds in them" uniform-code \
  's/u->op = OP_outside;/u->op = OP_join;/'
mutant "a predicate that is written twice counts as true" uniform-plan \
  's/ && count_writes (f, pred) == 1//'
mutant "masks of each lane's own count as one" uniform-plan \
  's/k == p->outside && own_p (p, p->outside_mask)/0/'
mutant "functions that differ count as the same" uniform-plan \
  's/ && own_p (p, c->target)/ \&\& false/'
mutant "an indirect call is as the first one from its place" uniform-copies \
  's/if (likely (k->func == fn))/if (1)/'

mutant "a shuffle within parts of a warp counts as one of one lane" \
  uniform-code 's/c = (v & 0x1f1f) == 31;/c = true;/'
mutant "a shuffle counts as one operation with what it is not next to" \
  uniform-code 's/rel = (int32_t) (k - j);/rel = (int32_t) (k - j) + 1;/'

# The same for native code, where there is a compiler for it.
if command -v gcc > /dev/null; then
  PTXVM_NATIVE=always
  XDG_CACHE_HOME=$tmp/cache
  export PTXVM_NATIVE XDG_CACHE_HOME
  # What starts the compiler is looked for beside the program.
  ln -s "$build/native-compile.so" . || exit 1
  dir=native programs=vm-uniform-random args=24
  mutant "what a shuffle gives is not written for all lanes" exits \
    's/macro\[!x->once\]/macro[0]/'
  mutant "what is live is not written where native code is left" exits \
    's/^  if (!native_live (g, k, v))$/  if (v % 3 == 0 || !native_live (g, k, v))/'
  programs=vm-uniform args=
  mutant "registers of a function without activation are lost" exits \
    's/__builtin_memcpy (fr->R + %u, own, %u) - %u/fr->R + 0 * (%u + %u + %u)/'
  mutant "what another way to leave writes is not written" exits \
    's/ && !(other && in_set_p (other, v)))/ \&\& !other)/'
  mutant "lanes compare in the wrong order" lanes 's/ << i; }/ << (31 - i); }/'
  mutant "lanes select the other operand" lanes 's/>> i & 1 ? a : b/>> i \& 1 ? b : a/'
  programs=vm-uniform-random args=24
  mutant "executed instructions are not counted" emit 's/x0->insns += %d/(void) %d/'
  programs=vm-windows args=
  mutant "windows of two sizes are one" flow \
    's/ && g->window\[i\].bits == w.bits$//'
  mutant "windows of two spaces are one" flow \
    's/&& g->window\[i\].generic == w.generic)/)/'
  mutant "accesses that have a window are not looked at" emit \
    's/if (unlikely (!ok_%s (m, ad, sizeof (%s), %d))) /if (0 \&\& !ok_%s (m, ad, sizeof (%s), %d)) /'
fi
end
