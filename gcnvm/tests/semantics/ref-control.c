/* The reference: scalar comparisons, constants of 16 bits, branches.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Vega manual 12.2 SOPK, 12.4 SOPC, 12.5 SOPP; 3.5 for the MODE register.  */

#include "ref.h"

extern bool ref_control (struct ref_wave *w, const struct gcn_insn *in);

/* Compares A with B as FUNCTION, numbered as in SOPC and SOPK.  */

static bool
compare (unsigned function, uint32_t a, uint32_t b)
{
  int32_t i = a, j = b;
  switch (function)
    {
    case 0: case 6: return a == b;
    case 1: case 7: return a != b;
    case 2: return i > j;
    case 3: return i >= j;
    case 4: return i < j;
    case 5: return i <= j;
    case 8: return a > b;
    case 9: return a >= b;
    case 10: return a < b;
    default: return a <= b;
    }
}

static bool
sopc (struct ref_wave *w, const struct gcn_insn *in)
{
  enum gcn_op op = ref_op (in);
  bool wide_a = (op == GCN_OP_s_cmp_eq_u64 || op == GCN_OP_s_cmp_lg_u64
		 || op == GCN_OP_s_bitcmp0_b64 || op == GCN_OP_s_bitcmp1_b64);
  bool wide_b = op == GCN_OP_s_cmp_eq_u64 || op == GCN_OP_s_cmp_lg_u64;
  uint64_t a = ref_scalar_source (w, in, in->src[0], wide_a ? 64 : 32,
				  REF_UNSIGNED);
  uint64_t b = ref_scalar_source (w, in, in->src[1], wide_b ? 64 : 32,
				  REF_UNSIGNED);
  switch (op)
    {
    case GCN_OP_s_cmp_eq_i32: case GCN_OP_s_cmp_lg_i32:
    case GCN_OP_s_cmp_gt_i32: case GCN_OP_s_cmp_ge_i32:
    case GCN_OP_s_cmp_lt_i32: case GCN_OP_s_cmp_le_i32:
    case GCN_OP_s_cmp_eq_u32: case GCN_OP_s_cmp_lg_u32:
    case GCN_OP_s_cmp_gt_u32: case GCN_OP_s_cmp_ge_u32:
    case GCN_OP_s_cmp_lt_u32: case GCN_OP_s_cmp_le_u32:
      w->scc = compare (op - GCN_OP_s_cmp_eq_i32, a, b);
      return true;
    case GCN_OP_s_bitcmp0_b32:
      w->scc = !(a >> (b & 31) & 1);
      return true;
    case GCN_OP_s_bitcmp1_b32:
      w->scc = a >> (b & 31) & 1;
      return true;
    case GCN_OP_s_bitcmp0_b64:
      w->scc = !(a >> (b & 63) & 1);
      return true;
    case GCN_OP_s_bitcmp1_b64:
      w->scc = a >> (b & 63) & 1;
      return true;
    case GCN_OP_s_cmp_eq_u64:
      w->scc = a == b;
      return true;
    case GCN_OP_s_cmp_lg_u64:
      w->scc = a != b;
      return true;
    default:
      return false;
    }
}

/* S_GETREG, S_SETREG: SIMM16 = { size - 1, offset, register }.  Only the MODE
   register is known.  */

static uint32_t
hwreg_mask (const struct gcn_insn *in)
{
  unsigned size = (in->simm >> 11) + 1;
  return size >= 32 ? UINT32_MAX : (UINT32_C (1) << size) - 1;
}

static bool
hwreg (struct ref_wave *w, const struct gcn_insn *in)
{
  unsigned offset = in->simm >> 6 & 31;
  uint32_t mask = hwreg_mask (in);
  if ((in->simm & 63) != 1)
    w->trouble = "a hardware register other than MODE";
  switch (ref_op (in))
    {
    case GCN_OP_s_getreg_b32:
      w->s[in->dst] = w->mode >> offset & mask;
      return true;
    case GCN_OP_s_setreg_b32:
      w->mode = (w->mode & ~(mask << offset))
		| (w->s[in->src[0]] & mask) << offset;
      return true;
    case GCN_OP_s_setreg_imm32_b32:
      w->mode = (w->mode & ~(mask << offset))
		| (in->literal & mask) << offset;
      return true;
    default:
      return false;
    }
}

