/* Tests of the PTX machine: warps whose lanes do the same, once and lane by lane;
   kernels written for it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "vm-once.h"

#define N_ORDERS 24

/* A function as GCC's -muniform-simt has them: where U[tid.y] is -1, each lane does
   what is atomic, and where it is 0, lane 0 does.  */
#define UNI(NAME, INDEX, MORE)						\
  ".func (.param .u32 r) " NAME " (.param .u64 a)\n"			\
  "{ .reg .u32 %x, %m, %l, %s, %h, %i; .reg .u64 %a, %b, %w;"		\
  " .reg .pred %o, %p;\n"						\
  "mov.u32 " INDEX "; mul.wide.u32 %b, %x, 4; mov.u64 %a, U;"		\
  " add.u64 %b, %b, %a; ld.shared.u32 %m, [%b]; setp.eq.u32 %o, %m, 0;\n" \
  "mov.u32 %l, %laneid; and.b32 %m, %m, %l; setp.eq.u32 %p, %m, %l;\n"	\
  MORE " ld.param.u64 %a, [a];\n"					\
  "@%p membar.gl; @%p atom.add.u32 %s, [%a], 3; @%p membar.gl;\n"	\
  "@%o shfl.idx.b32 %s, %s, %m, 31; @%p atom.exch.b32 _, [%a+4], %s;\n"	\
  "@%p atom.cas.b32 _, [%a+8], 5, %l; @%p atom.exch.b32 %x, [%a+12], 6;\n" \
  "@%o shfl.idx.b32 %x, %x, %m, 31; @%p atom.max.u32 _, [%a+16], %s;\n"	\
  "@%p atom.exch.b64 %w, [%a+24], 7; @%o mov.b64 {%h, %i}, %w;\n"	\
  "@%o shfl.idx.b32 %h, %h, %m, 31; @%o mov.b64 %w, {%h, %h};\n"	\
  "cvt.u32.u64 %h, %w; add.u32 %s, %s, %h; add.u32 %s, %s, %x;\n"	\
  "setp.gt.u32 %p, %s, 100000; @%p bra E; add.u32 %s, %s, %m;\n"		\
  "E: st.param.u32 [r], %s; ret; }\n"
#define CALL_UNI(NAME) \
  "add.u64 %b1, %base, 256; call (%r0), " NAME ", (%b1);" \
  " add.u32 %r2, %r0, %n; call (%r1), " NAME ", (%b1);" \
  " add.u32 %r1, %r1, %r2;"

