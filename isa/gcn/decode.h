/* Decoding of instructions: what decode.c and decode-vector.c share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCN_DECODE_H
#define GCN_DECODE_H

#include "isa.h"

/* Bits HI to LO of W.  */
#define BITS(W, HI, LO) (((W) >> (LO)) & ((2u << ((HI) - (LO))) - 1))

/* What can be wrong.  */
#define GCN_UNKNOWN_OPCODE \
  "unknown opcode"
#define GCN_BAD_OPERAND \
  "an operand code that is reserved"
#define GCN_UNALIGNED \
  "a range of scalar registers that starts at " \
  "an odd place"
#define GCN_CUT_OFF \
  "its second word is missing"
#define GCN_NO_LITERAL \
  "a literal where none can be"
#define GCN_BAD_DPP \
  "a DPP control that is reserved"
#define GCN_BAD_SDWA \
  "an SDWA selection that is reserved"
#define GCN_NO_FORM \
  "a DPP or SDWA form that does not exist"
#define GCN_NOT_ZERO \
  "a field that must be zero"

struct gcn_decoder
{
  struct gcn_insn *in;
  enum gcn_cpu cpu;
  const uint32_t *words;
  const char *error;
  bool literal;			/* One follows.  */
  bool vector;			/* LDS_DIRECT may be a source.  */
};

extern uint16_t gcn_scalar (struct gcn_decoder *, unsigned code, unsigned regs,
			    bool constants);
extern uint16_t gcn_vector (struct gcn_decoder *, unsigned code,
			    enum gcn_type);
extern uint16_t gcn_vgpr (struct gcn_decoder *, unsigned number,
			  unsigned regs);
extern void gcn_take_literal (struct gcn_decoder *, size_t n);

/* decode-vector.c: the words of an instruction whose row is known.  */
extern void gcn_decode_vop (struct gcn_decoder *, uint32_t w, size_t n);
extern void gcn_decode_vop3 (struct gcn_decoder *, uint32_t w, uint32_t w1,
			     size_t n);
extern void gcn_decode_vop3p (struct gcn_decoder *, uint32_t w, uint32_t w1,
			      size_t n);
extern void gcn_decode_vintrp (struct gcn_decoder *, uint32_t w, uint32_t w1);

#endif /* GCN_DECODE_H */
