/* Test the PTX machine: operands: overlapping vectors, carries, arguments.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* Each case is a kernel's body that leaves words in %r1 to %r4; it runs with
   one lane and with whole warps.  Expected values follow from the manual, and
   were compared with what ptxas 13.0 folds where it folds them.  */

#include <locale.h>

#include "simt/base/number.h"
#include "vm-test.h"

struct one
{
  const char *name;
  const char *functions;	/* Before the kernel, or "".  */
  const char *body;
  uint32_t want[4];
};

static const struct one cases[] = {
  /* Carries: 1 after a subtraction means no borrow.  */
  { "carry of 5 - 3", "", "sub.cc.u32 %r5, 5, 3; addc.u32 %r1, 0, 0;"
    " sub.cc.u32 %r5, 3, 5; addc.u32 %r2, 0, 0;"
    " sub.cc.u32 %r5, 3, 3; addc.u32 %r3, 0, 0;"
    " sub.cc.u64 %rd5, 0, 1; addc.u32 %r4, 0, 0;", { 1, 0, 1, 0 } },
  { "subc after add.cc", "", "add.cc.u32 %r5, -1, 5; subc.u32 %r1, 10, 3;"
    " add.cc.u32 %r5, 1, 5; subc.u32 %r2, 10, 3;"
    " mad.hi.cc.u32 %r5, 1, 1, 1; subc.cc.u32 %r3, 1, 1;"
    " addc.u32 %r4, 5, 0;", { 7, 6, 0xffffffff, 5 } },
  { "128-bit difference", "", "sub.cc.u32 %r1, 0, 1; subc.cc.u32 %r2, 0, 0;"
    " subc.cc.u32 %r3, 7, 0; subc.u32 %r4, 9, 9;",
    { 0xffffffff, 0xffffffff, 6, 0 } },
  { "mad.cc chain", "", "mad.lo.cc.u32 %r1, 0xffffffff, 2, 5;"
    " madc.hi.u32 %r2, 0xffffffff, 2, 5; sub.cc.u32 %r5, 1, 2;"
    " madc.lo.cc.u32 %r3, 3, 4, 5; addc.u32 %r4, 0, 0;", { 3, 7, 17, 0 } },
  /* Vectors whose registers stand on both sides.  */
  { "mov.v2 swaps", "", "mov.u32 %r1, 11; mov.u32 %r2, 22;"
    " mov.v2.u32 {%r1, %r2}, {%r2, %r1}; mov.u32 %r3, 0; mov.u32 %r4, 0;",
    { 22, 11, 0, 0 } },
  { "mov.v4 rotates", "", "mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3;"
    " mov.u32 %r4, 4; mov.v4.b32 {%r1, %r2, %r3, %r4},"
    " {%r2, %r3, %r4, %r1};", { 2, 3, 4, 1 } },
  { "mov.v2 of 16 and 64 bits", "", "mov.u16 %h1, 7; mov.u16 %h2, 9;"
    " mov.v2.u16 {%h1, %h2}, {%h2, %h1}; cvt.u32.u16 %r1, %h1;"
    " cvt.u32.u16 %r2, %h2; mov.u64 %rd1, 70; mov.u64 %rd2, 90;"
    " mov.v2.b64 {%rd1, %rd2}, {%rd2, %rd1}; cvt.u32.u64 %r3, %rd1;"
    " cvt.u32.u64 %r4, %rd2;", { 9, 7, 90, 70 } },
  { "mov.v2 of a vector onto itself", "", ".reg .v2 .u32 v;"
    " mov.u32 v.x, 5; mov.u32 v.y, 6; mov.v2.u32 v, {v.y, v.x};"
    " mov.u32 %r1, v.x; mov.u32 %r2, v.y; mov.v2.u32 {%r3, _}, v;"
    " mov.u32 %r4, 0;", { 6, 5, 6, 0 } },
  { "mov.b64 {a, b} of a and b", "", "mov.u32 %r1, 1; mov.u32 %r2, 2;"
    " mov.b64 %rd1, {%r2, %r1}; mov.b64 {%r1, %r2}, %rd1;"
    " mov.b64 %rd1, {%r1, %r2}; cvt.u32.u64 %r3, %rd1;"
    " shr.u64 %rd1, %rd1, 32; cvt.u32.u64 %r4, %rd1;", { 2, 1, 2, 1 } },
  { "mov.b32 {a, b} within 16 bits", "", "mov.b32 %r5, 0x00070009;"
    " mov.b32 {%h1, %h2}, %r5; mov.b32 %r1, {%h2, %h1};"
    " mov.b32 {%h2, %h1}, %r5; mov.b32 %r2, {%h1, %h2};"
    " mov.b64 %rd1, {%h1, %h2, %h2, %h1}; mov.b64 {%r3, %r4}, %rd1;",
    { 0x00090007, 0x00090007, 0x00090007, 0x00070009 } },
  { "ld.v2 onto its address", "", ".local .align 8 .b8 l[16];"
    " mov.u64 %rd1, l; st.local.v2.u64 [%rd1], {%rd1, 5};"
    " ld.local.v2.u64 {%rd1, %rd2}, [%rd1]; cvt.u32.u64 %r2, %rd2;"
    " mov.u64 %rd3, l; sub.u64 %rd1, %rd1, %rd3; cvt.u32.u64 %r1, %rd1;"
    " mov.u32 %r3, 0; mov.u32 %r4, 0;", { 0, 5, 0, 0 } },
  { "atom.v2 of its own result", ".global .align 8 .f32 w[2];",
    "mov.u32 %r5, %tid.x; setp.ne.u32 %p1, %r5, 0; mov.f32 %f1, 0f3f800000;"
    " mov.f32 %f2, 0f40000000; mov.u64 %rd1, w;"
    " @%p1 bra AFTER; st.global.v2.f32 [%rd1], {0f41200000, 0f41a00000};"
    " atom.global.v2.f32.add {%f1, %f2}, [%rd1], {%f2, %f1};"
    " ld.global.v2.b32 {%r3, %r4}, [%rd1]; bra.uni END2; AFTER:"
    " mov.f32 %f1, 0f41200000; mov.f32 %f2, 0f41a00000;"
    " mov.u32 %r3, 0x41400000; mov.u32 %r4, 0x41a80000; END2:"
    " mov.b32 %r1, %f1; mov.b32 %r2, %f2;",
    { 0x41200000, 0x41a00000, 0x41400000, 0x41a80000 } },
  { "cache policies", ".global .align 8 .u32 w[2] = {17, 19};",
    "createpolicy.fractional.L2::evict_last.b64 %rd1, 0f3f800000;"
    " createpolicy.fractional.L2::evict_first.b64 %rd2;"
    " ld.global.L2::cache_hint.u32 %r1, [w], %rd1;"
    " ld.global.L1::no_allocate.L2::cache_hint.L2::128B.v2.u32 {%r3, %r2},"
    " [w], %rd2; mov.u32 %r4, 0;", { 17, 19, 17, 0 } },
  { "parts of a vector of 16 bits", ".global .align 4 .u8 c[4] = {1, 2, 3, 4};",
    ".reg .v4 .u16 foo; .reg .u16 a, b, d, e;"
    " ld.global.v4.u8 {a, b, d, e}, [c]; mov.v4.u16 foo, {b, d, e, a};"
    " mov.v4.u16 foo, {foo.z, foo.w, foo.x, foo.y};"
    " mov.v4.u16 {a, b, d, e}, foo; cvt.u32.u16 %r1, a; cvt.u32.u16 %r2, b;"
    " cvt.u32.u16 %r3, d; cvt.u32.u16 %r4, e;", { 4, 1, 2, 3 } },
  { "ldu and fence", ".global .align 8 .u32 w[2] = {17, 19};",
    "ldu.global.u32 %r1, [w+4]; fence.acq_rel.gpu; fence.sc.cta;"
    " ldu.global.v2.u32 {%r3, %r2}, [w]; fence.proxy.alias;"
    " cvt.u32.u64 %r4, %base; sub.u32 %r4, %r4, %r4;", { 19, 19, 17, 0 } },
  { "setp p|q of p", "", "setp.eq.u32 %p1, 1, 1; mov.u32 %r5, 3;"
    " setp.lt.and.u32 %p1|%p2, %r5, 2, %p1; selp.u32 %r1, 1, 0, %p1;"
    " selp.u32 %r2, 1, 0, %p2; setp.lt.or.u32 %p2|%p1, %r5, 2, !%p2;"
    " selp.u32 %r3, 1, 0, %p2; selp.u32 %r4, 1, 0, %p1;",
    { 0, 1, 0, 1 } },
  { "shfl d|p of d", "", "mov.u32 %r1, %laneid; setp.eq.u32 %p1, 0, 0;"
    " mov.u32 %r2, 31; shfl.sync.bfly.b32 %r1|%p1, %r1, 0, %r2, %r6;"
    " mov.u32 %r3, %laneid; sub.u32 %r1, %r1, %r3;"
    " mov.u32 %r3, %laneid;"
    " shfl.sync.idx.b32 %r2|%p1, %r2, %r3, %r2, %r6;"
    " selp.u32 %r3, 1, 0, %p1; mov.u32 %r4, 0;", { 0, 31, 1, 0 } },
  /* Arguments and results in registers.  */
  { ".v2 argument and result",
    ".func (.reg .v2 .u32 r) f (.reg .v2 .u32 a)"
    " { sub.u32 r.x, a.x, a.y; mad.lo.u32 r.y, a.x, 100, a.y; ret; }",
    ".reg .v2 .u32 v; .reg .v2 .u32 w; mov.u32 v.x, 50; mov.u32 v.y, 8;"
    " call (w), f, (v); mov.u32 %r1, w.x; mov.u32 %r2, w.y;"
    " call (v), f, (v); mov.u32 %r3, v.x; mov.u32 %r4, v.y;",
    { 42, 5008, 42, 5008 } },
  { ".v4 and .v2 of other sizes",
    ".func (.reg .v4 .f32 r, .reg .v2 .f64 q)"
    " f (.reg .v4 .f32 a, .reg .v2 .f64 b)"
    " { mov.v4.f32 r, {a.w, a.z, a.y, a.x}; mov.v2.f64 q, {b.y, b.x}; ret; }",
    ".reg .v4 .f32 v; .reg .v2 .f64 w; mov.v4.f32 v, {0f3f800000, 0f40000000,"
    " 0f40400000, 0f40800000}; mov.v2.f64 w, {0d4014000000000000,"
    " 0d4018000000000000}; call (v, w), f, (v, w);"
    " cvt.rzi.u32.f32 %r1, v.x; cvt.rzi.u32.f32 %r2, v.w;"
    " cvt.rzi.u32.f64 %r3, w.x; cvt.rzi.u32.f64 %r4, w.y;", { 4, 1, 6, 5 } },
  { ".v2 argument where the callee has .param",
    ".func (.param .b64 r) f (.param .b64 a) { .reg .b32 x, y;"
    " ld.param.b32 x, [a]; ld.param.b32 y, [a+4]; st.param.b32 [r], y;"
    " st.param.b32 [r+4], x; ret; }",
    ".reg .v2 .u32 v; .param .b64 o; mov.u32 v.x, 3; mov.u32 v.y, 4;"
    " call (o), f, (v); ld.param.b64 %rd1, [o]; mov.b64 {%r1, %r2}, %rd1;"
    " mov.u32 %r3, 0; mov.u32 %r4, 0;", { 4, 3, 0, 0 } },
  { ".v2 parameter that is not used",
    ".func (.reg .u32 r) f (.reg .v2 .u64 a, .reg .u32 b) { mov.u32 r, b;"
    " ret; }",
    ".reg .v2 .u64 v; mov.u64 v.x, -1; mov.u64 v.y, -1;"
    " call (%r1), f, (v, 7); mov.u32 %r2, 0; mov.u32 %r3, 0; mov.u32 %r4, 0;",
    { 7, 0, 0, 0 } },
  { "predicates as argument and result",
    ".func (.reg .pred r, .reg .u32 q) f (.reg .pred a, .reg .u32 b)"
    " { not.pred r, a; selp.u32 q, b, 0, a; ret; }",
    "mov.u32 %r5, %laneid; and.b32 %r5, %r5, 1; setp.eq.u32 %p1, %r5, 0;"
    " mov.pred %p2, %p1; call (%p1, %r1), f, (%p1, 9);"
    " selp.u32 %r2, 1, 0, %p1; selp.u32 %r3, 1, 0, %p2;"
    " add.u32 %r2, %r2, %r3; mul.lo.u32 %r3, %r3, 9;"
    " sub.u32 %r1, %r1, %r3; mov.u32 %r3, 0; setp.eq.u32 %p3, 0, 0;"
    " @%p2 call (%p3, %r3), f, (%p3, 5);"
    " selp.u32 %r4, 1, 0, %p3; xor.pred %p2, %p2, %p3;"
    " selp.u32 %r4, 1, 2, %p2; selp.u32 %r3, 0, 1, %p2;",
    { 0, 1, 0, 1 } },
  /* Instructions and operands that compilers and hand-written PTX use.  */
  { "register with an offset", "", "mov.u32 %r5, 7; add.u32 %r1, %r5+1, 3;"
    " mul.lo.u32 %r2, %r5+1, %r5+2; mov.u64 %rd1, 0xffffffff;"
    " add.u64 %rd1, %rd1+1, %rd1+(2*4); shr.u64 %rd1, %rd1, 32;"
    " cvt.u32.u64 %r3, %rd1; setp.eq.u32 %p1, %r5+-7, 0;"
    " mov.u16 %h1, 0xffff; cvt.u32.u16 %r4, %h1+2; selp.u32 %r4, %r4+4, 0,"
    " %p1;", { 11, 72, 2, 5 } },
  { "cvt.pack", "", "cvt.pack.sat.s16.s32 %r1, 40000, -40000;"
    " cvt.pack.sat.u8.s32.b32 %r2, 300, -3, 0x1234;"
    " cvt.pack.sat.s4.s32.b32 %r3, -9, 5, 0xffabcdef;"
    " cvt.pack.sat.u2.s32.b32 %r4, 2, 9, 0x11111111;",
    { 0x7fff8000, 0x1234ff00, 0xabcdef85, 0x1111111b } },
  { "set of two halves", "", "mov.b32 %r5, 0x3c004000; mov.b32 %r7,"
    " 0x40004000; set.eq.f16x2.f16x2 %r1, %r5, %r7;"
    " set.lt.u32.f16x2 %r2, %r5, %r7; setp.eq.u32 %p1, 0, 1;"
    " set.ge.or.bf16x2.bf16x2 %r3, %r5, %r7, %p1;"
    " set.ne.and.s32.bf16x2 %r4, %r5, %r7, !%p1;",
    { 0x00003c00, 0xffff0000, 0x00003f80, 0xffff0000 } },
  { "set of halves", "", "mov.b32 %r5, 0x3c004000; mov.b32 {%h1, %h2}, %r5;"
    " set.gt.u16.f16 %h3, %h1, %h2; cvt.u32.u16 %r1, %h3;"
    " set.gt.s16.bf16 %h3, %h2, %h1; cvt.s32.s16 %r2, %h3;"
    " set.lt.bf16.f16 %h3, %h2, %h1; cvt.u32.u16 %r3, %h3;"
    " set.lt.u32.f16 %r4, %h2, %h1;", { 0xffff, 0, 0x3f80, 0xffffffff } },
  { "lanes of vadd2 and vadd4", "", "mov.u32 %r5, 0x00010002; mov.u32 %r7,"
    " 0x00100020; vadd2.u32.u32.u32 %r1.h1, %r5.h01, %r7.h33, 0x99998888;"
    " vadd2.u32.u32.u32 %r2, %r5, %r7.h10, 0; mov.u32 %r5, 0x04030201;"
    " mov.u32 %r7, 0x40302010;"
    " vadd4.u32.u32.u32 %r3.b20, %r5.b0123, %r7, 0xaaaaaaaa;"
    " vadd4.u32.u32.u32.add %r4.b3, %r5, %r7.b7654, 1;",
    { 0x00128888, 0x00020004, 0xaa32aa14, 0x45 } },
  { "vmad", "", "mov.u32 %r5, 0xfffffff6; mov.u32 %r7, 3; mov.u32 %r8, 7;"
    " vmad.s32.s32.u32 %r1, -%r5, %r7, %r8;"
    " vmad.s32.u32.u32.sat %r2, -%r7, -%r8, %r5;"
    " vmad.u32.u32.u32.po.shr7 %r3, %r5, 128, %r8;"
    " vmad.s32.u32.u32 %r4, %r7, %r8, -%r5;",
    { 37, 0xffffffff, 0xfffffff6, 31 } },
  { "cp.async", ".shared .align 16 .b8 s[64];",
    ".reg .u64 g; ld.param.u64 g, [buf]; mov.u32 %r5, 0x11; mov.u32 %r7, 0x22;"
    " st.global.v4.u32 [%addr], {%r5, %r7, 0x33, 0x44};"
    " st.shared.v4.u32 [s], {1, 2, 3, 4};"
    " cp.async.cg.shared.global [s], [%addr], 16; cp.async.commit_group;"
    " mov.u32 %r8, 2; cp.async.wait_group 0; ld.shared.u32 %r1, [s+8];"
    " cp.async.ca.shared.global [s+4], [%addr+4], 4, 1; cp.async.wait_all;"
    " ld.shared.u32 %r2, [s+4]; setp.eq.u32 %p1, %r8, 2;"
    " cp.async.ca.shared.global [s+8], [%addr], 8, %p1;"
    " cp.async.wait_all; ld.shared.u32 %r3, [s+12];"
    " cp.async.ca.shared.global [s+8], [%addr], 8, !%p1;"
    " cp.async.wait_all; ld.shared.u32 %r4, [s+12];",
    { 0x33, 0x22, 0, 0x22 } },
  { "tf32 and finite results", "", "cvt.rn.tf32.f32 %r1, 0f3f801000;"
    " cvt.rna.tf32.f32 %r2, 0f3f801000; cvt.rz.tf32.f32 %r3, 0fbf801fff;"
    " cvt.rn.satfinite.bf16.f32 %h1, 0f7f7fffff; cvt.u32.u16 %r4, %h1;",
    { 0x3f800000, 0x3f802000, 0xbf800000, 0x7f7f } },
  { "flushed halves", "", "mov.b32 %r5, 0x80013c00; neg.ftz.f16x2 %r1, %r5;"
    " mov.b32 {%h1, %h2}, %r5; mov.u16 %h3, 0; setp.lt.ftz.f16 %p1, %h2, %h3;"
    " selp.u32 %r2, 1, 0, %p1; setp.lt.f16 %p1, %h2, %h3;"
    " selp.u32 %r3, 1, 0, %p1; mov.u32 %r4, 0;",
    { 0x0000bc00, 0, 1, 0 } },
  { "division by numbers above 2^126", "",
    "div.approx.f32 %f1, 0f7f000001, 0f7f000001; mov.b32 %r1, %f1;"
    " div.full.f32 %f1, 0f7f000001, 0f7f000001; mov.b32 %r2, %f1;"
    " rcp.approx.ftz.f64 %fd1, 0d40080000ffffffff; mov.b64 {%r3, %r4}, %fd1;"
    " sub.u32 %r4, %r4, 0x3fd55555;", { 0, 0x3f800000, 0, 0 } },
  { "decimal constants", "", "mov.f32 %f1, 2.5; cvt.rni.u32.f32 %r1, %f1;"
    " mul.f32 %f1, %f1, 4.0; cvt.rzi.u32.f32 %r2, %f1; mov.f64 %fd1, 1.25e2;"
    " cvt.rzi.u32.f64 %r3, %fd1; add.f64 %fd1, %fd1, .5;"
    " add.f64 %fd1, %fd1, %fd1; cvt.rzi.u32.f64 %r4, %fd1;",
    { 2, 10, 125, 251 } },
};