#define BEGIN								\
  HEADER								\
  ".extern .func (.param .u64 r) malloc (.param .u64 n);\n"		\
  ".extern .func free (.param .u64 p);\n"				\
  ".global .u32 G[64];\n.shared .align 8 .u32 S[64];\n"			\
  ".func (.param .u32 r) twice (.param .u32 a)\n"			\
  "{ .reg .u32 %x; ld.param.u32 %x, [a]; add.u32 %x, %x, %x;"		\
  " st.param.u32 [r], %x; ret; }\n"					\
  ".func (.param .u32 r) odd_leave (.param .u32 a)\n"			\
  "{ .reg .u32 %x, %y; .reg .pred %p; ld.param.u32 %x, [a];"		\
  " and.b32 %y, %x, 1; setp.ne.u32 %p, %y, 0; @%p exit;"		\
  " add.u32 %x, %x, 5; st.param.u32 [r], %x; ret; }\n"			\
  ".func (.param .u32 r) lane_of (.param .u32 a)\n"			\
  "{ .reg .u32 %x, %y; ld.param.u32 %x, [a]; mov.u32 %y, %laneid;"	\
  " add.u32 %x, %x, %y; st.param.u32 [r], %x; ret; }\n"			\
  /* All lanes get lane 5's, but for those of some calls that part.  */	\
  ".func (.param .u32 r) differs (.param .u32 a)\n"			\
  "{ .reg .u32 %x, %y, %z, %w; .reg .pred %p, %q; ld.param.u32 %x, [a];"	\
  " mov.u32 %y, %laneid; mul.lo.u32 %z, %y, 7; add.u32 %x, %x, 1;"	\
  " mul.lo.u32 %x, %x, 5; xor.b32 %x, %x, 3; add.u32 %x, %x, 9;"	\
  " shl.b32 %w, %x, 2; sub.u32 %w, %w, %x; add.u32 %z, %z, %w;"		\
  " setp.eq.u32 %p, %y, 5; @%p add.u32 %z, %z, 1;"			\
  " shfl.sync.idx.b32 %w, %z, 5, 31, 0xffffffff; add.u32 %x, %x, %w;"	\
  " and.b32 %w, %w, 31; setp.ne.u32 %q, %w, 20; @%q bra L9;"		\
  " setp.lt.u32 %p, %y, 20; @%p bra L9; add.u32 %x, %x, %z;"		\
  " L9: st.param.u32 [r], %x; ret; }\n"					\
  ".shared .u32 U[64];\n"						\
  UNI ("uni", "%x, %tid.y", "")						\
  UNI ("uni_lanes", "%x, %laneid", "")					\
  UNI ("uni_twice", "%x, %tid.y",					\
       "mov.u32 %m, %laneid; setp.lt.u32 %o, %m, %l;")			\
  ".func (.param .u32 r) thrice (.param .u32 a)\n"			\
  "{ .reg .u32 %x, %y, %z; ld.param.u32 %x, [a]; mov.u32 %z, %laneid;"	\
  " add.u32 %y, %x, %x; add.u32 %x, %y, %x; add.u32 %y, %z, %x;"		\
  " sub.u32 %y, %y, %z; st.param.u32 [r], %y; ret; }\n"			\
  ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"		\
  ".local .align 8 .b8 L[64];\n"					\
  ".reg .u64 %base, %own, %b<9>; .reg .u32 %lane, %t, %n, %r<9>;\n"	\
  ".reg .pred %p, %q, %o; .reg .f64 %f, %g; .reg .f32 %h, %i;\n"		\
  "ld.param.u64 %base, [buf]; ld.param.u32 %n, [n];\n"			\
  "mov.u32 %lane, %laneid; mov.u32 %t, %tid.y; mov.u32 %r1, %ntid.x;\n"	\
  "mov.u32 %r8, %tid.x; mad.lo.u32 %t, %t, %r1, %r8;\n"			\
  "mov.u32 %r1, %ctaid.x; mad.lo.u32 %t, %r1, 64, %t;\n"		\
  "mad.wide.u32 %own, %t, 16, %base; add.u64 %own, %own, 4096;\n"	\
  "mov.u32 %r0, 0; mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3;\n"	\
  "mov.u64 %b0, 0;\n"

/* Signs of the number with the bits X, in memory that all lanes share; at OFF.  */
#define SIGNS_4(OFF, X)							\
  "st.u32 [%base+" #OFF "], " X "; ld.f32 %h, [%base+" #OFF "];"		\
  " neg.f32 %i, %h; st.f32 [%base+" #OFF "], %i; abs.f32 %h, %h;"	\
  " st.f32 [%base+" #OFF "+4], %h; abs.f32 %i, %i; neg.f32 %i, %i;"	\
  " st.f32 [%base+" #OFF "+8], %i;\n"
#define SIGNS_8(OFF, X)							\
  "mov.u64 %b1, " X "; st.u64 [%base+" #OFF "], %b1;"			\
  " ld.f64 %f, [%base+" #OFF "]; neg.f64 %g, %f; st.f64 [%base+" #OFF "], %g;" \
  " mov.f64 %f, %g; abs.f64 %f, %f; st.f64 [%base+" #OFF "+8], %f;"	\
  " setp.eq.u64 %p, %b1, 0; selp.f64 %f, %f, %g, %p; neg.f64 %g, %f;"	\
  " st.f64 [%base+" #OFF "+16], %g;\n"

#define END								\
  "\nst.u32 [%own], %r0; st.u32 [%own+4], %r1; st.u64 [%own+8], %b0;\n"	\
  "ret;\n}\n"

/* Those lanes that P is true for allocate memory, and free it: a loop of that, and of
   what all do.  */
