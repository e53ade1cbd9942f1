/* The record of LDS use that an object carries (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* LDS variables are placed unit by unit, and no linker places them again.
   Whether two units that are linked together put variables of one kernel at
   the same address can be told only where both are seen: in the image.  So
   each object says in a section of its own, .accelfix.lds, which is not
   loaded, what gcncheck needs to find that out.  The linker puts the records of
   all units one behind the other.

   A record is text, one fact a line, so that any ELF tool shows it:

     accelfix-lds 1 METHOD UNIT    begins the record of UNIT
     f N FLAGS NAME		   function N; FLAGS: k kernel, v visible in
				   other units, a address taken, i calls
				   through pointers, - none of these
     c N M			   function N calls function M
     x N NAME			   function N calls NAME of another unit
     a NAME			   the unit takes the address of NAME, which is
				   another unit's
     d N OFFSET SIZE NAME	   LDS variable N
     r N M			   function N refers to variable M
     end

   The call graph is that after inlining.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "cgraph.h"
#include "gcn-kernel.h"
#include "lds-record.h"

#if ACCELFIX_GCN

/* The name of DECL in the assembly.  */

static const char *
name_of (tree decl)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  return *name == '*' ? name + 1 : name;
}

/* Adds the line on function NODE.  */

void
lds_record::add_function (cgraph_node *node)
{
  char flags[5], *at = flags;
  unsigned number = m_index.elements ();
  accelfix_keep (node->decl);
  m_index.put (node->decl, number);
  if (gcn_kernel_p (node->decl))
    *at++ = 'k';
  if (TREE_PUBLIC (node->decl) && node->externally_visible)
    *at++ = 'v';
  if (node->address_taken)
    *at++ = 'a';
  bool indirect = false;
  cgraph_edge *e;
  auto_vec<cgraph_node *> queue;
  queue.safe_push (node);
  while (!queue.is_empty ())
    {
      cgraph_node *n = queue.pop ();
      indirect |= n->indirect_calls != NULL;
      for (e = n->callees; e; e = e->next_callee)
	if (e->callee->inlined_to)
	  queue.safe_push (e->callee);
    }
  if (indirect)
    *at++ = 'i';
  if (at == flags)
    *at++ = '-';
  *at = 0;
  m_lines.safe_push (xasprintf ("f %u %s %s", number, flags,
				name_of (node->decl)));
}

/* Adds the lines on the calls of NODE, which is part of function NUMBER: it,
   or what was inlined into it.  */

void
lds_record::add_calls (unsigned number, cgraph_node *node)
{
  auto_vec<cgraph_node *> queue;
  hash_set<tree> seen;
  queue.safe_push (node);
  while (!queue.is_empty ())
    {
      cgraph_node *n = queue.pop ();
      for (cgraph_edge *e = n->callees; e; e = e->next_callee)
	{
	  if (e->callee->inlined_to)
	    {
	      queue.safe_push (e->callee);
	      continue;
	    }
	  cgraph_node *callee = e->callee->ultimate_alias_target ();
	  if (seen.add (callee->decl))
	    continue;
	  unsigned *index = m_index.get (callee->decl);
	  m_lines.safe_push (index
			     ? xasprintf ("c %u %u", number, *index)
			     : xasprintf ("x %u %s", number,
					  name_of (callee->decl)));
	}
    }
}

/* Adds the lines on functions of other units whose address NODE takes.  */

void
lds_record::add_addresses (symtab_node *node)
{
  ipa_ref *ref = NULL;
  for (unsigned i = 0; node->iterate_reference (i, ref); i++)
    if (cgraph_node *f = dyn_cast<cgraph_node *> (ref->referred))
      if (ref->use == IPA_REF_ADDR && !f->definition)
	m_lines.safe_push (xasprintf ("a %s", name_of (f->decl)));
}

/* Takes down the unit's functions and calls.  */

void
lds_record::collect ()
{
  cgraph_node *node;
  varpool_node *v;
  FOR_EACH_FUNCTION (node)
    if (node->definition && !node->inlined_to && !node->alias)
      add_function (node);
  FOR_EACH_FUNCTION (node)
    {
      if (node->definition && !node->inlined_to && !node->alias)
	add_calls (*m_index.get (node->decl), node);
      add_addresses (node);
    }
  FOR_EACH_VARIABLE (v)
    add_addresses (v);
}

/* Notes that FUNCTION refers to VARIABLE, a number.  */

void
lds_record::use (tree function, unsigned variable)
{
  unsigned *index = m_index.get (function);
  if (!index)
    return;
  if (!m_used.add ((uint64_t) *index << 32 | variable))
    m_uses.safe_push ({ *index, variable });
}

static void
print_line (FILE *file, const char *text)
{
  fputs ("\t.ascii\t\"", file);
  for (; *text; text++)
    {
      if (*text == '"' || *text == '\\')
	putc ('\\', file);
      putc (*text, file);
    }
  fputs ("\\n\"\n", file);
}

/* Prints the record to FILE: all of it between BEGIN and END, with the
   variables by calls of VARIABLE.  */

void
lds_record::begin (FILE *file, const char *method) const
{
  const char *unit = main_input_filename ? main_input_filename : "unit";
  char *line = concat ("accelfix-lds 1 ", method, " ", unit, NULL);
  fputs ("\t.section\t.accelfix.lds,\"\",@progbits\n", file);
  print_line (file, line);
  free (line);
  for (const char *l : m_lines)
    print_line (file, l);
}

void
lds_record::variable (FILE *file, unsigned number, unsigned offset,
		      unsigned HOST_WIDE_INT size, const char *name) const
{
  char *line = xasprintf ("d %u %u %lu %s", number, offset,
			  (unsigned long) size, name);
  print_line (file, line);
  free (line);
}

void
lds_record::end (FILE *file) const
{
  for (const used &u : m_uses)
    {
      char *line = xasprintf ("r %u %u", u.function, u.variable);
      print_line (file, line);
      free (line);
    }
  print_line (file, "end");
}

#endif /* ACCELFIX_GCN */