/* PTX that ptxas refuses, and what the message says.  */
static const struct { const char *body, *message; } refused[] = {
  { ".reg .v2 .u32 v; mov.u32 v.x, 1; mov.u32 v.y, 2;"
    " call (%r1), one, (v.y);", "a part of `v' cannot be an argument" },
  { ".reg .v2 .u32 v; call (v.x), one, (%r1);",
    "a part of `v' cannot be an argument or a result" },
  { ".reg .v2 .u32 v; mov.v2.u32 v, {1, 2}; call (%r1), one, (v);",
    "`v' is .v2 .u32, the parameter is .v1 .u32" },
  { "mul.lo.sat.s32 %r1, %r2, %r3;", "`mul.sat' has no type .s32" },
  { "mad.lo.sat.s32 %r1, %r2, %r3, %r4;", "`mad.sat' has no type .s32" },
  { "min.s32 %r1, %r2, %r3, %r4;", "three operands has no type .s32" },
  { "add.cc.u16 %h1, %h2, %h3;", "" },
  { "mad.lo.cc.u16 %h1, %h2, %h3, %h4;", "`mad.cc' has no type .u16" },
  { "add.rz.f16 %h1, %h2, %h3;", "`add' of .f16 rounds to nearest only" },
  { "fma.rn.oob.f16 %h1, %h2, %h3, %h4;", "`fma' has a modifier" },
  { "vadd2.s32.s32.s32.min %r1, %r2, %r3, %r4;", "only secondary operation" },
  { "vmad.s32.s32.s32.add %r1, %r2, %r3, %r4;", "no secondary operation" },
  { "add.f32 %f1, %f2+1, %f3;", "only an integer that is read" },
  { "mov.u32 %r1+1, %r2;", "only an integer that is read" },
  { "cvt.pack.sat.u8.s32 %r1, %r2, %r3;", "a third type .b32" },
  { "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;", "`cvt' with .e4m3x2.f32" },
  { "mbarrier.init.shared.b64 [%rd1], 1;", "`mbarrier.init' with .b64" },
  { "call (%r1), two, (%r1);", "`%r1' is .v1 .b32, the parameter is .v2 .u32" },
};

