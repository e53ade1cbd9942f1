/* One function as the M0 pass sees it (amdgcn).
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

/* The pass is m0.cc, with the reasons for all of this.  What an insn means for
   M0 is said by m0-events.cc, what flows where by m0-flow.cc.  */

#ifndef ACCELFIX_M0_FUNCTION_H
#define ACCELFIX_M0_FUNCTION_H

#if ACCELFIX_GCN

/* What an insn means for M0.  */
enum
{
  M0_NEEDS = 1,			/* Must see the function's value.  */
  M0_READS = 2,			/* May use a value that the user put there.  */
  M0_CLOBBERS = 4,		/* Leaves a foreign value.  */
  M0_SETS = 8,			/* The prologue's write.  */
  M0_RENEWS = 16,		/* A call that leaves a good value.  */
  M0_HAZARD = 32,		/* Wants a wait state after a write.  */
  M0_WRITES_LAST = 64,		/* Its last instruction writes M0.  */
  M0_GDS = 128,
  M0_EMPTY = 256		/* An asm without instructions.  */
};

const unsigned M0_EVENTS = (M0_NEEDS | M0_READS | M0_CLOBBERS | M0_SETS
			    | M0_RENEWS);

/* An insn with an effect, or the end of a block where INSN is null.  The
   stretch is what lies between the event before it and this one.  */
struct m0_event
{
  rtx_insn *insn;
  unsigned flags;
  bool user_live;		/* A user's value may be read after the
				   stretch.  */
  bool may_end;			/* The function may end after the stretch
				   without a need.  */
  bool foreign;			/* M0 may be foreign in the stretch.  */
  int in, out, edge;		/* In the network.  */
};

class m0_function
{
public:
  m0_function ();
  ~m0_function ();
  void execute ();

private:
  bool m_limits_lds;		/* M0 matters to LDS, FLAT, calls, returns.  */
  unsigned m_seen;		/* All flags that some insn has.  */
  rtx m_value;			/* The prologue's constant, the register that
				   it was saved to, or null.  */
  rtx_insn *m_prologue_set;
  auto_vec<rtx_insn *> m_prologue_uses;
  int m_n_blocks;
  vec<m0_event> *m_blocks;	/* Events by block, the last being its end.  */
  auto_vec<int> m_depth;	/* Loop depths where there is no profile.  */

  unsigned classify (rtx_insn *);
  bool live_across_p (basic_block, unsigned) const;
  void find_prologue ();
  void collect ();
  void loop_depths ();
  void solve_flow ();
  gcov_type cost (basic_block, gcov_type, bool) const;
  rtx_insn *restore_seq () const;
  void restore_in (basic_block, const m0_event &);
  void save_value ();
  void cut_and_restore ();
  void exchange_around (basic_block, rtx_insn *);
  void remove_prologue ();
  bool writes_last_p (basic_block);
  void wait_states ();
};

static inline rtx
m0_reg ()
{
  return gen_rtx_REG (SImode, M0_REG);
}

#endif /* ACCELFIX_GCN */
#endif /* ACCELFIX_M0_FUNCTION_H */
