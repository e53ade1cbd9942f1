/* Graphviz output of a function's control flow.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ptx-int.h"

/* Put the name of BLOCK into BUF: entry, exit, its label, or its line.  */

void
block_name (const struct flow *f, int32_t block, char *buf, size_t size)
{
  const struct ptx_block *b = &f->cfg->blocks[block];

  if (block == 0)
    snprintf (buf, size, "entry");
  else if ((uint32_t) block == f->cfg->n_blocks - 1)
    snprintf (buf, size, "exit");
  else if (b->label >= 0)
    snprintf (buf, size, "%s", f->func->labels[b->label].name);
  else
    snprintf (buf, size, "line %u", f->func->insns[b->first].line
				    + f->func->unit->line_base);
}

/* Print LEN bytes at S as the inside of a Graphviz string.  */

static void
dot_text (FILE *out, const char *s, size_t len)
{
  for (size_t i = 0; i < len; i++)
    switch (s[i])
      {
      case '"': case '\\':
	fprintf (out, "\\%c", s[i]);
	break;
      case '\n': case '\t': case '\r':
	fputc (' ', out);
	break;
      default:
	if ((unsigned char) s[i] >= 32)
	  fputc (s[i], out);
      }
}

/* Write the CFG of F as a Graphviz digraph: blocks with bad reads in red, the
   blocks and edges of a path to each of them in orange, ends that run on
   dashed.  */

void
write_dot (FILE *out, const struct flow *f, const struct bad_reads *reads,
	   const struct bad_ends *ends)
{
  const struct ptx_cfg *cfg = f->cfg;
  uint32_t n = cfg->n_blocks;
  const char **colour = ptx_xcalloc (n, sizeof *colour);
  bool *bad_insn = ptx_xcalloc (f->func->n_insns, sizeof *bad_insn);
  bool *dashed = ptx_xcalloc (n, sizeof *dashed);
  int32_t *next_on_path = ptx_xcalloc (n, sizeof *next_on_path);
  char name[300];

  for (uint32_t b = 0; b < n; b++)
    next_on_path[b] = -1;
  for (size_t i = 0; i < reads->n; i++)
    {
      int32_t *path;
      size_t len = bad_read_path (f, &reads->v[i], &path);

      for (size_t k = 0; k + 1 < len; k++)
	{
	  if (!colour[path[k]])
	    colour[path[k]] = "orange";
	  next_on_path[path[k]] = path[k + 1];
	}
      free (path);
      colour[cfg->insn_block[reads->v[i].insn]] = "red";
      bad_insn[reads->v[i].insn] = true;
    }
  for (size_t i = 0; i < ends->n; i++)
    if (ends->v[i].insn >= 0)
      {
	dashed[cfg->insn_block[ends->v[i].insn]] = true;
	bad_insn[ends->v[i].insn] = true;
      }

  fprintf (out, "digraph \"");
  dot_text (out, f->func->sym->name, strlen (f->func->sym->name));
  fprintf (out, "\" {\n  node [shape=box, fontname=\"monospace\", "
	   "fontsize=10];\n");
  for (uint32_t b = 0; b < n; b++)
    {
      block_name (f, b, name, sizeof name);
      fprintf (out, "  b%u [label=\"", b);
      dot_text (out, name, strlen (name));
      fprintf (out, "\\l");
      for (int32_t i = cfg->blocks[b].first; b + 1 < n
					     && i <= cfg->blocks[b].last; i++)
	{
	  const struct ptx_insn *insn = &f->func->insns[i];

	  fprintf (out, "%s%u: ", bad_insn[i] ? "> " : "  ",
		   insn->line + f->func->unit->line_base);
	  dot_text (out, f->func->unit->text + insn->start,
		    insn->end - insn->start);
	  fprintf (out, "\\l");
	}
      fprintf (out, "\"");
      if (colour[b])
	fprintf (out, ", color=%s, penwidth=2", colour[b]);
      else if (!f->reachable[b])
	fprintf (out, ", color=gray, fontcolor=gray");
      fprintf (out, "];\n");
    }
  for (uint32_t b = 0; b < n; b++)
    for (uint32_t k = 0; k < cfg->blocks[b].n_succ; k++)
      {
	int32_t s = cfg->blocks[b].succ[k];

	fprintf (out, "  b%u -> b%d", b, s);
	if (next_on_path[b] == s)
	  fprintf (out, " [color=orange, penwidth=2]");
	else if (dashed[b])
	  fprintf (out, " [style=dashed, color=red]");
	fprintf (out, ";\n");
      }
  fprintf (out, "}\n");
  free (colour);
  free (bad_insn);
  free (dashed);
  free (next_on_path);
}
