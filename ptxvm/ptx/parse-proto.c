/* Parser: parameters and return values.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "parse-decl.h"

/* A parenthesised list of parameters, RET for those that are returned, of a
   function (ENTRY for a kernel) or a .callprototype.  BIND: make the names
   known in the innermost scope.  */

struct ptx_proto *
ptx_p_proto_part (struct ptx_parser *p, struct ptx_proto *proto, bool ret,
		  bool entry, bool bind)
{
  struct ptx_symbol **list = NULL;
  uint32_t n = 0, alloc = 0;
  uint64_t offset = 0;

  if (!ptx_p_expect (p, '('))
    return proto;
  if (!ptx_p_is (p, ')'))
    do
      {
	struct ptx_decl d = { .space = PTX_GENERIC };
	uint64_t dims[PTX_MAX_DIMS], n_elts = 0;

	if (!ptx_p_space (p, &d.space)
	    || (d.space != PTX_PARAM && (d.space != PTX_REG || entry)))
	  {
	    ptx_p_unexpected (p, entry ? "`.param'" : "`.param' or `.reg'");
	    break;
	  }
	ptx_next (p);
	ptx_p_specifiers (p, &d);
	if (p->failed)
	  break;
	if (p->tok.kind != PTX_T_IDENT)
	  {
	    ptx_p_unexpected (p, "a parameter name");
	    break;
	  }
	if (n == PTX_MAX_ARGS)
	  {
	    ptx_p_error (p, "more than %d parameters", PTX_MAX_ARGS);
	    break;
	  }
	struct ptx_name *name = p->tok.name;
	struct ptx_symbol *s = ptx_new_symbol (p, name, PTX_SYM_PARAM);
	ptx_next (p);
	unsigned n_dims
	  = ptx_p_array_bounds (p, dims, (uint64_t) ptx_type_size (d.type)
			  * (d.vec ? d.vec : 1), &n_elts);
	if (p->failed)
	  break;
	if (n_dims && d.space == PTX_REG)
	  {
	    ptx_p_error (p, "a register cannot be an array");
	    break;
	  }
	ptx_fill_symbol (s, &d, n_dims, dims, n_elts);
	s->param_index = n;
	s->is_return = ret;
	offset = (offset + s->align - 1) & ~(uint64_t) (s->align - 1);
	s->offset = offset;
	offset += s->size;
	if (offset > (1u << 24))
	  {
	    ptx_p_error (p, "more than 16 MiB of parameters");
	    break;
	  }
	PTX_GROW (list, n, alloc);
	list[n++] = s;
	if (bind && strcmp (name->str, "_") != 0)
	  {
	    struct ptx_binding *b
	      = ptx_bind (p, name,
			  d.space == PTX_REG ? PTX_BIND_REG : PTX_BIND_SYM);

	    if (!b)
	      break;
	    b->sym = s;
	    if (d.space == PTX_REG)
	      {
		struct ptx_function *f = p->fn;

		b->index = f->n_regs;
		PTX_GROW (f->regs, f->n_regs, p->regs_alloc);
		f->regs[f->n_regs++] = (struct ptx_reg)
		  { .name = name->str, .type = d.type,
		    .vec = d.vec ? d.vec : 1, .line = s->line };
	      }
	  }
      }
    while (ptx_p_accept (p, ','));
  ptx_p_expect (p, ')');
  if (!p->failed)
    {
      struct ptx_symbol **copy
	= ptx_arena_alloc (p->arena, (n + 1) * sizeof *copy);

      if (n)
	memcpy (copy, list, n * sizeof *copy);
      if (ret)
	{
	  proto->ret = copy;
	  proto->n_ret = n;
	}
      else
	{
	  proto->param = copy;
	  proto->n_param = n;
	}
    }
  free (list);
  return proto;
}
