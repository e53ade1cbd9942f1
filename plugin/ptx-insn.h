/* What one instruction is in the PTX that nvptx prints.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Registers are seen in units: what PTX declares as one register.  A pseudo
   of TImode or of a complex mode is printed as two (%r22$0 and %r22$8), and
   the elements of a vector (%r22.x, %r22.y) are written one by one.  */

#ifndef ACCELFIX_PTX_INSN_H
#define ACCELFIX_PTX_INSN_H

extern bool ptx_falls_through_p (rtx_insn *insn);
extern bool ptx_prints_nothing (rtx_insn *insn);
extern bool ptx_return_reads_value (void);

struct ptx_unit
{
  unsigned regno;
  unsigned char index;		/* Of the unit in its register.  */
  unsigned char count;		/* Units of the register.  */
};

/* How a register of MODE is divided: the number of units, at most
   PTX_MAX_UNITS.  */
enum { PTX_MAX_UNITS = 4 };
extern unsigned ptx_units_of_mode (machine_mode mode);

/* Called by ptx_scan_insn for each unit INDEX of REGNO that INSN reads or
   writes.  */
class ptx_refs
{
public:
  virtual void read (unsigned regno, unsigned index) = 0;
  /* CERTAIN: the unit is set whenever the insn is reached.  */
  virtual void write (unsigned regno, unsigned index, bool certain) = 0;

  /* Whether the current function calls nothing.  That is asked at each region,
     and finding it out takes a walk over all insns.  */
  bool leaf_p ()
  {
    if (m_leaf < 0)
      m_leaf = crtl->is_leaf || leaf_function_p ();
    return m_leaf;
  }

private:
  int m_leaf = -1;
};
extern void ptx_scan_insn (rtx_insn *insn, ptx_refs *refs);

#endif /* ACCELFIX_PTX_INSN_H */