static void
text_of (char *out, size_t n, const char *functions, const char *body)
{
  snprintf (out, n, HEADER "%s\n"
	    ".func (.reg .u32 r) one (.reg .u32 a) { mov.u32 r, a; ret; }\n"
	    ".func (.reg .u32 r) two (.reg .v2 .u32 a)"
	    " { mov.u32 r, a.y; ret; }\n"
	    ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"
	    ".reg .u64 %%base, %%addr, %%rd<20>; .reg .b32 %%t, %%r<40>;"
	    " .reg .pred %%p<10>; .reg .f32 %%f<20>; .reg .f64 %%fd<20>;"
	    " .reg .b16 %%h<20>;\n"
	    "ld.param.u64 %%base, [buf]; mov.u32 %%t, %%tid.x;\n"
	    "activemask.b32 %%r6; mad.wide.u32 %%addr, %%t, 16, %%base;\n"
	    "%s\n"
	    "st.global.v4.u32 [%%addr], {%%r1, %%r2, %%r3, %%r4}; ret;\n}\n",
	    functions, body);
}

static void
run_case (const struct one *c, unsigned block)
{
  char ptx[6000];
  uint32_t out[64][4];
  struct vm_options o;
  announce (c->name);
  memset (out, 0xa5, sizeof out);
  vm_options_init (&o);
  o.memory = 16 << 20;
  o.threads = 1;
  text_of (ptx, sizeof ptx, c->functions, c->body);
  enum vm_result r = run_once (&o, ptx, 1, block, out, sizeof out);
  bool ok = r == VM_OK;
  unsigned lane = 0;
  for (unsigned i = 0; i < block && ok; i++)
    {
      ok = memcmp (out[i], c->want, sizeof c->want) == 0;
      lane = i;
    }
  check (ok, "%s, %u lanes: %s, lane %u has 0x%x 0x%x 0x%x 0x%x", c->name,
	 block, vm_result_name (r), lane, out[lane][0], out[lane][1],
	 out[lane][2], out[lane][3]);
}

