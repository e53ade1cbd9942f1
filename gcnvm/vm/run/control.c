/* Program control beyond branches, and registers of the hardware.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <time.h>

#include "code/sites.h"
#include "run/handlers.h"
#include "simt/profile/profile.h"
#include "simt/base/random.h"

/* Stops W, which continues after U.  */

static const struct uop *
stop_at (struct wave *w, const struct uop *u, enum wave_stop why)
{
  w->next = u + 1;
  w->now = u;
  w->stop = why;
  return NULL;
}

/* Reports that U of W is done with EXEC zero, where that is hardly meant: no
   lane of it did what led there.  A branch on VCC is, if VCC was computed with
   EXEC zero; v_readlane and s_barrier do not look at EXEC.  Some compilers leave EXEC zero
   on purpose, where no instruction depends on it.  */

void
exec_zero (struct wave *w, const struct uop *u)
{
  const struct gcnvm_code *c = code_of (w->vm, u->pc);
  w->now = u;
  if (c && c->desc.exec_zero)
    return;
  wave_report (w, u, GCNVM_R_EXEC, false, -1, 0, NULL, "%s with EXEC zero",
	       gcn_row_name (&gcn_rows[u->row], w->vm->opt.cpu));
}

/* A source line, or a part of one.  */

const struct uop *
op_line (const struct uop *u, struct wave *w)
{
  w->now = u;
  if (w->vm->debugger)
    w->vm->debugger->line (w, u);
  return u + 1;
}

const struct uop *
op_barrier (const struct uop *u, struct wave *w)
{
  return stop_at (w, u, STOP_BARRIER);
}

/* Whoever waits for the host sleeps for long, as newlib's write does.  */

const struct uop *
op_sleep (const struct uop *u, struct wave *w)
{
  if (u->in->simm > SHORT_SLEEP)
    atomic_fetch_add_explicit (&w->vm->sleeps, 1, memory_order_relaxed);
  return stop_at (w, u, STOP_YIELD);
}

/* s_waitcnt with --schedule: others may run here, between a load and the store
   of what was made of it.  */

const struct uop *
op_wait_turn (const struct uop *u, struct wave *w)
{
  const struct uop *to = op_waitcnt (u, w);
  return (to && simt_random_next (&w->group->random) & 1
	  ? stop_at (w, u, STOP_SLICE) : to);
}

const struct uop *
op_waitcnt (const struct uop *u, struct wave *w)
{
  struct access_counts *a = &w->accesses;
  unsigned vm, lgkm;
  wait_limits (u->in, w->vm->opt.cpu, &vm, &lgkm);
  if (vm != -1u && a->issued_vm >= vm && a->issued_vm - vm > a->done_vm)
    a->done_vm = a->issued_vm - vm;
  /* Scalar and flat accesses end in any order: only zero says anything.  */
  if (lgkm && a->unordered > a->done_lgkm)
    lgkm = -1u;
  if (lgkm != -1u && a->issued_lgkm >= lgkm
      && a->issued_lgkm - lgkm > a->done_lgkm)
    a->done_lgkm = a->issued_lgkm - lgkm;
  return u + 1;
}

/* Counts W for --profile; IB is the counter of what wrote EXEC, if that may have
   turned off some of the lanes that were on.  */

const struct uop *
op_profile (const struct uop *u, struct wave *w)
{
  uint64_t exec = wave_exec (w), was = w->counted_exec;
  unsigned lanes = (unsigned) __builtin_popcountll (exec);
  simt_profile_count ((uint32_t) u->ia, lanes, false);
  if (u->ib)
    simt_profile_count ((uint32_t) u->ib, lanes,
			exec && exec != was && !(exec & ~was));
  w->counted_exec = exec;
  return u + 1;
}

const struct uop *
op_trap (const struct uop *u, struct wave *w)
{
  wave_report (w, u, GCNVM_R_TRAP, true, -1, 0, NULL, "s_trap %u",
	       u->in->simm);
  return wave_fail (w, GCNVM_TRAP);
}