static bool
sopk (struct ref_wave *w, const struct gcn_insn *in)
{
  enum gcn_op op = ref_op (in);
  uint32_t k = (uint32_t) (int32_t) (int16_t) in->simm;
  switch (op)
    {
    case GCN_OP_s_movk_i32:
      w->s[in->dst] = k;
      return true;
    case GCN_OP_s_cmovk_i32:
      if (w->scc)
	w->s[in->dst] = k;
      return true;
    case GCN_OP_s_cmpk_eq_i32: case GCN_OP_s_cmpk_lg_i32:
    case GCN_OP_s_cmpk_gt_i32: case GCN_OP_s_cmpk_ge_i32:
    case GCN_OP_s_cmpk_lt_i32: case GCN_OP_s_cmpk_le_i32:
      w->scc = compare (op - GCN_OP_s_cmpk_eq_i32, w->s[in->src[0]], k);
      return true;
    case GCN_OP_s_cmpk_eq_u32: case GCN_OP_s_cmpk_lg_u32:
    case GCN_OP_s_cmpk_gt_u32: case GCN_OP_s_cmpk_ge_u32:
    case GCN_OP_s_cmpk_lt_u32: case GCN_OP_s_cmpk_le_u32:
      w->scc = compare (op - GCN_OP_s_cmpk_eq_i32, w->s[in->src[0]],
			in->simm);
      return true;
    case GCN_OP_s_addk_i32:
      {
	int64_t sum = (int64_t) (int32_t) w->s[in->dst] + (int16_t) in->simm;
	w->s[in->dst] = sum;
	w->scc = sum != (int32_t) sum;
	return true;
      }
    case GCN_OP_s_mulk_i32:
      w->s[in->dst] *= k;
      return true;
    case GCN_OP_s_call_b64:
      ref_set_pair (w, in->dst, w->next_pc);
      w->next_pc += (int64_t) (int16_t) in->simm * 4;
      return true;
    default:
      return hwreg (w, in);
    }
}

static bool
sopp (struct ref_wave *w, const struct gcn_insn *in)
{
  bool taken = false;
  switch (ref_op (in))
    {
    case GCN_OP_s_endpgm: case GCN_OP_s_endpgm_saved:
      w->ended = true;
      return true;
    case GCN_OP_s_nop: case GCN_OP_s_waitcnt: case GCN_OP_s_sleep:
    case GCN_OP_s_setprio: case GCN_OP_s_icache_inv: case GCN_OP_s_barrier:
    case GCN_OP_s_wakeup: case GCN_OP_s_incperflevel:
    case GCN_OP_s_decperflevel: case GCN_OP_s_ttracedata:
      return true;
    case GCN_OP_s_sethalt:
      if (in->simm & 1)
	w->trouble = "a wave that halts";
      return true;
    case GCN_OP_s_branch:
      taken = true;
      break;
    case GCN_OP_s_cbranch_scc0:
      taken = !w->scc;
      break;
    case GCN_OP_s_cbranch_scc1:
      taken = w->scc;
      break;
    case GCN_OP_s_cbranch_vccz:
      taken = ref_pair (w, GCN_VCC) == 0;
      break;
    case GCN_OP_s_cbranch_vccnz:
      taken = ref_pair (w, GCN_VCC) != 0;
      break;
    case GCN_OP_s_cbranch_execz:
      taken = ref_exec (w) == 0;
      break;
    case GCN_OP_s_cbranch_execnz:
      taken = ref_exec (w) != 0;
      break;
    default:
      return false;
    }
  if (taken)
    w->next_pc += (int64_t) (int16_t) in->simm * 4;
  return true;
}

bool
ref_control (struct ref_wave *w, const struct gcn_insn *in)
{
  switch (in->row->enc)
    {
    case GCN_ENC_SOPC:
      return sopc (w, in);
    case GCN_ENC_SOPK:
      return sopk (w, in);
    default:
      return sopp (w, in);
    }
}
