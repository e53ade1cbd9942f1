#! /bin/sh
# Test of native code: instructions by the reference, left ahead of each of some
# operations too; and a broken emitter is found.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in gcnvm's build folder.  Arguments: of gfx803, gfx90a, left and mutants, what is
# to run; all of it if there are none.

. "${0%/*}/../../simt/tests/lib.sh"
: "${srcdir:=.}"
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0
XDG_CACHE_HOME=$tmp
export XDG_CACHE_HOME

if ! gcc --version >/dev/null 2>&1; then
  echo "UNSUPPORTED: no gcc"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi

# part NAME: whether that is to run.
parts=" ${*:-gfx803 gfx90a left mutants} "
for part in $parts; do
  case $part in
    gfx803 | gfx90a | left | mutants) ;;
    *) bad "there is no part '$part'" ;;
  esac
done
part () { case $parts in *" $1 "*) ;; *) false ;; esac }

# The test $1 by the reference, with options $2...
reference ()
{
  name=$1
  shift
  if "$@" >"$tmp/out" 2>&1; then
    ok
  else
    tail -n 20 "$tmp/out"
    bad "$name"
  fi
}
semantics="tests/isa-semantics --random=0"
! part gfx803 || reference "gfx803" $semantics --cpu=gfx803 --native
! part gfx90a || reference "gfx90a, what is undefined is looked for" \
  $semantics --cpu=gfx90a --native --uninit --seed=2
# Ahead of operations of the prologue and of the program.
! part left || for at in 4 51 69 73 79; do
  reference "left ahead of operation $at" \
    env GCNVM_NATIVE_EXIT=$at $semantics --cpu=gfx906 --row=s_add_u32 \
      --programs=10 --native
done

# Calls of functions that are part of what calls them.
! part left || for at in 6 9 14 22 26 30 34 38; do
  reference "calls, left ahead of operation $at" \
    env GCNVM_NATIVE_EXIT=$at srcdir="$srcdir" \
      sh "$srcdir/tests/faults.sh" native calls
done

part mutants || end