/* The end of newlib's abort.  */

const struct uop *
op_abort (const struct uop *u, struct wave *w)
{
  w->now = u;
  wave_report (w, u, GCNVM_R_TRAP, false, -1, 0, NULL, "the wave ends by abort");
  w->stop = STOP_END;
  return NULL;
}

const struct uop *
op_past_end (const struct uop *u, struct wave *w)
{
  w->now = u;
  wave_report (w, u, GCNVM_R_END, true, -1, u->pc, NULL,
	       "execution runs past the end of a function");
  return wave_fail (w, GCNVM_ILLEGAL_INSN);
}

/* Where W goes on at ADDRESS, to which FROM jumps: null after an error.  */

const struct uop *
wave_go (struct wave *w, const struct uop *from, uint64_t address)
{
  const struct uop *u = code_find (w->vm, address);
  if (u)
    return u;
  wave_report (w, from, GCNVM_R_END, true, -1, address, NULL,
	       "jump to 0x%llx, where there is no code",
	       (unsigned long long) address);
  return wave_fail (w, GCNVM_ILLEGAL_INSN);
}

/* The end of what was translated, where that is not a function's.  */

const struct uop *
op_go_on (const struct uop *u, struct wave *w)
{
  w->now = u;
  return wave_go (w, u, u->ia);
}

const struct uop *
op_lacking (const struct uop *u, struct wave *w)
{
  wave_report (w, u, GCNVM_R_INSN, true, -1, u->pc, NULL,
	       "an instruction that this machine does not have");
  return wave_fail (w, GCNVM_INVALID_CODE);
}

/* Computes the sources that are derived from others.  */

const struct uop *
op_special_source (const struct uop *u, struct wave *w)
{
  w->s[GCN_VCCZ] = get64 (&w->s[GCN_VCC]) == 0;
  w->sv[GCN_VCCZ] = get64 (&w->sv[GCN_VCC]) != 0;
  if (UNLIKELY (w->sv[GCN_VCCZ]))
    origin_move (w, GCN_VCCZ, w->sv[GCN_VCC] ? GCN_VCC : GCN_VCC + 1);
  w->s[GCN_EXECZ] = wave_exec (w) == 0;
  return u + 1;
}

/* s_movrels, s_movreld: M0 is added to the number of the source, of the
   destination.  */

const struct uop *
op_movrel (const struct uop *u, struct wave *w)
{
  const struct gcn_insn *in = u->in;
  bool from = (u->row == GCN_OP_s_movrels_b32
	       || u->row == GCN_OP_s_movrels_b64);
  unsigned regs = gcn_type_regs (in->row->d, w->vm->opt.cpu);
  unsigned s = in->src[0], d = in->dst;
  w->now = u;
  if (w->sv[GCN_M0]
      && !w->vm->watch->undef_use (w, u, "register index", GCN_M0, 1, -1))
    return NULL;
  if (from)
    s += w->s[GCN_M0];
  else
    d += w->s[GCN_M0];
  if ((from || s < GCN_FLAT_SCRATCH ? s + regs > GCN_FLAT_SCRATCH : false)
      || d + regs > GCN_FLAT_SCRATCH)
    {
      wave_report (w, u, GCNVM_R_INSN, true, -1, 0, NULL,
		   "M0 is 0x%x: no such scalar register", w->s[GCN_M0]);
      return wave_fail (w, GCNVM_ILLEGAL_INSN);
    }
  uint64_t value = u->ka ? u->ia : 0;
  for (unsigned k = 0; k < regs; k++)
    {
      w->s[d + k] = u->ka ? (uint32_t) (value >> (32 * k)) : w->s[s + k];
      w->sv[d + k] = u->ka ? 0 : w->sv[s + k];
      if (UNLIKELY (w->sv[d + k]))
	origin_move (w, d + k, s + k);
    }
  return u + 1;
}

/* Ticks of the constant clock, 27 MHz, which is what libgomp takes it for; of
   the core's clock, a nanosecond each.  */

