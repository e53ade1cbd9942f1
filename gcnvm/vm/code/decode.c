/* The GCN machine: instructions of code that is loaded.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/code.h"

/* Makes of null registers in IN what needs no further thought: zero, or a place
   that nobody reads.  */

static void
replace_null (struct gcn_insn *in)
{
  for (int i = 0; i < 3; i++)
    if (in->src[i] == GCN_NULL)
      in->src[i] = GCN_INT_0;
  if (in->dst == GCN_NULL)
    in->dst = GCN_SINK;
  if (in->sdst == GCN_NULL)
    in->sdst = GCN_SINK;
  if (in->soffset == GCN_NULL)
    in->soffset = GCN_NO_OPERAND;
}

const char *
code_decode (const struct gcnvm_code *code, uint64_t address,
	     struct gcn_insn *in)
{
  uint64_t left = (code->desc.base + code->desc.size - address) / 4;
  enum gcn_cpu cpu = code->vm->opt.cpu;
  const char *error = gcn_decode (code_word (address), left > 3 ? 3 : left, cpu,
				  in);
  if (cpu & GCN_RDNA)
    replace_null (in);
  return error;
}

bool
in_pair_p (unsigned code, unsigned regs, unsigned pair)
{
  return code != GCN_NO_OPERAND && code < pair + 2 && code + regs > pair;
}

bool
writes_pair_p (const struct gcn_insn *in, unsigned pair)
{
  const struct gcn_row *r = in->row;
  bool vector = r->enc >= GCN_ENC_VOP1 && r->enc <= GCN_ENC_VOP3P;
  return in_pair_p (in->dst, vector ? 1 : gcn_type_regs ((enum gcn_type) r->d,
							 GCN_GFX906), pair);
}

bool
writes_exec_p (const struct gcn_insn *in)
{
  return (in->row->flags & GCN_F_WEXEC || writes_pair_p (in, GCN_EXEC)
	  || in_pair_p (in->sdst, 2, GCN_EXEC));
}
