/* Tests of the PTX machine: what each instruction computes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each row has an instruction, the types of its operands and the function of
   vm-reference.h that computes the expected bits.  Each row runs with a block
   of one thread, with whole warps, and with a third of the lanes predicated
   off, for all combinations of the values in its types.  */

#include "vm-reference.h"
#include "vm-test.h"

enum kind { I16, I32, I64, F16, F16X2, F32, F64, AMT, SEL, P, NORMAL };

static const bits values[][14] = {
  [I16] = { 0, 1, 2, 7, 0x7fff, 0x8000, 0x8001, 0xffff, 0x1234, 100, 0xff80 },
  [I32] = { 0, 1, 2, 31, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678,
	    0xdeadbeef, 0xffffff80, 0x00ff7f80, 1000003 },
  [I64] = { 0, 1, 3, 0x7fffffffffffffff, 0x8000000000000000, ~(bits) 0,
	    0x123456789abcdef0, 0xffffffff, 0x100000000, 0xffffffff80000000,
	    12345, 0xfffffffffffffff9 },
  [F16] = { 0, 0x8000, 0x3c00, 0xbc00, 0x0001, 0x03ff, 0x7bff, 0x7c00, 0xfc00,
	    0x7e00, 0x3555, 0x4248, 0x6400 },
  [F16X2] = { 0, 0x80003c00, 0x3c003c01, 0xbc000001, 0x7bff7bff, 0x7c00fc00,
	      0x7e003555 },
  [F32] = { 0, 0x80000000, 0x3f800000, 0xbf800000, 0x3fc00000, 0x40200000,
	    0x00000001, 0x807fffff, 0x7f7fffff, 0x7f800000, 0xff800000,
	    0x7fc00000, 0x4f000000, 0xbeaaaaab },
  [F64] = { 0, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
	    0x3ff8000000000000, 0x4004000000000000, 1, 0x7fefffffffffffff,
	    0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
	    0x41e0000000000000, 0xbfd5555555555555, 0x43e0000000000000 },
  [AMT] = { 0, 1, 5, 15, 16, 31, 32, 33, 63, 64, 200, 0xffffffff },
  [SEL] = { 0, 0x3210, 0x7654, 0x1054, 0xba98, 0xf0f1, 0x0001, 0x0002, 3 },
  [P] = { 0, 1 },
  /* Doubles whose products are far from overflow and underflow.  */
  [NORMAL] = { 0x3ff0000000000001, 0xbff5555555555555, 0x400921fb54442d18,
	       0x3fb999999999999a, 0xc05edd2f1a9fbe77, 0x4330000000000001,
	       0x3ff8000000000000 }
};
static const int n_values[] = { 11, 12, 12, 13, 7, 14, 14, 12, 9, 2, 7 };
static const int kind_size[] = { 16, 32, 64, 16, 32, 32, 64, 32, 32, 1, 64 };
static const char *const reg_prefix[] = { "%h", "%r", "%rd", "%h", "%x", "%f",
					  "%fd", "%r", "%r", "%p", "%fd" };

struct row
{
  const char *insn;		/* $d, $a, $b, $c stand for the operands.  */
  enum kind d;
  int n;
  enum kind s[3];
  ref_fn ref;
};