# mutant WHAT FILE SED ROW [N]: with native/FILE.c changed by the sed script SED, the
# test of $programs programs of ROW fails; with native code left ahead of operation N.
objects= programs=10
for o in tests/semantics/*.o; do
  case $o in *fp-host.o) ;; *) objects="$objects $o" ;; esac
done
ln -s "$PWD/native-compile.so" "$tmp" || exit 1
mutant ()
{
  make_mutant "$1" $2 "$3" $objects || return
  if GCNVM_NATIVE_EXIT=${5-} "$tmp/mutant" --random=0 --cpu=gfx906 --row=$4 \
       --programs=$programs --native --first >"$tmp/out" 2>&1; then
    bad "$1: nothing is noticed"
  else
    ok
  fi
}

# make_mutant WHAT FILE SED OBJECT...: make $tmp/mutant, of these and what is changed.
make_mutant ()
{
  mutated=$1 name=$2
  sed "$3" "$srcdir/native/$name.c" >"$tmp/$name.c"
  shift 3
  if cmp -s "$tmp/$name.c" "$srcdir/native/$name.c"; then
    bad "$mutated: there is no such line in $name.c any more"
  elif ! due; then
    return 1
  elif ! ${CC-cc} -w -O1 -D_GNU_SOURCE -DVERSION='"mutant"' -pthread \
         -I"$srcdir" -I"$srcdir/vm" -I"$srcdir/.." -I"$srcdir/../isa/gcn" -I. \
         -c "$tmp/$name.c" -o "$tmp/$name.o" 2>"$tmp/err" \
     || ! ${CC-cc} -pthread -o "$tmp/mutant" "$@" "$tmp/$name.o" libgcnvm.a \
	    ../simt/libsimt.a -lm 2>"$tmp/err"; then
    cat "$tmp/err"
    bad "$mutated: $name.c does not compile or link"
  else
    return 0
  fi
  return 1
}

# kernels_mutant WHAT FILE SED [NAME]: the same, and the kernels of faults/NAME.s, saves
# if there is none.
kernels_mutant ()
{
  make_mutant "$1" $2 "$3" tests/vm-run.o || return
  if first=yes only=gfx906 vm_run=$tmp/mutant srcdir="$srcdir" sh "$srcdir/tests/faults.sh" native \
       "${4-saves}" >"$tmp/out" 2>&1; then
    bad "$1: nothing is noticed"
  else
    ok
  fi
}

mutant "a carry gets lost" emit-op 's/"a + b + k"/"a + b"/' v_addc_co_u32
mutant "the other value is selected" emit-op 's/%s & 1 ? b : a/%s \& 1 ? a : b/' \
  v_cndmask_b32
mutant "SCC is not written" emit-text \
  's/if (set_has (&e->dirty, i))/if (set_has (\&e->dirty, i) \&\& i != SET_SCC)/' \
  s_addc_u32 80
mutant "a way out writes less than the other one does not" exits \
  's/~x->dirty\[to\].w\[j\]/0/' s_addc_u32 80
mutant "a way out writes what another one does" exits \
  's/if (memcmp (&x->dirty\[i\]/if (i == 0 || memcmp (\&x->dirty[i]/' s_addc_u32 80
mutant "a sign is not changed" emit-op 's/if (signs)/if (0)/; s/signs ? ")"/0 ? ")"/' \
  v_fma_f32
mutant "what a handler has counted counts twice" guard 's/put (e, "vi--; ");/;/' \
  v_add_f32
mutant "what handlers have counted, several in a row, counts twice" handlers \
  's/"vi -= %u;/"(void) %u;/' v_add_f32
mutant "what handlers have written is not loaded" handlers \
  's/  put_loads (e, &loads);/;/' v_mov_b32
mutant "EXEC counts as 1" guard \
  's/o->one_lane && e->exec != EXEC_ONE/false/' v_add_f32
mutant "what is loaded is not written" emit-op \
  's/put_store (e, in->dst, true, "LOAD/put_store (e, in->dst + 2, true, "LOAD/' \
  flat_load_dwordx2
mutant "an atomic gives nothing back" emit-op 's/put_store (e, u->d, regs > 1, "t");/;/' \
  flat_atomic_add
mutant "temporaries are not written before a handler" handlers \
  's/"CALLS; /"*x->states = STATES; /' v_mov_b32
mutant "blocks do not count" emit-any 's/"END (%u, %u, %u); ", u->n/"END (%u, %u, %u); ", 1/' \
  s_cbranch_scc0
# Those of what sem-idiom.c makes.
programs=30
mutant "what a branch goes around is done" hammock \
  's/-(uint64_t) !!(%s)/0 * (uint64_t) !!(%s)/' v_mov_b32
mutant "what a branch goes around counts" hammock \
  's/END (%u & ~around, %u/END (%u, %u/' v_mov_b32
mutant "what a branch goes around leaves SCC alone" hammock \
  's/if (set_has (&defs, i))/if (set_has (\&defs, i) \&\& i != SET_SCC)/' v_min_i32
programs=120
mutant "a sum has the other half" sums \
  's/"ab"\[i\], "ab"\[i\], "ab"\[i\])/"ab"[i], "ab"[i], "a"[0])/' v_mov_b32
mutant "a sum of scalars has no carry" sums \
  's/PAIR (");/(uint64_t) (");/' v_mov_b32
mutant "a pair loses its higher half" emit-text 's/& HIGH_HALF/\& 0/' v_mov_b32
mutant "a pair loses its lower half" emit-text 's/(uint32_t) p%u | (/0 \& p%u | (/' \
  v_mov_b32
mutant "half of a pair is not written to the wave" emit-text \
  's/"PUT64 (&S\[%u\], p%u); "/"S[%u] = p%u; "/' v_mov_b32
programs=30
mutant "a saved register is at another place" saves 's/store, r->offset + /store, 4 + r->offset + /' \
  v_mov_b32
mutant "saved registers are not taken for other lanes" saves \
  's/(uint8_t) n, store/64, store/' v_mov_b32
mutant "what saving has counted counts twice" saves 's/"vi -= %u;/"(void) %u;/' \
  v_mov_b32
programs=60
mutant "temporaries are not written before a lane is read" emit-op \
  's/"{ SETTLE_LANE (%u, %u); ", r, lane/"{ "/' v_cndmask_b32
mutant "temporaries are not written before a lane is" emit-op \
  's/SETTLE_LANE (%u, %u); const/(void) (%u, %u); const/' v_cndmask_b32

kernels_mutant "a few lanes are restored one dword on" saves \
  's/= LOAD (uint32_t, base + %u + 4 \* k); "/= LOAD (uint32_t, base + 4 + %u + 4 * k); "/'
kernels_mutant "a few lanes that are undefined are saved as defined" saves \
  's/" && !(VU\[%u\] & %u)"/" \&\& ((void) VU[%u], 1 | %u)"/'
kernels_mutant "a few lanes stay undefined in memory" saves \
  's/"DEFINE_DWORDS (d ? d + %u : 0, %u);/"(void) (%u + %u);/'
kernels_mutant "what was waited for is not" accesses 's/if (e->vm.waited)/if (0)/' \
  native-waits
kernels_mutant "more was waited for than was issued" accesses \
  's/issued_vm - %u; ", e->vm.after/issued_vm + %u; ", 1/' native-waits
kernels_mutant "what is read of lane 0 counts as defined" flow \
  's/return set_has (known, SET_VGPR + o->u->src/return true || set_has (known, SET_VGPR + o->u->src/'
kernels_mutant "a row is restored from another place" saves \
  's/store ? "save" : "restore", a->reg, a->offset,/store ? "save" : "restore", a->reg, a->offset + 256 * !a->store,/'
kernels_mutant "a register that belongs to no division is none of a turn" skip \
  's/!r->value\[i\] || more\[r->value\[i\]\]/!r->value[i]/' turns
kernels_mutant "a turn may begin where it leaves registers as they are" skip \
  's/|| (!set_has (&known, i) && !set_has (&r->first, i))//' turns
kernels_mutant "turns that take nothing off count as those that do" skip \
  's/(int64_t) k.n \* %u + (int64_t) k.taken \* %u; ",/(int64_t) k.n * (%u + %u); ",/' turns
kernels_mutant "a flag is not set" skip \
  's/"k.taken ? %u : %s", s.value,/"0 ? %u : %s", s.value,/' turns
kernels_mutant "a root has any count of turns" skip \
  's/" && counts" : ""/"" : ""/' turns
kernels_mutant "another bit than the lowest is the quotient's" skip \
  's/x.b == term_of (t, TERM_OR, more, one, 0)/x.b != more/' turns
kernels_mutant "a call that goes elsewhere does not count" emit-any \
  's/"))) { END (%u, /"))) { END (0 * %u, /' calls
kernels_mutant "a return to elsewhere is one to the innermost call" emit-any \
  's/" && INNERMOST_P (to)"/""/' calls
end