#define SOME_MALLOC(P)							\
  ".reg .u64 %m; add.u32 %r5, %lane, 60; cvt.u64.u32 %b1, %r5; " P	\
  " L1: mov.u64 %m, %base; mul.lo.u32 %r6, %r1, 3; add.u32 %r6, %r6, %n;" \
  " @%p call (%m), malloc, (%b1);"					\
  " setp.ne.u64 %q, %m, %base; selp.u32 %r4, %lane, 100, %q;"		\
  " add.u32 %r0, %r0, %r4; @%q st.u32 [%m+56], %r6;"			\
  " @%q ld.u32 %r4, [%m+56]; add.u32 %r0, %r0, %r4; @%p call free, (%m);" \
  " add.u32 %r1, %r1, 1; setp.lt.u32 %o, %r1, 20; @%o bra L1;"

static const struct kernel
{
  const char *name, *body;
} kernels[] = {
  { "a loop", "L1: ld.u32 %r4, [%base+64]; add.u32 %r0, %r0, %r4;"
    " st.u32 [%base+68], %r0; add.u32 %r1, %r1, 1; setp.lt.u32 %p, %r1, 5000;"
    " @%p bra L1;" },
  { "lanes leave a loop one after another",
    "mov.u32 %r5, 100; L1: add.u32 %r0, %r0, %r5; add.u32 %r5, %r5, 3;"
    " add.u32 %r1, %r1, 1; setp.lt.u32 %p, %r1, %lane; @%p bra L1;"
    " add.u32 %r0, %r0, %r5;" },
  { "a branch by lane, then what all had",
    "mov.u32 %r5, 77; mul.lo.u32 %r6, %r5, %n; setp.lt.u32 %p, %lane, 9;"
    " @%p bra L1; add.u32 %r0, %r6, 1; bra L2; L1: add.u32 %r0, %r5, 2; L2:"
    " add.u32 %r1, %r6, %r0;" },
  { "what lanes differ in, by every kind of operation",
    "add.u32 %r5, %n, 1; mul.lo.u32 %r5, %r5, 3; xor.b32 %r5, %r5, %n;"
    " and.b32 %r5, %r5, 255; add.u32 %r5, %r5, %n; shl.b32 %r6, %r5, 1;"
    " not.b32 %r2, %lane; mul.lo.u32 %r3, %lane, %r5; sub.u32 %r4, %r2, 7;"
    " mad.lo.u32 %r3, %r3, %r4, %r6; mad.lo.u32 %r2, %r3, 5, %lane;"
    " setp.lt.u32 %p, %lane, 11; setp.gt.s32 %q, %r2, %r3; and.pred %o, %p, %q;"
    " selp.u32 %r4, 3, 4, %p; add.u32 %r0, %r0, %r4; selp.u32 %r4, %r2, %lane, %q;"
    " xor.b32 %r0, %r0, %r4; selp.u32 %r4, %r5, %r2, %o; add.u32 %r0, %r0, %r4;"
    " mov.u32 %r7, %tid.x; mul.wide.u32 %b1, %lane, %r5; add.u64 %b0, %b0, %b1;"
    " cvt.u64.u32 %b1, %r7; shl.b64 %b1, %b1, 7; sub.u64 %b0, %b1, %b0;"
    " cvt.rn.f64.u32 %f, %lane; mul.f64 %f, %f, %f; fma.rn.f64 %g, %f, %f, %f;"
    " cvt.rzi.u32.f64 %r1, %g; add.u32 %r1, %r1, %r6;" },
  { "a function in which lanes differ",
    "L1: call (%r4), differs, (%r1); add.u32 %r0, %r0, %r4; add.u32 %r1, %r1, 1;"
    " setp.lt.u32 %p, %r1, 40; @%p bra L1;" },
  { "a guard by lane",
    "setp.eq.u32 %p, %lane, 0; mov.u32 %r0, 5; @%p mov.u32 %r0, %n;"
    " add.u32 %r1, %r0, 1;" },
  { "a guard for all or none",
    "setp.eq.u32 %p, %n, 7; mov.u32 %r0, 5; @%p mov.u32 %r0, %n;"
    " @!%p mov.u32 %r1, 99; @%p ld.u32 %r2, [%base]; add.u32 %r1, %r1, %r2;" },
  { "local memory, by its own address",
    "st.local.u32 [L+4], %lane; st.local.u32 [L+8], %n; ld.local.u32 %r0,"
    " [L+4]; ld.local.u32 %r1, [L+8];" },
  { "local memory, by an address in a register",
    "mov.u64 %b1, L; add.u64 %b1, %b1, 12; st.local.u32 [%b1], %lane;"
    " ld.local.u32 %r0, [%b1];" },
  { "local memory, by a generic address",
    "mov.u64 %b1, L; cvta.local.u64 %b1, %b1; st.u32 [%b1], %lane;"
    " ld.u32 %r0, [%b1];" },
  { "another lane's address of local memory",
    "mov.u64 %b1, L; cvta.local.u64 %b1, %b1; st.u32 [%b1], %lane;"
    " st.u64 [S], %b1; ld.u64 %b2, [S]; ld.u32 %r0, [%b2]; add.u32 %r1, %r0,"
    " %n; st.u32 [%b2], %r1; ld.local.u32 %r1, [L];" },
  { "the address of local memory by a constant pointer",
    "setp.eq.u32 %p, %lane, 3; mov.u64 %b1, L; cvta.local.u64 %b1, %b1;"
    " st.u32 [%b1+4], %lane; @%p st.u64 [%base], %b1; ld.u64 %b3, [%base];"
    " add.u64 %b3, %b3, 4; L1: ld.u32 %r0, [%b3]; add.u32 %r1, %r1, 1;"
    " setp.lt.u32 %q, %r1, 9; @%q bra L1; mov.u64 %b1, 0; st.u64 [%base],"
    " %b1;" },
  { "atomic operations on one place",
    "atom.add.u32 %r0, [%base+128], 3; atom.exch.b32 %r1, [%base+132], %lane;"
    " atom.add.u64 %b0, [%base+136], 5; add.u32 %r0, %r0, 1;" },
  { "an atomic operation of lane 0, handed on",
    "setp.eq.u32 %p, %lane, 0; L1: @%p atom.add.u32 %r4, [%base+128], 3;"
    " shfl.sync.idx.b32 %r4, %r4, 0, 31, 0xffffffff; add.u32 %r0, %r0, %r4;"
    " bar.warp.sync 0xffffffff; add.u32 %r1, %r1, 1; setp.lt.u32 %q, %r1, 20;"
    " @%q bra L1;" },
  { "shuffles", "shfl.sync.up.b32 %r0|%p, %lane, 3, 0, 0xffffffff;"
    " shfl.sync.bfly.b32 %r1, %n, 3, 31, 0xffffffff; selp.u32 %r0, %r0, 99,"
    " %p; shfl.sync.idx.b32 %r2, %lane, %n, 0x1c07, 0xffffffff; add.u32 %r1,"
    " %r1, %r2; shfl.sync.idx.b32 %r2, %lane, 40, 31, 0xffffffff; add.u32"
    " %r1, %r1, %r2;" },
  { "shuffles of what each lane has",
    "shfl.sync.up.b32 %r5, %lane, 3, 0, 0xffffffff; add.u32 %r0, %r5, 1;"
    " shfl.sync.down.b32 %r6, %lane, 5, 31, 0xffffffff; mul.lo.u32 %r1, %r6,"
    " 3;" },
  { "a shuffle from another lane for each half",
    "shfl.sync.idx.b32 %r5, %lane, 3, 0x101f, 0xffffffff; add.u32 %r0, %r5,"
    " 1;" },
  { "a shuffle of one lane, with its predicate",
    "shfl.sync.idx.b32 %r5|%p, %lane, 3, 31, 0xffffffff; mul.lo.u32 %r6, %r5,"
    " %n; selp.u32 %r0, %r6, 99, %p; setp.lt.u32 %q, %lane, 7; and.pred %q, %q,"
    " %p; @%q bra L1;"
    " add.u32 %r1, %r5, %r6; L1: add.u32 %r1, %r1, %r5;" },
  { "a register that differs for a while",
    "mov.u32 %r5, %n; add.u32 %r0, %r5, 1; mov.u32 %r5, %lane; add.u32 %r1,"
    " %r5, 2; mov.u32 %r5, 9; add.u32 %r2, %r5, %n; add.u32 %r1, %r1, %r2;"
    " setp.lt.u32 %p, %lane, 7; @%p bra L1; add.u32 %r0, %r0, %r5; L1:"
    " add.u32 %r1, %r1, %r5;" },
  { "a register that differs from a loop's second turn on",
    "mov.u32 %r5, %n; L1: add.u32 %r0, %r0, %r5; mov.u32 %r5, %lane; add.u32"
    " %r1, %r1, 1; setp.lt.u32 %p, %r1, 5; @%p bra L1;" },
  { "a guard that no lane passes, on what differs",
    "mov.u32 %r5, %lane; setp.eq.u32 %p, %n, 1000; @%p mov.u32 %r5, %n;"
    " add.u32 %r0, %r5, 1;" },
  { "a guard that one lane passes",
    "setp.eq.u32 %p, %lane, 5; mov.u32 %r5, %n; @%p ld.u32 %r5, [%base+64];"
    " setp.eq.u32 %q, %n, 7; @%p setp.eq.u32 %q, %lane, %n; selp.u32 %r0,"
    " %r5, 99, %q; @%p st.u32 [%base+72], %lane; @%p mad.lo.u32 %r1, %r5, %n,"
    " %lane;" },
  { "meetings of all under a branch",
    "setp.eq.u32 %p, %n, 7; @%p bar.warp.sync 0xffffffff; @!%p bar.warp.sync"
    " 0xffffffff; add.u32 %r0, %r0, %n;" },
  { "a meeting without some that are there",
    "setp.ne.u32 %p, %n, 1000; @%p bar.warp.sync 0xffff; add.u32 %r0, %r0,"
    " %n;" },
  { "halves of a warp that meet",
    "mul.lo.u32 %r5, %n, 3; setp.lt.u32 %p, %lane, 16; selp.b32 %r4, 0xffff,"
    " 0xffff0000, %p; bar.warp.sync %r4; add.u32 %r0, %r5, 1; shfl.sync.idx.b32"
    " %r6, %r5, 20, 31, %r4; add.u32 %r0, %r0, %r6; setp.eq.u32 %q, %n, 7;"
    " vote.sync.ballot.b32 %r1, %q, %r4; add.u32 %r1, %r1, %r5;" },
  { "votes", "setp.lt.u32 %p, %lane, %n; vote.sync.ballot.b32 %r0, %p,"
    " 0xffffffff; setp.eq.u32 %q, %n, 7; vote.sync.all.pred %q, %q,"
    " 0xffffffff; selp.u32 %r1, 1, 2, %q; activemask.b32 %r4; add.u32 %r1,"
    " %r1, %r4; match.any.sync.b32 %r4, %n, 0xffffffff; xor.b32 %r1, %r1,"
    " %r4;" },
  { "calls",
    "call (%r0), twice, (%n); call (%r1), twice, (%lane); call (%r2), lane_of,"
    " (%n); add.u32 %r1, %r1, %r2; call (%r3), lane_of, (7); add.u32 %r1,"
    " %r1, %r3; call (%r4), twice, (%r3); add.u32 %r0, %r0, %r4;" },
  { "a result that differs, in a register that did not",
    "mov.u32 %r4, %n; mov.u32 %r5, 17; L1: call (%r4), lane_of, (%r4); add.u32"
    " %r0, %r4, %r5; add.u32 %r5, %r5, 2; add.u32 %r1, %r1, 1; setp.lt.u32 %p,"
    " %r1, 4; @%p bra L1; add.u32 %r1, %r5, %r1;" },
  { "lanes that end in a call",
    "mov.u32 %r4, %n; mul.lo.u32 %r4, %r4, 11; call (%r0), odd_leave, (%lane);"
    " add.u32 %r1, %r4, %r0;" },
  { "an indirect call",
    "P: .callprototype (.param .u32 _) _ (.param .u32 _); mov.u64 %b1, twice;"
    " mov.u64 %b2, lane_of; setp.lt.u32 %p, %n, 3; selp.b64"
    " %b1, %b1, %b2, %p; call (%r0), %b1, (%n), P; setp.lt.u32 %p, %lane, 3;"
    " mov.u64 %b1, twice; selp.b64 %b1, %b1, %b2, %p; call (%r1), %b1, (%n),"
    " P;" },
  { "a table of branches",
    "T: .branchtargets L1, L2, L3; rem.u32 %r4, %n, 3; brx.idx %r4, T; L1:"
    " add.u32 %r0, %r0, 10; L2: add.u32 %r0, %r0, 20; L3: add.u32 %r0, %r0,"
    " 30; add.u32 %r1, %r1, 1; setp.lt.u32 %p, %r1, 3; rem.u32 %r4, %lane, 3;"
    " @%p brx.idx %r4, T; add.u32 %r1, %r1, %n;" },
  { "barriers",
    "st.shared.u32 [S], %n; bar.sync 0; ld.shared.u32 %r0, [S]; setp.lt.u32"
    " %p, %lane, 5; bar.red.popc.u32 %r1, 0, %p; setp.lt.u32 %q, %n, 5;"
    " bar.red.or.pred %q, 0, %q; selp.u32 %r2, 1, 0, %q; add.u32 %r1, %r1,"
    " %r2; mov.u32 %r4, 1; bar.sync %r4; add.u32 %r0, %r0, %r4;" },
  { "carries, pairs and 16 bytes",
    "add.cc.u32 %r4, %n, 0xffffffff; addc.u32 %r0, %r4, 1; sub.cc.u32 %r4,"
    " %lane, %n; subc.u32 %r1, 0, %r4; ld.v2.u32 {%r5, %r6}, [%base+16];"
    " add.u32 %r0, %r0, %r5; st.v2.u32 [%base+24], {%r6, %r0}; mov.b64 %b0,"
    " {%r5, %lane}; mov.b64 {%r5, %r6}, %b0; add.u32 %r1, %r1, %r6;" },
  { "conversions and floating point",
    "cvt.rn.f64.u32 %f, %n; cvt.rn.f64.u32 %g, %lane; fma.rn.f64 %f, %f, %f,"
    " 0d3FF8000000000000; add.f64 %g, %g, %f; sqrt.rn.f64 %f, %f; div.rn.f64"
    " %g, %g, %f; cvt.rzi.u32.f64 %r0, %f; cvt.rpi.s32.f64 %r1, %g;"
    " cvt.rn.f32.f64 %h, %f; ex2.approx.f32 %h, %h; cvt.rni.u32.f32 %r2, %h;"
    " add.u32 %r0, %r0, %r2; testp.normal.f64 %p, %f; selp.u32 %r3, 1, 2, %p;"
    " add.u32 %r0, %r0, %r3; mov.b64 %b0, %f;" },
  { "bits", "bfe.u32 %r0, %n, 1, 3; bfi.b32 %r0, %r0, %lane, 8, 4; popc.b32"
    " %r4, %n; prmt.b32 %r1, %n, %r4, 0x3210; bfind.u32 %r4, %n; add.u32 %r1,"
    " %r1, %r4; brev.b32 %r4, %n; lop3.b32 %r4, %r4, %n, %r1, 0x96; add.u32"
    " %r1, %r1, %r4; isspacep.global %p, %base; selp.u32 %r4, 5, 6, %p;"
    " add.u32 %r1, %r1, %r4;" },
  { "masks of lanes", "mov.u32 %r0, %lanemask_lt; mov.u32 %r1, %lanemask_ge;"
    " and.b32 %r4, %r0, %n; add.u32 %r1, %r1, %r4;" },
  { "what GCC does to tell lanes apart",
    "ld.u32 %r4, [%base+4092]; and.b32 %r4, %r4, 0; setp.eq.u32 %q, %r4, 0;"
    " and.b32 %r4, %r4, %lane; setp.eq.u32 %p, %r4, %lane; @%p st.u32"
    " [%base+200], %lane; @%p atom.add.u32 %r0, [%base+204], 1; @%q"
    " shfl.sync.idx.b32 %r0, %r0, %r4, 31, 0xffffffff;" },
  { "atomic operations outside of simd loops", CALL_UNI ("uni") },
  { "atomic operations in a simd loop",
    "mov.u64 %b1, U; mad.wide.u32 %b1, %t, 0, %b1; mov.u32 %r4, %tid.y;"
    " mad.wide.u32 %b1, %r4, 4, %b1; st.shared.u32 [%b1], -1;"
    CALL_UNI ("uni") },
  { "a simd loop whose lanes have masks of their own",
    "mov.u64 %b1, U; mad.wide.u32 %b1, %lane, 4, %b1; and.b32 %r4, %lane, 3;"
    " setp.ne.u32 %p, %r4, 0; selp.u32 %r4, -1, 0, %p;"
    " st.shared.u32 [%b1], %r4; setp.eq.u32 %p, %n, 7; @!%p bra L1;"
    " add.u64 %b1, %base, 256; call (%r0), uni_lanes, (%b1); L1:" },
  { "a predicate that is not what it was outside of the simd loop",
    CALL_UNI ("uni_twice") },
  { "a slice that ends soon after the warp went on lane by lane",
    "add.u64 %b1, %base, 256; L1: call (%r0), uni_twice, (%b1);"
    " atom.add.u32 %r4, [%base+300], 1; add.u32 %r2, %r2, %r4; add.u32 %r1, %r1,"
    " 1; setp.lt.u32 %p, %r1, 6; @%p bra L1; add.u32 %r1, %r2, %r0;" },
  { "indirect calls of several functions from one place",
    "P: .callprototype (.param .u32 r) _ (.param .u32 a);\n"
    "mov.u64 %b1, twice; mov.u64 %b2, thrice; mov.u64 %b3, lane_of; L1:"
    " call (%r4), %b1, (%r1), P; add.u32 %r0, %r0, %r4;"
    " mov.u64 %b4, %b1; mov.u64 %b1, %b2; mov.u64 %b2, %b3; mov.u64 %b3, %b4;"
    " add.u32 %r1, %r1, 1; setp.lt.u32 %p, %r1, 9; @%p bra L1;" },
  { "an indirect call of each lane's own",
    "P: .callprototype (.param .u32 r) _ (.param .u32 a);\n"
    "mov.u64 %b1, twice; mov.u64 %b2, thrice; setp.lt.u32 %p, %lane, 7;"
    " selp.b64 %b3, %b1, %b2, %p; call (%r0), %b3, (%n), P;" },
  { "a null pointer", "mov.u64 %b1, 0; ld.u32 %r0, [%b1];" },
  { "a store out of bounds", "add.u64 %b1, %base, 16384; st.u32 [%b1], %n;" },
  { "a misaligned store", "add.u64 %b1, %base, 2; st.u32 [%b1], %n;" },
  { "one lane's address is wrong",
    "setp.eq.u32 %p, %lane, 5; mov.u64 %b1, %base; @%p add.u64 %b1, %b1,"
    " 100000; ld.u32 %r0, [%b1];" },
  { "a misaligned vector", "ld.v2.u32 {%r0, %r1}, [%base+4];" },
  { "an unwritten register", "add.u32 %r0, %r7, %n; add.u64 %b0, %b7, %base;"
    " sub.u64 %b0, %b0, %base; @%o add.u32 %r1, %r1, 1;" },
  { "a register that some lanes write",
    "setp.lt.u32 %p, %lane, 4; @%p mov.u32 %r7, %n; add.u32 %r0, %r7, 1;" },
  { "a race of two warps", "st.u32 [%base+256], %t; ld.u32 %r4, [%base+260];"
    " st.shared.u32 [S+4], %r1; st.u32 [%base+264], %n;" },
  { "a race of lanes", "st.u32 [%base+256], %lane; ld.u32 %r0, [%base+256];" },
  { "volatile and strong accesses",
    "ld.volatile.u32 %r0, [%base+64]; st.volatile.u32 [%base+68], %r0;"
    " ld.relaxed.gpu.u32 %r4, [%base+72]; st.release.gpu.u64 [%base+80],"
    " %base; membar.gl; ld.acquire.gpu.u32 %r5, [%own]; add.u32 %r1, %r4, %r5;"
    " mov.u64 %b1, 0; st.u64 [%base+80], %b1;" },
  { "a lock", "L1: atom.cas.b32 %r4, [%base+4088], 5, 1; atom.exch.b32 %r4,"
    " [%base+4088], 5; setp.ne.u32 %p, %r4, 1; add.u32 %r1, %r1, 1;"
    " setp.lt.and.u32 %p, %r1, 3, %p; @%p bra L1;" },
  { "malloc", ".reg .u64 %m; mov.u64 %b1, 64; call (%m), malloc, (%b1);"
    " st.u32 [%m], %lane; ld.u32 %r0, [%m]; setp.ne.u64 %p, %m, 0;"
    " selp.u32 %r1, 1, 2, %p;" },
  { "malloc of one lane", SOME_MALLOC ("setp.eq.u32 %p, %lane, 3;") },
  { "malloc of some lanes, of as much as each wants",
    SOME_MALLOC ("setp.lt.u32 %p, %lane, %n; not.pred %p, %p;") },
  { "malloc of no lane", SOME_MALLOC ("setp.gt.u32 %p, %lane, 31;") },
  { "malloc of all lanes", SOME_MALLOC ("setp.lt.u32 %p, %lane, 32;") },
  { "free of what malloc did not give, by one lane",
    "setp.eq.u32 %p, %lane, 9; @%p call free, (%base);" },
  { "trap of all", "setp.eq.u32 %p, %n, 7; @%p trap;" },
  { "trap of one", "setp.eq.u32 %p, %lane, 7; @%p trap;" },
  { "signs of 4 bytes",
    SIGNS_4 (64, "0x3fc00000") SIGNS_4 (80, "0x80000000") SIGNS_4 (96, "0x7fa00001")
    SIGNS_4 (112, "0xffc00123") SIGNS_4 (128, "0x80000001") },
  { "signs of 8 bytes",
    SIGNS_8 (64, "0x3ff8000000000001") SIGNS_8 (88, "0x8000000000000000")
    SIGNS_8 (112, "0x7ff4000000000001") SIGNS_8 (136, "0xfff8000000000123")
    SIGNS_8 (160, "0") },
  { "the end of a kernel in a loop",
    "L1: add.u32 %r1, %r1, 1; st.u32 [%own], %r1; setp.gt.u32 %p, %r1, %lane;"
    " @%p exit; bra L1;" }
};