const struct uop *
op_time (const struct uop *u, struct wave *w)
{
  struct timespec t;
  w->accesses.unordered = ++w->accesses.issued_lgkm;
  clock_gettime (CLOCK_MONOTONIC, &t);
  uint64_t ns = (uint64_t) t.tv_sec * 1000000000 + t.tv_nsec;
  uint64_t v = u->row == GCN_OP_s_memtime ? ns : ns / 1000 * 27;
  put64 (&w->s[u->in->dst], v);
  put64 (&w->sv[u->in->dst], 0);
  return u + 1;
}

/* The value of hardware register ID.  */

static uint32_t
hardware_register (struct wave *w, unsigned id)
{
  switch (id)
    {
    case 1:
      return w->mode;
    case 2:			/* STATUS: SCC, EXECZ, VCCZ, valid.  */
      return (w->s[GCN_SCC] | (wave_exec (w) == 0) << 9
	      | (get64 (&w->s[GCN_VCC]) == 0) << 10 | 1u << 16);
    case 4:			/* HW_ID: wave, SIMD, unit, engine.  */
      {
	uint64_t g = w->group->id[0];
	return (w->number & 15) | (w->number & 3) << 4 | (g & 15) << 8
	       | (g >> 4 & 3) << 13;
      }
    case 5:			/* GPR_ALLOC  */
      return ((w->n_vgprs - 1) / 4) << 8
	     | ((w->launch->n_sgprs - 1) / 16) << 24;
    case 6:			/* LDS_ALLOC  */
      {
	/* In pieces of that size.  */
	uint32_t piece = w->vm->opt.cpu == GCN_GFX950 ? 1280 : 512;
	return (w->group->lds_size + piece - 1) / piece << 12;
      }
    case 29:			/* SHADER_CYCLES, of RDNA.  */
      if (w->vm->opt.cpu & GCN_RDNA)
	{
	  struct timespec t;
	  clock_gettime (CLOCK_MONOTONIC, &t);
	  return ((uint64_t) t.tv_sec * 1000000000 + t.tv_nsec) & 0xfffff;
	}
      return 0;
    case 15:			/* SH_MEM_BASES  */
      return (gcnvm_private_aperture (w->vm) >> 16)
	     | (gcnvm_shared_aperture (w->vm) >> 16 << 16);
    default:
      return 0;
    }
}

const struct uop *
op_getreg (const struct uop *u, struct wave *w)
{
  unsigned v = u->in->simm, width = (v >> 11) + 1;
  uint32_t r = hardware_register (w, v & 63) >> (v >> 6 & 31);
  if (width < 32)
    r &= (1u << width) - 1;
  w->s[u->in->dst] = r;
  w->sv[u->in->dst] = 0;
  return u + 1;
}

/* Only MODE can be written.  */

const struct uop *
op_setreg (const struct uop *u, struct wave *w)
{
  unsigned v = u->in->simm, at = v >> 6 & 31, width = (v >> 11) + 1;
  uint32_t mask = (width < 32 ? (1u << width) - 1 : UINT32_MAX) << at;
  uint32_t value = u->in->literal;
  if (u->row == GCN_OP_s_setreg_b32)
    {
      w->now = u;
      if (w->sv[u->in->src[0]] & (mask >> at)
	  && !w->vm->watch->undef_use (w, u, "mode", u->in->src[0], 1, -1))
	return NULL;
      value = w->s[u->in->src[0]];
    }
  if ((v & 63) == 1)
    {
      w->mode = (w->mode & ~mask) | (value << at & mask);
      wave_mode (w);
    }
  return u + 1;
}

/* s_round_mode, s_denorm_mode of RDNA: four bits of MODE each.  */

const struct uop *
op_mode (const struct uop *u, struct wave *w)
{
  unsigned at = u->row == GCN_OP_s_denorm_mode ? 4 : 0;
  w->mode = (w->mode & ~(15u << at)) | (u->in->simm & 15u) << at;
  wave_mode (w);
  return u + 1;
}
