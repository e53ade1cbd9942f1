/* Initialisers of variables ("Initializers").
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <string.h>

#include "ptx-int.h"

struct init
{
  struct ptx_symbol *sym;
  const uint64_t *dims;
  unsigned n_dims;
  uint64_t n;			/* Elements seen, for `[]'.  */
  uint64_t elt_size;
  uint64_t size_alloc;
  uint32_t relocs_alloc;
};

static void
init_room (struct ptx_parser *p, struct init *in, uint64_t bytes)
{
  if (bytes <= in->size_alloc)
    return;
  uint64_t a = in->size_alloc ? in->size_alloc : 64;
  while (a < bytes)
    a *= 2;
  uint8_t *to = ptx_arena_alloc (p->arena, a);
  if (in->size_alloc)
    memcpy (to, in->sym->init, in->size_alloc);
  in->sym->init = to;
  in->size_alloc = a;
}

static void
init_element (struct ptx_parser *p, struct init *in, uint64_t index)
{
  struct ptx_value v;
  struct ptx_symbol *s = in->sym;
  uint64_t bits, at = index * in->elt_size;

  if (!ptx_p_expr (p, &v))
    return;
  init_room (p, in, at + in->elt_size);
  if (v.kind == PTX_V_ADDR)
    {
      unsigned shift = 0;

      if (v.masked)
	{
	  while (shift < 64 && v.mask != 0xffull << shift)
	    shift += 8;
	  if (shift == 64)
	    {
	      ptx_p_error (p, "a mask selects one byte, as 0xff00 does");
	      return;
	    }
	}
      else if (in->elt_size < 4 || ptx_type_float_p (s->type))
	{
	  ptx_p_error (p, "an address does not fit in an element of type .%s",
		       ptx_type_name (s->type));
	  return;
	}
      if (v.sym->kind == PTX_SYM_PARAM || v.sym->space == PTX_REG)
	{
	  ptx_p_error (p, "the address of `%s' is not constant",
		       v.sym->name);
	  return;
	}
      if (s->n_relocs == in->relocs_alloc)
	{
	  uint32_t a = in->relocs_alloc ? in->relocs_alloc * 2 : 8;
	  struct ptx_reloc *r = ptx_arena_alloc (p->arena, a * sizeof *r);

	  if (s->n_relocs)
	    memcpy (r, s->relocs, s->n_relocs * sizeof *r);
	  s->relocs = r;
	  in->relocs_alloc = a;
	}
      s->relocs[s->n_relocs++] = (struct ptx_reloc)
	{ .offset = at, .sym = v.sym, .addend = v.imm,
	  .size = v.masked ? 1 : in->elt_size, .shift = shift,
	  .generic = v.generic };
      return;
    }
  if (s->type == PTX_F32 || s->type == PTX_F64)
    {
      /* An integer initialises a float by value.  */
      if (v.kind == PTX_V_INT)
	ptx_value_set_double (&v, ptx_value_double (&v));
    }
  else if (v.kind == PTX_V_FLOAT && !ptx_type_float_p (s->type)
	   && s->type != PTX_B16 && s->type != PTX_B32 && s->type != PTX_B64)
    {
      ptx_p_error (p, "a floating-point value does not fit in an element "
		   "of type .%s", ptx_type_name (s->type));
      return;
    }
  if (!ptx_value_bits (&v, s->type, &bits))
    return;
  for (uint64_t i = 0; i < in->elt_size && i < 8; i++)
    s->init[at + i] = bits >> (8 * i);
}

/* A `{ ... }' of dimension DIM that begins at element BASE.  */

static void
init_list (struct ptx_parser *p, struct init *in, unsigned dim, uint64_t base)
{
  uint64_t step = 1, i = 0;

  for (unsigned d = dim + 1; d < in->n_dims; d++)
    step *= in->dims[d];
  if (!ptx_p_expect (p, '{'))
    return;
  if (ptx_p_accept (p, '}'))
    return;
  do
    {
      if (ptx_p_is (p, '}') && i)
	break;			/* A trailing comma.  */
      /* dims[0] is 0 for `[]'.  */
      bool open = dim == 0 && in->dims[0] == 0;
      if (!open && i >= in->dims[dim] && !(dim + 1 < in->n_dims
					   && !ptx_p_is (p, '{')))
	{
	  ptx_p_error (p, "too many initialisers for `%s'", in->sym->name);
	  return;
	}
      if ((base + (i + 1) * step) * in->elt_size > PTX_MAX_INIT)
	{
	  ptx_p_error (p, "`%s' is initialised with more than 1 GiB",
		       in->sym->name);
	  return;
	}
      if (dim + 1 < in->n_dims && ptx_p_is (p, '{'))
	init_list (p, in, dim + 1, base + i * step);
      else if (dim + 1 < in->n_dims)
	{
	  /* Flat initialisers in an array of arrays.  */
	  uint64_t total = step * (open ? UINT64_MAX / step : in->dims[dim]);
	  if (i >= total)
	    {
	      ptx_p_error (p, "too many initialisers for `%s'",
			   in->sym->name);
	      return;
	    }
	  init_element (p, in, base + i);
	}
      else
	init_element (p, in, base + i);
      i++;
      uint64_t seen = base + i * (dim + 1 < in->n_dims ? step : 1);
      if (seen > in->n)
	in->n = seen;
    }
  while (ptx_p_accept (p, ','));
  ptx_p_expect (p, '}');
}

/* The initialiser of SYM, behind `='.  DIMS are the N_DIMS array bounds, the
   first 0 when it was left open: then the size of SYM is set here.  The
   elements of vector types count as one more dimension.  */

void
ptx_p_initialiser (struct ptx_parser *p, struct ptx_symbol *sym,
		   const uint64_t *dims, unsigned n_dims)
{
  uint64_t all_dims[18];
  struct init in = { .sym = sym, .dims = all_dims, .n_dims = n_dims,
		     .elt_size = ptx_type_size (sym->type) };
  uint64_t row = 1;

  for (unsigned i = 0; i < n_dims; i++)
    all_dims[i] = dims[i];
  if (sym->vec > 1)
    all_dims[in.n_dims++] = sym->vec;
  for (unsigned i = 1; i < in.n_dims; i++)
    row *= all_dims[i];
  if (sym->size > PTX_MAX_INIT)
    {
      ptx_p_error (p, "`%s' is initialised and larger than 1 GiB", sym->name);
      return;
    }
  if (in.n_dims == 0)
    {
      if (ptx_p_is (p, '{'))
	{
	  all_dims[0] = 1;
	  in.n_dims = 1;
	  init_list (p, &in, 0, 0);
	}
      else
	init_element (p, &in, 0);
    }
  else
    init_list (p, &in, 0, 0);
  if (p->failed)
    return;
  if (n_dims && dims[0] == 0)
    {
      uint64_t rows = (in.n + row - 1) / row;

      sym->n_elts = rows * (row / (sym->vec ? sym->vec : 1));
      sym->size = rows * row * in.elt_size;
      sym->extern_array = false;
    }
  p->init_bytes += sym->size;
  if (p->init_bytes > PTX_MAX_INIT)
    {
      ptx_p_error (p, "more than 1 GiB of initialised variables");
      return;
    }
  init_room (p, &in, sym->size);
}
