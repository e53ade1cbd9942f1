/* Native code: a function as C.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "native/emit.h"

/* Put where operation K can be entered, the first of block B.  */

static void
put_entry (struct emit *e, const struct block *b, uint32_t k)
{
  struct set check;
  for (int j = 0; j < SET_WORDS; j++)
    check.w[j] = b->known.w[j] & e->t->used.w[j];
  put (e, "case %u: ", k);
  memset (&e->known, 0, sizeof e->known);
  put (e, "if (UNLIKELY (%s | 0",
       b->exec == EXEC_ONE ? "S[126] != 1 | S[127] != 0"
       : b->exec == EXEC_OTHER ? "S[126] == 1 & S[127] == 0" : "0");
  put_unknown (e, &check);
  put (e, ")) break; ");
  put_loads (e, &b->live);
  put (e, "goto L%u;\n", k);
}

/* Put the unit; false if there is no memory.  */

static bool
put_unit (struct emit *e)
{
  const struct unit *t = e->t;
  put (e, "#define MODE 0x%xu\n#define CPU %u\n#define UOP_SIZE %zu\n"
       "#define FN_AT %zu\n#define PC_AT %zu\n#define OP_AT %zu\n"
       "#define OP_NATIVE %u\n",
       t->mode, (unsigned) t->vm->opt.cpu, sizeof (struct uop),
       offsetof (struct uop, fn), offsetof (struct uop, pc),
       offsetof (struct uop, op), (unsigned) UOP_NATIVE);
  put (e, "BEGIN\n");
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (&t->used, i) || i == GCN_EXEC || i == GCN_EXEC + 1
	|| i == SET_SCC)
      {
	if (low_p (t, i))
	  put (e, "uint64_t p%u = 0; ", i);
	else if (!half_p (t, i))
	  put (e, "uint%u_t %s; ", i == SET_SCC ? 32 : 64, variable (e, i));
      }
  put (e, "\nswitch (entry) {\n");
  for (uint32_t b = 0; b < t->n_blocks; b++)
    if (t->ops[t->blocks[b].first].kind == K_ENTRY)
      put_entry (e, &t->blocks[b], t->blocks[b].first);
  put (e, "}\nreturn UOP (0, entry + 1);\n");
  for (uint32_t b = 0; b < t->n_blocks; b++)
    {
      const struct block *q = &t->blocks[b];
      if (!q->reached || q->merged)
	continue;
      e->b = q;
      e->known = q->known;
      e->dirty = q->dirty;
      e->exec = q->exec;
      e->counted = 0;
      put (e, "L%u:\n", q->first);
      put_skip (e);
      for (e->k = q->first; e->k < q->end; e->k++)
	{
	  const struct op *o = &t->ops[e->k];
	  struct saves saves;
	  if (o->kind >= K_COUNT || issues_now_p (e, o))
	    put_accesses (e);
	  if (saves_find (t, e->k, q->end, &saves))
	    {
	      put_accesses (e);
	      put_saves (e, &saves);
	      e->k--;
	      continue;
	    }
	  if (call_p (e, o))
	    {
	      put_calls (e);
	      e->k--;
	      continue;
	    }
	  bool sum = e->k + 1 < q->end && sum64_p (e, o, o + 1);
	  bool scalars = e->k + 1 < q->end && scalar_sum64_p (e, o, o + 1);
	  bool both = sum || scalars;
	  if (sum)
	    put_sum64 (e, o, o + 1);
	  else if (scalars)
	    put_scalar_sum64 (e, o, o + 1);
	  else
	    put_op (e, o);
	  for (int i = 0; i <= both; i++)
	    op_done (e, o + i);
	  if (both)
	    {
	      e->counted += sum ? 2 : 0;
	      e->k++;
	    }
	}
      const struct op *last = &t->ops[q->end - 1];
      put_accesses (e);
      if ((last->kind < K_COUNT || last->kind == K_CALL) && q->end < t->n)
	{
	  put (e, "vi += %u; ", e->counted);
	  put_go (e, 1, q->end);
	  put (e, "\n");
	}
      else if (last->kind < K_COUNT || last->kind == K_CALL)
	/* What is after a function's end never comes back.  */
	put (e, "__builtin_unreachable ();\n");
    }
  bool ok = put_exits (e);
  put (e, "FINISH\n");
  return ok;
}

/* The unit as text, WEIGHTS being e->weights; null if there is no memory.  */

static char *
write_text (const struct unit *t, bool force, int64_t *weights)
{
  char *text = NULL;
  size_t size;
  struct exits exits = { NULL, 0, false };
  struct emit e = { .t = t, .f = open_memstream (&text, &size), .exits = &exits,
		    .force = force, .weights = weights };
  if (!e.f)
    return NULL;
  bool ok = put_unit (&e);
  if (fclose (e.f) || !ok)
    {
      free (text);
      return NULL;
    }
  return text;
}

char *
native_write (struct unit *t, bool force)
{
  int64_t weights[SET_N] = { 0 };
  if (!unit_flow (t))
    return NULL;
  if (!force)
    find_hammocks (t);
  /* Once to see what pairs there are.  */
  char *text = write_text (t, force, weights);
  if (!text)
    return NULL;
  free (text);
  choose_pairs (t, weights);
  return write_text (t, force, NULL);
}