static void
run_all (int only)
{
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    {
      if (only >= 0 && k != (size_t) only)
	continue;
      run_case (&cases[k], 1);
      run_case (&cases[k], 64);
      run_case (&cases[k], 7);
    }
}

static void
test_refused (void)
{
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
    {
      char ptx[4000];
      struct vm_options o;
      struct machine m;
      vm_options_init (&o);
      text_of (ptx, sizeof ptx, "", refused[k].body);
      bool ok = machine_load (&m, &o, ptx);
      check (!ok && strstr (last_message, refused[k].message),
	     "%s: %s", refused[k].body, ok ? "is taken" : last_message);
      if (ok)
	machine_free (&m);
    }
}

/* The same under a locale whose decimal point is a comma.  */
static void
test_locale (void)
{
  char dir[] = "/tmp/vm-operands-XXXXXX", command[200];
  if (!mkdtemp (dir))
    abort ();
  snprintf (command, sizeof command, "localedef -c --no-archive -i de_DE -f "
	    "UTF-8 %s/de_DE.UTF-8 > %s/log 2>&1", dir, dir);
  bool made = system (command) == 0;
  setenv ("LOCPATH", dir, 1);
  if (made && setlocale (LC_ALL, "de_DE.UTF-8"))
    {
      char *end;
      check (strtod ("2.5", NULL) == 2.0, "the locale has a decimal comma");
      check (simt_strtod ("2.5x", &end) == 2.5 && *end == 'x',
	     "simt_strtod reads 2.5");
      run_all (-1);
      setlocale (LC_ALL, "C");
    }
  else
    {
      printf ("SKIP: localedef makes no de_DE.UTF-8 here\n");
      skipped++;
    }
  snprintf (command, sizeof command, "rm -rf %s", dir);
  if (system (command))
    printf ("%s is left\n", dir);
}

/* The argument is the number of the only case.  */
int
main (int argc, char **argv)
{
  run_all (argc > 1 ? atoi (argv[1]) : -1);
  if (!on_gpu)
    {
      test_refused ();
      test_locale ();
    }
  return finish_tests ();
}
