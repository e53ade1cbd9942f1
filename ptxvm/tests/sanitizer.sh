#! /bin/sh
# Test of ptxvm-run against the kinds of errors that the manual of NVIDIA's
# compute-sanitizer lists for its four tools, each as a kernel in PTX with a twin
# that has none.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.  Skipped without nvptx-none-run, which launches the
# kernel for one block of one warp.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/sanitizer
rm -rf "$tmp"
mkdir -p "$tmp" && cd "$tmp" || exit 1
unset PTXVM_UNINIT PTXVM_JSON PTXVM_REQUIRE_LAUNCH

# run NAME BODY: the kernel, with all checks.
run ()
{
  cat > $1.ptx <<PTX
.version 6.0
.target sm_70
.address_size 64
.file 1 "$1.c"
.extern .func (.param .u64 r) malloc (.param .u64 n);
.extern .func free (.param .u64 p);
.visible .entry __main (.param .u64 ret, .param .u32 argc, .param .u64 argv)
{
	.reg .u64 %a, %b, %m;
	.reg .u32 %x, %t, %y;
	.reg .pred %p;
	.shared .align 4 .b8 s[256];
	.local .align 4 .b8 l[64];
	ld.param.u64 %a, [ret];
	mov.u32 %t, %tid.x;
	mov.u32 %x, 0;
	mov.u32 %y, s;
	.loc 1 12 1
$2
	.loc 1 20 1
	st.u32 [%a], 0;
	ret;
}
PTX
  "$build/ptxvm-run" --leak-check --initcheck --race --time-limit=60 ./$1.ptx \
    > out 2> err < /dev/null
  status=$?
}
# kind NAME WRONG RIGHT TEXT: the body WRONG is reported with TEXT and its line,
# and RIGHT is not.
kind ()
{
  run $1 "$2"
  if grep -q "^ptxvm: .*$4.*$1.c:12" err; then ok; else bad "$1: no '$4'"; fi
  run $1 "$3"
  if grep -q '^ptxvm' err || test $status != 0; then
    bad "$1: a report of the right one, status $status"
  else
    ok
  fi
}

run try ''
if test $status = 127; then
  echo "SKIP: sanitizer.sh: there is no nvptx-none-run"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi

new='{ .param .u64 q; .param .u64 r; mov.u64 %m, 16; st.param.u64 [q], %m; call (r), malloc, (q); ld.param.u64 %m, [r]; }'
free='{ .param .u64 q; st.param.u64 [q], %m; call free, (q); }'
zero="setp.eq.u32 %p, %x, 0; @%p mov.u32 %y, 0;"

# memcheck: accesses out of bounds and misaligned, to each space.
kind global 'st.global.u32 [%a+4], 1;' 'st.global.u32 [%a], 1;' \
  '4-byte .global store at .*: out of bounds: 0 bytes past the end'
kind misaligned 'add.u64 %b, %a, 1; ld.u8 %x, [%b]; ld.shared.u32 %x, [%y+2];' \
  'st.shared.u32 [%y], 3; ld.shared.u32 %x, [%y];' \
  'misaligned 4-byte .shared load'
kind shared 'st.shared.u32 [%y+65536], 1;' 'st.shared.u32 [%y+252], 1;' \
  '4-byte .shared store at .*: out of bounds'
kind local 'mov.u32 %y, l; st.local.u32 [%y+65536], 1;' \
  'mov.u32 %y, l; st.local.u32 [%y+60], 1;' '4-byte .local store at .*out of bounds'
kind atomic 'atom.add.u32 %x, [%a+4], 1;' 'atom.add.u32 %x, [%a], 0;' \
  '4-byte atomic operation at .*: out of bounds'
kind null 'mov.u64 %b, 0; st.u32 [%b], 1;' '' '4-byte store at 0x0: null pointer'
# Of the device's malloc: use beyond and after it, wrong and missing free.
kind heap "$new st.u32 [%m+16], 1; $free" "$new st.u32 [%m+12], 1; $free" \
  'out of bounds: 0 bytes past the end of memory from malloc .* (16 bytes)'
kind after "$new $free st.u32 [%m], 1;" "$new st.u32 [%m], 1; $free" \
  'use after free: offset 0 in memory from malloc'
kind twice "$new $free $free" "$new $free" \
  'free of .*, which malloc did not give or which was freed before'
kind inside "$new add.u64 %m, %m, 4; $free" "$new $free" \
  'free of .*, which malloc did not give'
kind leak "$new" "$new $free" 'leak: [0-9]* bytes .* on the device by'
# What the hardware would stop at.
kind trap 'trap;' '' 'trap'

# initcheck.
kind uninit "$new ld.u32 %x, [%m]; $zero $free" \
  "$new st.u32 [%m], 0; ld.u32 %x, [%m]; $zero $free" \
  'an undefined value decides .* memory from malloc'
kind unshared "ld.shared.u32 %x, [%y]; $zero" \
  "st.shared.u32 [%y], 0; ld.shared.u32 %x, [%y]; $zero" \
  'an undefined value decides .* shared'

# synccheck: masks and counts of barriers.
kind mask 'bar.warp.sync 0xfffffffe;' 'bar.warp.sync 0xffffffff;' \
  'bar.warp.sync executed by a lane that is not in its mask 0xfffffffe'
kind count 'bar.sync 1, 40;' 'bar.sync 1, 32;' \
  'bar.sync of 40 threads; it must be a multiple of 32'
kind number 'mov.u32 %y, 17; bar.sync %y;' 'mov.u32 %y, 15; bar.sync %y;' \
  'bar.sync of barrier 17; there are 16'
kind missing 'bar.sync 1, 64;' 'bar.sync 1, 32;' 'deadlock'

cd "$build"
rm -rf "$tmp"
end