#define D "$d, "
static const struct row rows[] = {
#define I3(N, K, ...) \
  { "add.u" #N " $d, $a, $b;", K, 2, { K, K }, r_add }, \
  { "add.s" #N " $d, $a, $b;", K, 2, { K, K }, r_add }, \
  { "sub.u" #N " $d, $a, $b;", K, 2, { K, K }, r_sub }, \
  { "mul.lo.s" #N " $d, $a, $b;", K, 2, { K, K }, r_mul }, \
  { "mul.hi.u" #N " $d, $a, $b;", K, 2, { K, K }, r_mulhi_u##N }, \
  { "mul.hi.s" #N " $d, $a, $b;", K, 2, { K, K }, r_mulhi_s##N }, \
  { "mad.lo.u" #N " $d, $a, $b, $c;", K, 3, { K, K, K }, r_mad }, \
  { "mad.hi.u" #N " $d, $a, $b, $c;", K, 3, { K, K, K }, r_madhi_u##N }, \
  { "mad.hi.s" #N " $d, $a, $b, $c;", K, 3, { K, K, K }, r_madhi_s##N }, \
  { "div.u" #N " $d, $a, $b;", K, 2, { K, K }, r_div_u##N }, \
  { "div.s" #N " $d, $a, $b;", K, 2, { K, K }, r_div_s##N }, \
  { "rem.u" #N " $d, $a, $b;", K, 2, { K, K }, r_rem_u##N }, \
  { "rem.s" #N " $d, $a, $b;", K, 2, { K, K }, r_rem_s##N }, \
  { "min.u" #N " $d, $a, $b;", K, 2, { K, K }, r_min_u##N }, \
  { "min.s" #N " $d, $a, $b;", K, 2, { K, K }, r_min_s##N }, \
  { "max.u" #N " $d, $a, $b;", K, 2, { K, K }, r_max_u##N }, \
  { "max.s" #N " $d, $a, $b;", K, 2, { K, K }, r_max_s##N }, \
  { "abs.s" #N " $d, $a;", K, 1, { K }, r_abs_s##N }, \
  { "neg.s" #N " $d, $a;", K, 1, { K }, r_neg }, \
  { "sad.u" #N " $d, $a, $b, $c;", K, 3, { K, K, K }, r_sad_u##N }, \
  { "sad.s" #N " $d, $a, $b, $c;", K, 3, { K, K, K }, r_sad_s##N }, \
  { "and.b" #N " $d, $a, $b;", K, 2, { K, K }, r_and }, \
  { "or.b" #N " $d, $a, $b;", K, 2, { K, K }, r_or }, \
  { "xor.b" #N " $d, $a, $b;", K, 2, { K, K }, r_xor }, \
  { "not.b" #N " $d, $a;", K, 1, { K }, r_not }, \
  { "cnot.b" #N " $d, $a;", K, 1, { K }, r_cnot_##N }, \
  { "shl.b" #N " $d, $a, $b;", K, 2, { K, AMT }, r_shl_##N }, \
  { "shr.u" #N " $d, $a, $b;", K, 2, { K, AMT }, r_shr_u##N }, \
  { "shr.b" #N " $d, $a, $b;", K, 2, { K, AMT }, r_shr_u##N }, \
  { "shr.s" #N " $d, $a, $b;", K, 2, { K, AMT }, r_shr_s##N }, \
  { "selp.b" #N " $d, $b, $c, $a;", K, 3, { P, K, K }, r_selp }, \
  { "slct.u" #N ".s32 $d, $a, $b, $c;", K, 3, { K, K, I32 }, r_slct }, \
  { "slct.b" #N ".f32 $d, $a, $b, $c;", K, 3, { K, K, F32 }, r_slctf }, \
  { "setp.eq.b" #N " $d, $a, $b;", P, 2, { K, K }, r_eq_##N }, \
  { "setp.ne.s" #N " $d, $a, $b;", P, 2, { K, K }, r_ne_##N }, \
  { "setp.lt.u" #N " $d, $a, $b;", P, 2, { K, K }, r_lt_u##N }, \
  { "setp.lo.u" #N " $d, $a, $b;", P, 2, { K, K }, r_lt_u##N }, \
  { "setp.ls.u" #N " $d, $a, $b;", P, 2, { K, K }, r_le_u##N }, \
  { "setp.lt.s" #N " $d, $a, $b;", P, 2, { K, K }, r_lt_s##N }, \
  { "setp.ge.s" #N " $d, $a, $b;", P, 2, { K, K }, r_ge_s##N }, \
  { "setp.gt.s" #N " $d, $a, $b;", P, 2, { K, K }, r_gt_s##N }, \
  { "mov.b" #N " $d, $a;", K, 1, { K }, r_copy },
  I3 (16, I16)
  I3 (32, I32)
  I3 (64, I64)
#define IW(N, K) \
  { "clz.b" #N " $d, $a;", I32, 1, { K }, r_clz_##N }, \
  { "popc.b" #N " $d, $a;", I32, 1, { K }, r_popc_##N }, \
  { "brev.b" #N " $d, $a;", K, 1, { K }, r_brev_##N }, \
  { "bfind.u" #N " $d, $a;", I32, 1, { K }, r_bfind_u##N }, \
  { "bfind.s" #N " $d, $a;", I32, 1, { K }, r_bfind_s##N }, \
  { "bfind.shiftamt.u" #N " $d, $a;", I32, 1, { K }, r_bfinds_u##N }, \
  { "bfe.u" #N " $d, $a, $b, $c;", K, 3, { K, AMT, AMT }, r_bfe_u##N }, \
  { "bfe.s" #N " $d, $a, $b, $c;", K, 3, { K, AMT, AMT }, r_bfe_s##N }, \
  { "{ .reg .u32 p, q; and.b32 p, $c, 63; bfe.u32 q, $c, 8, 6; bfi.b" #N \
    " $d, $a, $b, p, q; }", K, 3, { K, K, I32 }, r_bfi_##N },
  IW (32, I32)
  IW (64, I64)
  { "mul.wide.u16 $d, $a, $b;", I32, 2, { I16, I16 }, r_mulw_u16 },
  { "mul.wide.s16 $d, $a, $b;", I32, 2, { I16, I16 }, r_mulw_s16 },
  { "mul.wide.u32 $d, $a, $b;", I64, 2, { I32, I32 }, r_mulw_u32 },
  { "mul.wide.s32 $d, $a, $b;", I64, 2, { I32, I32 }, r_mulw_s32 },
  { "mad.wide.u16 $d, $a, $b, $c;", I32, 3, { I16, I16, I32 }, r_madw_u16 },
  { "mad.wide.s16 $d, $a, $b, $c;", I32, 3, { I16, I16, I32 }, r_madw_s16 },
  { "mad.wide.u32 $d, $a, $b, $c;", I64, 3, { I32, I32, I64 }, r_madw_u32 },
  { "mad.wide.s32 $d, $a, $b, $c;", I64, 3, { I32, I32, I64 }, r_madw_s32 },
  { "mul24.lo.u32 $d, $a, $b;", I32, 2, { I32, I32 }, r_mul24lo_u },
  { "mul24.lo.s32 $d, $a, $b;", I32, 2, { I32, I32 }, r_mul24lo_s },
  { "mul24.hi.u32 $d, $a, $b;", I32, 2, { I32, I32 }, r_mul24hi_u },
  { "mul24.hi.s32 $d, $a, $b;", I32, 2, { I32, I32 }, r_mul24hi_s },
  { "mad24.lo.u32 $d, $a, $b, $c;", I32, 3, { I32, I32, I32 }, r_mad24 },
  { "add.sat.s32 $d, $a, $b;", I32, 2, { I32, I32 }, r_addsat },
  { "sub.sat.s32 $d, $a, $b;", I32, 2, { I32, I32 }, r_subsat },
  { "mad.hi.sat.s32 $d, $a, $b, $c;", I32, 3, { I32, I32, I32 }, r_madsat },
  { "shf.l.wrap.b32 $d, $a, $b, $c;", I32, 3, { I32, I32, AMT }, r_shf_l },
  { "shf.r.wrap.b32 $d, $a, $b, $c;", I32, 3, { I32, I32, AMT }, r_shf_r },
  { "shf.l.clamp.b32 $d, $a, $b, $c;", I32, 3, { I32, I32, AMT }, r_shf_lc },
  { "shf.r.clamp.b32 $d, $a, $b, $c;", I32, 3, { I32, I32, AMT }, r_shf_rc },
  { "lop3.b32 $d, $a, $b, $c, 0xe8;", I32, 3, { I32, I32, I32 }, r_maj },
  { "lop3.b32 $d, $a, $b, $c, 0x96;", I32, 3, { I32, I32, I32 }, r_parity },
  { "lop3.b32 $d, $a, $b, $c, 0x1b;", I32, 3, { I32, I32, I32 }, r_lop1b },
  { "prmt.b32 $d, $a, $b, $c;", I32, 3, { I32, I32, SEL }, r_prmt },
  { "prmt.b32.f4e $d, $a, $b, $c;", I32, 3, { I32, I32, SEL }, r_f4e },
  { "prmt.b32.b4e $d, $a, $b, $c;", I32, 3, { I32, I32, SEL }, r_b4e },
  { "prmt.b32.rc8 $d, $a, $b, $c;", I32, 3, { I32, I32, SEL }, r_rc8 },
  { "prmt.b32.ecl $d, $a, $b, $c;", I32, 3, { I32, I32, SEL }, r_ecl },
  { "prmt.b32.ecr $d, $a, $b, $c;", I32, 3, { I32, I32, SEL }, r_ecr },
  { "prmt.b32.rc16 $d, $a, $b, $c;", I32, 3, { I32, I32, SEL }, r_rc16 },
  { "dp4a.s32.u32 $d, $a, $b, $c;", I32, 3, { I32, I32, I32 }, r_dp4a },
  { "dp2a.hi.u32.u32 $d, $a, $b, $c;", I32, 3, { I32, I32, I32 }, r_dp2a },
  { "vadd.s32.u32.s32 $d, $a.b0, $b.h1;", I32, 2, { I32, I32 }, r_vadd },
  { "vsub.s32.s32.s32.sat $d, $a, $b;", I32, 2, { I32, I32 }, r_vsubsat },
  { "vabsdiff.u32.s32.s32.add $d, $a, $b, $c;", I32, 3, { I32, I32, I32 },
    r_vabsdiff },
  { "vset.u32.u32.lt $d, $a, $b;", I32, 2, { I32, I32 }, r_vset },
  { "{ .reg .u64 t; add.cc.u64 t, $a, $b; addc.u64 $d, 0, 0; }", I64, 2,
    { I64, I64 }, r_carry },
  /* Floating point.  */
  { "add.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_addf },
  { "sub.rn.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_subf },
  { "mul.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_mulf },
  { "div.rn.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_divf },
  { "fma.rn.f32 $d, $a, $b, $c;", F32, 3, { F32, F32, F32 }, r_fmaf },
  { "mad.rn.f32 $d, $a, $b, $c;", F32, 3, { F32, F32, F32 }, r_fmaf },
  { "sqrt.rn.f32 $d, $a;", F32, 1, { F32 }, r_sqrtf },
  { "rcp.rn.f32 $d, $a;", F32, 1, { F32 }, r_rcpf },
  { "neg.f32 $d, $a;", F32, 1, { F32 }, r_negf },
  { "abs.f32 $d, $a;", F32, 1, { F32 }, r_absf },
  { "min.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_minf },
  { "max.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_maxf },
  { "min.NaN.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_minnanf },
  { "copysign.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_cpsf },
  { "add.ftz.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_addftz },
  { "mul.ftz.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_mulftz },
  { "add.sat.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_addsatf },
  { "mul.rz.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_mulf_rz },
  { "mul.rm.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_mulf_rm },
  { "mul.rp.f32 $d, $a, $b;", F32, 2, { F32, F32 }, r_mulf_rp },
  { "add.f64 $d, $a, $b;", F64, 2, { F64, F64 }, r_addd },
  { "sub.f64 $d, $a, $b;", F64, 2, { F64, F64 }, r_subd },
  { "mul.f64 $d, $a, $b;", F64, 2, { F64, F64 }, r_muld },
  { "div.rn.f64 $d, $a, $b;", F64, 2, { F64, F64 }, r_divd },
  { "fma.rn.f64 $d, $a, $b, $c;", F64, 3, { F64, F64, F64 }, r_fmad },
  { "sqrt.rn.f64 $d, $a;", F64, 1, { F64 }, r_sqrtd },
  { "neg.f64 $d, $a;", F64, 1, { F64 }, r_negd },
  { "abs.f64 $d, $a;", F64, 1, { F64 }, r_absd },
  { "min.f64 $d, $a, $b;", F64, 2, { F64, F64 }, r_mind },
  { "max.f64 $d, $a, $b;", F64, 2, { F64, F64 }, r_maxd },
  { "copysign.f64 $d, $a, $b;", F64, 2, { F64, F64 }, r_cpsd },
#define FC(S, K, T) \
  { "setp." S "." T " $d, $a, $b;", P, 2, { K, K }
#define FCMP(T, K, X) \
  FC ("eq", K, T), r_eq_##X }, FC ("ne", K, T), r_ne_##X }, FC ("lt", K, T), r_lt_##X }, \
  FC ("le", K, T), r_le_##X }, FC ("gt", K, T), r_gt_##X }, FC ("ge", K, T), r_ge_##X }, \
  FC ("equ", K, T), r_equ_##X }, FC ("neu", K, T), r_neu_##X }, FC ("ltu", K, T), r_ltu_##X }, \
  FC ("leu", K, T), r_leu_##X }, FC ("gtu", K, T), r_gtu_##X }, FC ("geu", K, T), r_geu_##X }, \
  FC ("num", K, T), r_num_##X }, FC ("nan", K, T), r_nan_##X },
  FCMP ("f32", F32, f)
  FCMP ("f64", F64, d)
  { "testp.finite.f32 $d, $a;", P, 1, { F32 }, r_fin },
  { "testp.infinite.f32 $d, $a;", P, 1, { F32 }, r_inf },
  { "testp.notanumber.f32 $d, $a;", P, 1, { F32 }, r_notnum },
  { "testp.subnormal.f32 $d, $a;", P, 1, { F32 }, r_subn },
  { "testp.infinite.f64 $d, $a;", P, 1, { F64 }, r_infd },
  /* Conversions.  */
  { "cvt.rn.f32.f64 $d, $a;", F32, 1, { F64 }, r_cvt_f32_f64 },
  { "cvt.rz.f32.f64 $d, $a;", F32, 1, { F64 }, r_cvt_f32_f64_rz },
  { "cvt.rp.f32.f64 $d, $a;", F32, 1, { F64 }, r_cvt_f32_f64_rp },
  { "cvt.rn.f32.s32 $d, $a;", F32, 1, { I32 }, r_f_s32 },
  { "cvt.rn.f32.u64 $d, $a;", F32, 1, { I64 }, r_f_u64 },
  { "cvt.rn.f32.s64 $d, $a;", F32, 1, { I64 }, r_f_s64 },
  { "cvt.rn.f64.s64 $d, $a;", F64, 1, { I64 }, r_d_s64 },
  { "cvt.rn.f64.u64 $d, $a;", F64, 1, { I64 }, r_d_u64 },
  { "cvt.rn.f64.u16 $d, $a;", F64, 1, { I16 }, r_d_u16 },
  { "cvt.rni.f32.f32 $d, $a;", F32, 1, { F32 }, r_rint },
#define F2IT(N, S, K) \
  { "cvt.rzi." #S #N ".f32 $d, $a;", K, 1, { F32 }, r_##S##N##_f_z }, \
  { "cvt.rzi." #S #N ".f64 $d, $a;", K, 1, { F64 }, r_##S##N##_d_z }, \
  { "cvt.rni." #S #N ".f32 $d, $a;", K, 1, { F32 }, r_##S##N##_f_n }, \
  { "cvt.rmi." #S #N ".f64 $d, $a;", K, 1, { F64 }, r_##S##N##_d_m }, \
  { "cvt.rpi." #S #N ".f32 $d, $a;", K, 1, { F32 }, r_##S##N##_f_p },
  F2IT (8, s, I32)
  F2IT (8, u, I32)
  F2IT (16, s, I16)
  F2IT (16, u, I16)
  F2IT (32, s, I32)
  F2IT (32, u, I32)
  F2IT (64, s, I64)
  F2IT (64, u, I64)
  { "cvt.s32.s8 $d, $a;", I32, 1, { I32 }, r_s8_32 },
  { "cvt.u32.u8 $d, $a;", I32, 1, { I32 }, r_u8_32 },
  { "cvt.s8.s32 $d, $a;", I32, 1, { I32 }, r_s8_32 },
  { "cvt.s64.s16 $d, $a;", I64, 1, { I16 }, r_s16_64 },
  { "cvt.s64.s32 $d, $a;", I64, 1, { I32 }, r_s32_64 },
  { "cvt.u64.u32 $d, $a;", I64, 1, { I32 }, r_u32_64 },
  { "cvt.u32.u64 $d, $a;", I32, 1, { I64 }, r_copy },
  { "cvt.sat.s8.s32 $d, $a;", I32, 1, { I32 }, r_sat_s8_s32 },
  { "cvt.sat.u8.s64 $d, $a;", I32, 1, { I64 }, r_sat_u8_s64 },
  { "cvt.sat.u32.s64 $d, $a;", I32, 1, { I64 }, r_sat_u32_s64 },
  { "cvt.sat.s32.u64 $d, $a;", I32, 1, { I64 }, r_sat_s32_u64 },
  { "cvt.sat.u64.s64 $d, $a;", I64, 1, { I64 }, r_sat_u64_s64 },
  { "cvt.rn.f16.f32 $d, $a;", F16, 1, { F32 }, r_f16_f32 },
  { "cvt.f32.f16 $d, $a;", F32, 1, { F16 }, r_f32_f16 },
  { "cvt.rn.f16.s32 $d, $a;", F16, 1, { I32 }, r_f16_s32 },
  { "cvt.rn.bf16.f32 $d, $a;", F16, 1, { F32 }, r_bf16_f32 },
  { "add.f16 $d, $a, $b;", F16, 2, { F16, F16 }, r_addh },
  { "mul.rn.f16 $d, $a, $b;", F16, 2, { F16, F16 }, r_mulh },
  { "add.f16x2 $d, $a, $b;", F16X2, 2, { F16X2, F16X2 }, r_addh2 },
  { "setp.lt.f16 $d, $a, $b;", P, 2, { F16, F16 }, r_lth },
};

/* Directed roundings of products whose error fma gives exactly.  */
static const struct row directed[] = {
  { "mul.rz.f64 $d, $a, $b;", F64, 2, { NORMAL, NORMAL }, r_muld_rz },
  { "mul.rm.f64 $d, $a, $b;", F64, 2, { NORMAL, NORMAL }, r_muld_rm },
  { "mul.rp.f64 $d, $a, $b;", F64, 2, { NORMAL, NORMAL }, r_muld_rp },
  { "cvt.f64.f32 $d, $a;", F64, 1, { F32 }, r_cvt_f64_f32 },
  { "cvt.rmi.f64.f64 $d, $a;", F64, 1, { F64 }, r_floor },
};

/* One combination of values: 32 bytes of memory.  */
struct item { bits a, b, c, d; };

static void
put (char *out, size_t n, const char *fmt, const struct row *r)
{
  size_t k = 0;
  for (; *fmt && k + 16 < n; fmt++)
    if (*fmt == '$')
      {
	int which = *++fmt == 'd' ? 10 : *fmt - 'a' + 1;
	enum kind t = *fmt == 'd' ? r->d : r->s[*fmt - 'a'];
	k += (size_t) snprintf (out + k, n - k, "%s%d", reg_prefix[t], which);
      }
    else
      out[k++] = *fmt;
  out[k] = 0;
}

static void
load (char *out, size_t n, enum kind t, int which, int offset)
{
  if (t == P)
    snprintf (out, n, "ld.global.u32 %%r30, [%%addr+%d]; "
	      "setp.ne.u32 %%p%d, %%r30, 0;\n", offset, which);
  else
    snprintf (out, n, "ld.global.b%d %s%d, [%%addr+%d];\n", kind_size[t],
	      reg_prefix[t], which, offset);
}

/* Run row R over ITEM, N of them; GUARDED: a third of the lanes must keep
   what D had before.  */
static void
run_row (const struct row *r, struct item *item, unsigned n, unsigned block,
	 bool guarded, const char *mode)
{
  char ptx[6000], insn[600], pre[3][160] = { "", "", "" }, old[160], post[200];
  put (insn, sizeof insn, r->insn, r);
  for (int k = 0; k < r->n; k++)
    load (pre[k], sizeof pre[k], r->s[k], k + 1, 8 * k);
  load (old, sizeof old, r->d, 10, 24);
  if (r->d == P)
    snprintf (post, sizeof post, "selp.u32 %%r30, 1, 0, %%p10; "
	      "cvt.u64.u32 %%rd19, %%r30;\n");
  else
    snprintf (post, sizeof post, "%s", "");
  char store[200];
  if (r->d == P)
    snprintf (store, sizeof store, "st.global.u64 [%%addr+24], %%rd19;\n");
  else
    snprintf (store, sizeof store, "st.global.b%d [%%addr+24], %s10;\n",
	      kind_size[r->d], reg_prefix[r->d]);
  bool block_form = *insn == '{';
  snprintf (ptx, sizeof ptx, HEADER
	    ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"
	    ".reg .u64 %%base, %%addr, %%rd<20>; .reg .u32 %%i, %%r<40>;"
	    " .reg .pred %%p<20>, %%g; .reg .f32 %%f<20>; .reg .f64 %%fd<20>;"
	    " .reg .b16 %%h<20>; .reg .b32 %%x<20>;\n"
	    "ld.param.u64 %%base, [buf]; ld.param.u32 %%r31, [n];\n"
	    "mov.u32 %%i, %%tid.x; mov.u32 %%r32, %%ctaid.x;\n"
	    "mov.u32 %%r33, %%ntid.x; mad.lo.u32 %%i, %%r32, %%r33, %%i;\n"
	    "setp.ge.u32 %%g, %%i, %%r31; @%%g bra END;\n"
	    "mad.wide.u32 %%addr, %%i, 32, %%base;\n%s%s%s%s"
	    "rem.u32 %%r34, %%i, 3; setp.ne.u32 %%g, %%r34, 0;\n"
	    "%s%s\n%s%s%sEND: ret;\n}\n", old, pre[0], pre[1], pre[2],
	    !guarded ? "" : block_form ? "@!%g bra OVER;\n" : "@%g ",
	    insn, guarded && block_form ? "OVER:\n" : "", post, store);
  struct vm_options o;
  vm_options_init (&o);
  o.memory = 16 << 20;
  o.threads = 1;
  struct machine m;
  if (!machine_load (&m, &o, ptx))
    {
      check (false, "%s: %s", r->insn, last_message);
      return;
    }
  for (unsigned i = 0; i < n; i++)
    item[i].d = r->d == P ? 1 : 0x5a5a5a5a5a5a5a5a;
  enum vm_result res = machine_run (&m, "k", (n + block - 1) / block, block,
				    0, item, n * sizeof *item, n);
  unsigned bad = 0;
  int size = r->d == P ? 64 : kind_size[r->d];
  for (unsigned i = 0; i < n && res == VM_OK; i++)
    {
      bits want = zx (r->ref (item[i].a, item[i].b, item[i].c), size);
      bits got = zx (item[i].d, size);
      if (guarded && i % 3 == 0)
	want = r->d == P ? 1 : zx (0x5a5a5a5a5a5a5a5a, size);
      if (r->d == F64 && isnan (f64 (want)) && isnan (f64 (got)))
	continue;
      if (want != got && bad++ < 3)
	printf ("  %s (0x%llx, 0x%llx, 0x%llx) = 0x%llx, not 0x%llx\n",
		r->insn, (unsigned long long) item[i].a,
		(unsigned long long) item[i].b, (unsigned long long) item[i].c,
		(unsigned long long) got, (unsigned long long) want);
    }
  check (res == VM_OK && bad == 0, "%s (%s): %s, %u of %u wrong", r->insn,
	 mode, vm_result_name (res), bad, n);
  machine_free (&m);
}

static void
test_row (const struct row *r)
{
  unsigned n = 1, k = 0;
  if (!r->ref)
    return;
  for (int j = 0; j < r->n; j++)
    n *= (unsigned) n_values[r->s[j]];
  struct item *item = calloc (n, sizeof *item);
  if (!item)
    abort ();
  for (unsigned i = 0; i < n; i++)
    {
      bits *v = &item[i].a;
      k = i;
      for (int j = 0; j < r->n; j++)
	{
	  v[j] = values[r->s[j]][k % (unsigned) n_values[r->s[j]]];
	  k /= (unsigned) n_values[r->s[j]];
	}
    }
  run_row (r, item, n < 300 ? n : 300, 1, false, "one lane");
  run_row (r, item, n, 64, false, "whole warps");
  run_row (r, item, n, 64, true, "some lanes");
  free (item);
}

/* The second source as a constant takes a handler of its own.  */
static void
test_constant (const struct row *r)
{
  if (!r->ref || r->n < 2 || r->s[1] == F16 || r->s[1] == F16X2
      || r->s[1] == SEL || r->s[1] == P || r->s[1] == NORMAL)
    return;
  if (strchr (r->insn, '{') || strstr (r->insn, "$b."))
    return;
  for (int j = 0; j < n_values[r->s[1]]; j += 3)
    {
      struct row q = *r;
      char text[300], *at;
      struct item item[196];
      snprintf (text, sizeof text, "%s", r->insn);
      at = strstr (text, "$b");
      if (!at)
	return;
      char tail[200];
      snprintf (tail, sizeof tail, "%s", at + 2);
      bits v = values[r->s[1]][j];
      if (kind_size[r->s[1]] == 16)
	snprintf (at, sizeof text - (size_t) (at - text), "%lld%s",
		  (long long) sx (v, 16), tail);
      else
	snprintf (at, sizeof text - (size_t) (at - text),
		  r->s[1] == F32 ? "0f%08llx%s"
		  : r->s[1] == F64 ? "0d%016llx%s" : "0x%llx%s",
		  (unsigned long long) v, tail);
      q.insn = text;
      q.n = r->n == 3 ? 3 : 1;
      unsigned n = (unsigned) n_values[r->s[0]];
      unsigned n3 = r->n == 3 ? (unsigned) n_values[r->s[2]] : 1;
      for (unsigned i = 0; i < n * n3; i++)
	item[i] = (struct item) { values[r->s[0]][i % n], v,
				  r->n == 3 ? values[r->s[2]][i / n] : 0, 0 };
      n *= n3;
      run_row (&q, item, n, 1, false, "constant, one lane");
      run_row (&q, item, n, 32, false, "constant, whole warp");
      run_row (&q, item, n, 32, true, "constant, some lanes");
    }
}

/* Approximations, within the bounds that the manual gives.  */
static void
test_approximate (void)
{
  static const struct { const char *op; double (*f) (double); double bound; }
  t[] = {
    { "sin.approx.f32", sin, 0x1p-20 }, { "cos.approx.f32", cos, 0x1p-20 },
    { "ex2.approx.f32", exp2, 0x1p-22 }, { "lg2.approx.f32", log2, 0x1p-22 },
    { "tanh.approx.f32", tanh, 0x1p-11 }
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    {
      char ptx[1500];
      snprintf (ptx, sizeof ptx, HEADER
		".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"
		".reg .u64 %%b; .reg .u32 %%i; .reg .f32 %%f;\n"
		"ld.param.u64 %%b, [buf]; mov.u32 %%i, %%tid.x;\n"
		"mad.wide.u32 %%b, %%i, 4, %%b; ld.global.f32 %%f, [%%b];\n"
		"%s %%f, %%f; st.global.f32 [%%b], %%f; ret;\n}\n", t[k].op);
      float v[64], x[64];
      for (int i = 0; i < 64; i++)
	v[i] = x[i] = (float) (i + 1) * 0.049f;
      struct vm_options o;
      vm_options_init (&o);
      enum vm_result r = run_once (&o, ptx, 1, 64, v, sizeof v);
      double worst = 0;
      for (int i = 0; i < 64; i++)
	{
	  double want = t[k].f ((double) x[i]);
	  double e = fabs ((double) v[i] - want) / (fabs (want) > 1 ? fabs (want) : 1);
	  worst = e > worst ? e : worst;
	}
      check (r == VM_OK && worst <= t[k].bound, "%s: error %g", t[k].op,
	     worst);
    }
}

int
main (void)
{
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    {
      test_row (&rows[k]);
      test_constant (&rows[k]);
    }
  for (size_t k = 0; k < sizeof directed / sizeof *directed; k++)
    test_row (&directed[k]);
  test_approximate ();
  return finish_tests ();
}
