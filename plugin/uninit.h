/* Which registers of the printed code may be read before they are set.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_UNINIT_H
#define ACCELFIX_UNINIT_H

/* What a block does to the units, and what holds at its start.  All are sets
   of numbers of units.  */
struct unit_sets
{
  bitmap_head use;	/* Read before the block certainly sets it.  */
  bitmap_head def;	/* Certainly set.  */
  bitmap_head gen;	/* Set, perhaps under a predicate.  */
  bitmap_head live_in;	/* Some path from here reads it first.  */
  bitmap_head set_in;	/* Of whoever solves a forward problem.  */
};

/* The units that some block reads before it sets them, numbered in the order
   of the code.  A register whose units are not among those is never read where
   another block has to have set it.  */
class unit_problem : public ptx_refs
{
public:
  unit_problem ();
  ~unit_problem ();

  auto_vec<ptx_unit> units;
  unit_sets &sets (basic_block bb) const { return m_sets[bb->index]; }

  auto_bitmap bad;	/* Those that some path reads before it sets them.  */

  void update ();
  int number (unsigned regno, unsigned index) const;

  static bool left_out_p (unsigned regno);

  void read (unsigned regno, unsigned index) final override;
  void write (unsigned regno, unsigned index, bool certain) final override;

private:
  struct event
  {
    ptx_unit unit;
    int block;
    bool read, set, certain;
  };
  event *event_of (unsigned regno, unsigned index);
  void make_sets (int first);
  void scan (basic_block);
  void take_events ();

  unit_sets *m_sets;		/* By block.  */
  int m_n_sets, m_first_uid;	/* Blocks and insns from these on are new.  */
  bitmap_obstack m_obstack;
  auto_vec<int> m_number;	/* By register: its first unit's number + 1,
				   0, or -1 if the register is left out.  */
  auto_vec<event> m_events;
  auto_vec<int> m_last;		/* By register and unit: its last event,
				   + 1.  */
  int m_block;
};

/* verify.cc.  */
extern void check_registers (unit_problem *problem);

#endif /* ACCELFIX_UNINIT_H */
