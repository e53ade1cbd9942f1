/* SIMD regions of GCC's OpenMP code, and the stacks of their lanes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* A function with a simd loop prints (nvptx.cc, nvptx_output_softstack_switch)

     .local.align 8 .b8 %simtstack_ar[136];
     cvta.local.u64 %r26, %simtstack_ar + 136;	  where the region is entered:
     sub.u64 %r26, %r26, 64;			  64 bytes of private variables
     and.b64 %r26, %r26, -16;			  if they are aligned to more
     st.u64 [%r26 + -8], %stack;		  than 8
     sub.u64 %stack, %r26, 8;
     add.u64 %stack, %stack, -16;		  accelfix: room for arguments
     ...
     ld.u64 %stack, [%r26 + -8];		  where it is left

   In between the stack is in the array, and so are the frames of what is
   called.  The size is GCC's guess.  */

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ptx-int.h"

/* More entries than this in one function are not looked at: GCC does not
   print so many, and each takes a walk.  */
#define MAX_ENTRIES 1000

int32_t
find_register (const struct ptx_function *func, const char *name)
{
  for (uint32_t r = 0; r < func->n_regs; r++)
    if (strcmp (func->regs[r].name, name) == 0)
      return (int32_t) r;
  return -1;
}

static bool
reg_p (const struct ptx_operand *o, int32_t reg)
{
  return o->kind == PTX_O_REG && o->reg == reg && reg >= 0;
}

/* True if INSN is OP TO, FROM, with an immediate third operand.  */
bool
stack_insn_p (const struct ptx_insn *insn, enum ptx_op op, int32_t to,
	      int32_t from)
{
  return (insn->op == op && insn->n_operands == 3 && insn->guard < 0
	  && reg_p (&insn->operand[0], to) && reg_p (&insn->operand[1], from)
	  && insn->operand[2].kind == PTX_O_IMM);
}

/* True if INSN leaves a region: it loads the stack pointer.  */
static bool
exit_p (const struct simt *s, const struct ptx_insn *insn)
{
  return insn->op == PTX_OP_LD && reg_p (&insn->operand[0], s->stack);
}

static bool
entry_p (const struct ptx_insn *insn)
{
  return (insn->op == PTX_OP_CVTA && insn->operand[1].kind == PTX_O_SYM
	  && strcmp (insn->operand[1].sym->name, "%simtstack_ar") == 0);
}

/* Add the entry at INSN of S.  */
static void
add_entry (struct simt *s, int32_t insn)
{
  const struct ptx_function *func = s->func;
  const struct ptx_block *b = &s->cfg->blocks[s->cfg->insn_block[insn]];
  struct simt_entry e = { .insn = insn, .last = insn, .align = 8,
			  .ptr = func->insns[insn].operand[0].reg };

  if (func->insns[insn].operand[0].kind != PTX_O_REG)
    return;
  for (int32_t i = insn + 1; i <= b->last; i++)
    {
      const struct ptx_insn *n = &func->insns[i];

      if (n->op == PTX_OP_SUB && reg_p (&n->operand[0], e.ptr)
	  && reg_p (&n->operand[1], e.ptr) && !e.saves)
	e.size = (n->operand[2].kind == PTX_O_IMM && n->operand[2].imm >= 0
		  ? n->operand[2].imm : -1);
      else if (stack_insn_p (n, PTX_OP_AND, e.ptr, e.ptr)
	       && n->operand[2].imm < -8 && n->operand[2].imm > -65536)
	e.align = -n->operand[2].imm;
      else if (n->op == PTX_OP_ST && n->operand[0].kind == PTX_O_MEM_REG
	       && n->operand[0].reg == e.ptr && n->operand[0].imm == -8
	       && reg_p (&n->operand[1], s->stack))
	e.saves = true;
      else if (stack_insn_p (n, PTX_OP_SUB, s->stack, s->stack)
	       && n->operand[2].imm >= 0)
	e.room += n->operand[2].imm;
      else if (stack_insn_p (n, PTX_OP_ADD, s->stack, s->stack)
	       && n->operand[2].imm < 0 && n->operand[2].imm > INT32_MIN)
	e.room -= n->operand[2].imm;
      else if (!stack_insn_p (n, PTX_OP_SUB, s->stack, e.ptr)
	       && !(n->op == PTX_OP_ST && n->space == PTX_SHARED))
	{
	  /* What is moved in between does not matter.  */
	  if (n->op == PTX_OP_CALL || n->op == PTX_OP_LD || n->op == PTX_OP_ST
	      || reg_p (&n->operand[0], s->stack))
	    break;
	  continue;
	}
      e.last = i;
    }
  PTX_GROW (s->entry, s->n, s->alloc);
  s->entry[s->n++] = e;
}

/* Call FN for each instruction that is executed behind the entry E of S and
   before the region is left.  */
void
simt_walk (const struct simt *s, const struct simt_entry *e, simt_fn fn,
	   void *closure)
{
  const struct ptx_cfg *cfg = s->cfg;
  bool *seen = ptx_xcalloc (cfg->n_blocks, sizeof *seen);
  int32_t *stack = ptx_xcalloc (cfg->n_blocks, sizeof *stack);
  uint32_t depth = 0;
  int32_t i = e->last + 1, b = cfg->insn_block[e->insn];

  for (;;)
    {
      bool left = false;

      for (; i <= cfg->blocks[b].last && !left; i++)
	{
	  const struct ptx_insn *insn = &s->func->insns[i];

	  left = exit_p (s, insn) || entry_p (insn);
	  if (!left)
	    fn (closure, i);
	}
      for (uint32_t k = 0; k < cfg->blocks[b].n_succ && !left; k++)
	{
	  int32_t to = cfg->blocks[b].succ[k];

	  if (seen[to])
	    continue;
	  seen[to] = true;
	  stack[depth++] = to;
	}
      if (!depth)
	break;
      b = stack[--depth];
      i = cfg->blocks[b].first;
    }
  free (seen);
  free (stack);
}

static void
mark (void *closure, int32_t insn)
{
  struct simt *s = closure;

  s->inside[insn] = true;
}

/* The SIMD regions of FUNC; NULL if it has none.  */
struct simt *
simt_find (const struct ptx_function *func)
{
  const struct ptx_symbol *array = NULL;

  for (uint32_t k = 0; k < func->n_locals && !array; k++)
    if (strcmp (func->locals[k]->name, "%simtstack_ar") == 0)
      array = func->locals[k];
  if (!array || !func->n_insns)
    return NULL;

  struct simt *s = ptx_xcalloc (1, sizeof *s);

  s->func = func;
  s->size = array->size;
  s->stack = find_register (func, "%stack");
  s->cfg = ptx_cfg_build (func);
  s->inside = ptx_xcalloc (func->n_insns, sizeof *s->inside);
  for (uint32_t i = 0; i < func->n_insns && s->n < MAX_ENTRIES; i++)
    if (entry_p (&func->insns[i]))
      add_entry (s, (int32_t) i);
  for (size_t k = 0; k < s->n; k++)
    simt_walk (s, &s->entry[k], mark, s);
  return s;
}

void
simt_free (struct simt *s)
{
  if (!s)
    return;
  ptx_cfg_free (s->cfg);
  free (s->entry);
  free (s->inside);
  free (s);
}
