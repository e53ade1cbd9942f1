#! /bin/sh
# gcncheck --fix --tasks with the libgomp of the offload compilers that are
# installed.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
#
# Usage: fix-tasks.sh GCNCHECK [ROOT]
# ROOT is where another system is unpacked.

. "${0%/*}/../../simt/tests/lib.sh"
gcncheck=$1
root=$2/usr/lib/gcc/x86_64-linux-gnu
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0

# Usage: same WHAT GOT EXPECTED
same ()
{
  if test "$2" = "$3"; then ok "$1"; else bad "$1: got '$2', expected '$3'"; fi
}

. "${0%/*}/llvm.sh"
as=`llvm_tool llvm-mc`
objdump=`llvm_tool llvm-objdump`

# The instructions of object $1, as CPU has them, that functions whose names
# match $2 have and that match $3; only their number.
count ()
{
  "$dump" -d --mcpu=$cpu "$1" 2>&1 | awk -v f="<$2>:" -v i="$3" '
    / <.*>:$/ { on = $0 ~ f } on && $0 ~ i { n++ } END { print n + 0 }'
}

for lib in "$root"/1[1-6]/accel/amdgcn-amdhsa/libgomp.a \
	   "$root"/1[1-6]/accel/amdgcn-amdhsa/gfx90[068a]/libgomp.a \
	   "$root"/1[1-6]/accel/amdgcn-amdhsa/gfx1[01][03][0-9]/libgomp.a \
	   "$root"/1[1-6]/accel/amdgcn-amdhsa/gfx*-generic/libgomp.a; do
  test -f "$lib" && test "$objdump" != none || continue
  name=${lib#"$root/"}
  name=${name%/libgomp.a}
  cpu=`basename "$name"`
  case $name in
    1[1-3]/*/amdgcn-amdhsa | 1[1-3]/accel/amdgcn-amdhsa) cpu=gfx803 ;;
    */accel/amdgcn-amdhsa) cpu=gfx906 ;;
    */gfx9-generic) cpu=gfx906 ;;
    */gfx9-4-generic) cpu=gfx942 ;;
    */gfx10-3-generic) cpu=gfx1030 ;;
    */gfx11-generic) cpu=gfx1100 ;;
  esac
  # RDNA, and objects for generic processors, are known to newer ones alone.
  dump=$objdump
  case $name in
    */gfx1* | *-generic)
      for dump in llvm-objdump-22 llvm-objdump-21 llvm-objdump-20 \
		  llvm-objdump-19 none; do
	command -v $dump > /dev/null 2>&1 && break
      done
      if test $dump = none; then
	skip "--tasks: $name: no llvm-objdump from 19 on"
	continue
      fi ;;
  esac
  out=`"$gcncheck" --fix --tasks "$lib" -o "$tmp/libgomp.a" 2>&1`
  same "$name: status" $? 0
  same "$name: nothing is left out" \
    "`echo "$out" | grep -c 'stay as they are'`" 0
  mkdir -p "$tmp/old" "$tmp/new"
  (cd "$tmp/old" && ar x "$lib" bar.o team.o)
  (cd "$tmp/new" && ar x ../libgomp.a bar.o team.o)
  same "$name: s_barrier of teams, before" \
    "`count "$tmp/old/bar.o" 'gomp_team_barrier_.*' s_barrier`" 6
  same "$name: s_barrier of teams, after" \
    "`count "$tmp/new/bar.o" 'gomp_team_barrier_.*' s_barrier`" 0
  same "$name: s_sleep in the loops" \
    "`count "$tmp/new/bar.o" 'gomp_team_barrier_wait_.*' s_sleep`" 2
  same "$name: looks whether the kernel was ended" \
    "`count "$tmp/new/bar.o" '.accelfix.tasks.*' 's_cmpk_eq_u32 .* 0xcafe'`" 2
  same "$name: other barriers stay" \
    "`count "$tmp/new/bar.o" 'gomp_barrier_.*' s_barrier`" \
    "`count "$tmp/old/bar.o" 'gomp_barrier_.*' s_barrier`"
  same "$name: waves without a team" \
    "`count "$tmp/new/team.o" gomp_gcn_enter_kernel 's_bfm_b32 .* 20, 0'`" 1
  "$gcncheck" --fix --tasks "$tmp/libgomp.a" -o "$tmp/again.a" \
    >"$tmp/out" 2>&1
  same "$name: twice" "$? `grep -c . "$tmp/out"`" "0 1"
  "$gcncheck" --fix "$lib" -o "$tmp/plain.a" >/dev/null 2>&1
  (cd "$tmp/new" && ar x ../plain.a bar.o)
  same "$name: without --tasks" \
    "`count "$tmp/new/bar.o" 'gomp_team_barrier_.*' s_barrier`" 6
  any=yes
done
if test -z "$any"; then
  skip "--tasks: no libgomp for amdgcn, or no llvm-objdump"
fi

# Functions that only have the names.
if test "$as" = none; then
  skip "--tasks: no llvm-mc"
else
  for f in wake wait_end wait_cancel_end cancel; do
    printf '\t.type gomp_team_barrier_%s, @function\ngomp_team_barrier_%s:\n' \
      $f $f
    printf '\ts_barrier\n\ts_setpc_b64 s[18:19]\n'
    printf '\t.size gomp_team_barrier_%s, .-gomp_team_barrier_%s\n' $f $f
  done >"$tmp/other.s"
  "$as" -triple=amdgcn--amdhsa -mcpu=gfx900 -filetype=obj "$tmp/other.s" \
    -o "$tmp/other.o"
  out=`"$gcncheck" --fix --tasks "$tmp/other.o" -o "$tmp/other.fixed" 2>&1`
  same "others: status" $? 0
  same "others: said" "`echo "$out" | sed -n 's/.*other.o: \(.*\)/\1/p'`" \
    "the barriers of libgomp, in which tasks hang, stay as they are: they do not have the shape that is known from GCC 11 to 16"
  cmp -s "$tmp/other.o" "$tmp/other.fixed"
  same "others: unchanged" $? 0
fi
out=`"$gcncheck" --tasks "$tmp/other.s" 2>&1`
same "--tasks alone" "$? $out" "2 gcncheck: --tasks goes with --fix"

end