static void
test_kernels (void)
{
  static struct outcome x;
  char name[200];
  char *text = malloc (1 << 16);
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
      {
	struct vm_options o = variant_options (&variants[v]);
	snprintf (text, 1 << 16, "%s%s%s", BEGIN, kernels[k].body, END);
	snprintf (name, sizeof name, "%s, %s", kernels[k].name,
		  variants[v].name);
	bool ok = same (name, &o, text, 2, variants[v].block, &x);
	check (ok && x.result != VM_INVALID_PTX, "%s: not the same once", name);
      }
  free (text);
}

/* The order of warps must not depend on it: that shows where warps meet in memory,
   and slices are short.  */
static void
test_orders (void)
{
  static struct outcome x;
  char name[200];
  char *text = malloc (1 << 16);
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
    {
      bool ok = true;
      snprintf (text, 1 << 16, "%s%s%s", BEGIN, kernels[k].body, END);
      for (unsigned seed = 100; seed < 100 + N_ORDERS && ok; seed++)
	{
	  struct variant v = variants[seed % 3];
	  v.schedule = seed;
	  struct vm_options o = variant_options (&v);
	  snprintf (name, sizeof name, "%s, %s, schedule %u",
		    kernels[k].name, v.name, seed);
	  ok = same (name, &o, text, 2, v.block, &x);
	}
      check (ok, "%s: not the same once", name);
    }
  free (text);
}

int
main (void)
{
  start ();
  test_kernels ();
  test_orders ();
  return finish_tests ();
}
