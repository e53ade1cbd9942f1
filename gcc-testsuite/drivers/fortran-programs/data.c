/* Generator of random Fortran programs with OpenMP or OpenACC: types, arrays and what
   maps them.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <stdio.h>

const char *const type_names[N_TYPES] =
{
  "integer(1)", "integer(2)", "integer(4)", "integer(8)", "real(4)", "real(8)",
  "logical", "complex", "character(3)", "type(rec)"
};

char *
to_type (enum type type, const char *v)
{
  switch (type)
    {
    case T_INT1: return str ("int (iand (%s, 127), 1)", v);
    case T_INT2: return str ("int (iand (%s, 32767), 2)", v);
    case T_INT4: return str ("%s", v);
    case T_INT8: return str ("int (%s, 8)", v);
    case T_REAL4: return str ("real (iand (%s, 1023))", v);
    case T_REAL8: return str ("real (iand (%s, 4095), 8)", v);
    case T_LOGICAL: return str ("btest (%s, 2)", v);
    case T_COMPLEX: return str ("cmplx (iand (%s, 255), iand (%s, 63))", v, v);
    case T_CHARACTER: return str ("achar (40 + mod (%s, 20)) // 'x' // achar (70 + mod (%s, 9))",
				  v, v);
    default:
      return str ("rec (iand (%s, 4095), real (iand (%s, 255), 8), "
		  "[3_2, int (iand (%s, 63), 2), 1_2], 'u' // achar (66 + iand (%s, 7)))",
		  v, v, v, v);
    }
}

char *
from_type (enum type type, const char *x)
{
  switch (type)
    {
    case T_INT1: case T_INT2: return str ("iand (int (%s), 65535)", x);
    case T_INT4: return str ("iand (%s, 65535)", x);
    case T_INT8: return str ("int (iand (%s, 65535_8))", x);
    case T_REAL4: case T_REAL8: return str ("iand (int (%s), 65535)", x);
    case T_LOGICAL: return str ("merge (3, 8, %s)", x);
    case T_COMPLEX:
      return str ("iand (int (real (%s)) + 3 * int (aimag (%s)), 65535)", x, x);
    case T_CHARACTER: return str ("iachar (%s(3:3))", x);
    default:
      return str ("iand (%s%%a + int (%s%%b) + %s%%v(2) + iachar (%s%%c(2:2)), 65535)", x, x,
		  x, x);
    }
}

/* The bounds of an array in each dimension.  */

struct bounds
{
  int low[MOST_RANK], high[MOST_RANK];
};

static char *
bounds_text (const struct bounds *b, unsigned rank)
{
  char *text = "";
  for (unsigned k = 0; k < rank; k++)
    text = str ("%s%s%d:%d", text, k ? ", " : "", b->low[k], b->high[k]);
  return text;
}

/* Any shape.  */

static char *
deferred (unsigned rank)
{
  return rank == 1 ? ":" : rank == 2 ? ":, :" : ":, :, :";
}

/* Loops over all elements of the array NAME of rank RANK, whose statement is BODY, in which
   the indexes are k1 and so on.  */

static char *
all_elements (const char *name, unsigned rank, const char *body)
{
  char *text = "";
  for (unsigned k = rank; k; k--)
    text = str ("%s    do k%u = lbound (%s, %u), ubound (%s, %u)\n", text, k, name, k, name,
		k);
  text = str ("%s      %s\n", text, body);
  for (unsigned k = 0; k < rank; k++)
    text = str ("%s    end do\n", text);
  return text;
}

static char *
element (const char *name, unsigned rank)
{
  return str ("%s(%s)", name, rank == 1 ? "k1" : rank == 2 ? "k1, k2" : "k1, k2, k3");
}

/* Declare NAME, allocatable, a pointer, or an array as it stands; HOW is which.  */

enum how { ALLOCATABLE, POINTER, FIXED };

static void
declare (const char *name, enum type type, unsigned rank, const struct bounds *b,
	 enum how how)
{
  if (how == FIXED)
    decl ("%s%s :: %s(%s)", type_names[type], chance (20) ? ", target" : "", name,
	  bounds_text (b, rank));
  else
    {
      decl ("%s, %s :: %s(%s)", type_names[type],
	    how == POINTER ? "pointer" : "allocatable", name, deferred (rank));
      code ("allocate (%s(%s))", name, bounds_text (b, rank));
    }
}

static void
fill (const char *name, enum type type, unsigned rank)
{
  char *value = str ("iand (%s + %u, 1023)", str ("k1 * %u%s", between (3, 40),
					  rank == 1 ? "" : rank == 2 ? " + k2 * 5"
					  : " + k2 * 5 + k3"), rnd (500));
  code ("%s", all_elements (name, rank, str ("%s = %s", element (name, rank),
					     to_type (type, value))));
}

/* As a dummy, whose actual argument, NAME outside, was declared as HOW says.  */

static void
declare_dummy (const char *name, enum type type, unsigned rank, const struct bounds *b,
	       enum how how)
{
  const char *t = type_names[type];
  char *text = "";
  switch (rnd (4))
    {
    case 0:
      for (unsigned k = 0; k < rank; k++)
	text = str ("%s%s%d:", text, k ? ", " : "", b->low[k]);
      decl ("%s%s :: %s(%s)", t, chance (30) ? ", intent(inout)" : chance (20)
	    ? ", contiguous" : "", name, text);
      return;
    case 1:
      for (unsigned k = 0; k < rank; k++)
	{
	  char *n = str ("n%u", fresh ());
	  add_dummy (n, str ("%d", b->high[k]));
	  decl ("integer%s :: %s", chance (50) ? ", value" : ", intent(in)", n);
	  text = str ("%s%s%d:%s", text, k ? ", " : "", b->low[k], n);
	}
      decl ("%s :: %s(%s)", t, name, text);
      return;
    case 2:
      if (how != FIXED)
	{
	  decl ("%s, %s :: %s(%s)", t, how == POINTER ? "pointer" : "allocatable", name,
		deferred (rank));
	  return;
	}
      /* Fall through.  */
    default:
      decl ("%s :: %s(%s)", t, name, bounds_text (b, rank));
    }
}

static struct array
declare_new (enum type type, unsigned rank, const unsigned *n, bool dummy, bool whole)
{
  struct array a = { .type = type == N_TYPES ? rnd (N_TYPES) : type, .rank = rank,
		     .dummy = dummy, .whole = whole };
  struct bounds b;
  for (unsigned k = 0; k < rank; k++)
    {
      bool part = !a.whole && k + 1 == rank;
      b.low[k] = chance (60) ? 1 : (int) rnd (12) - 6;
      a.low[k] = b.low[k] + (part ? (int) rnd (5) : 0);
      a.n[k] = n[k];
      b.high[k] = a.low[k] + (int) n[k] - 1 + (part ? (int) rnd (5) : 0);
    }
  a.name = str ("a%u", fresh ());
  enum how how = rnd (3);
  if (dummy)
    {
      add_dummy (a.name, a.name);
      declare_dummy (a.name, a.type, rank, &b, how);
      write_outside (true);
    }
  else
    a.fixed = how == FIXED;
  declare (a.name, a.type, rank, &b, how);
  fill (a.name, a.type, rank);
  write_outside (false);
  return a;
}

struct array
declare_array (enum type type, unsigned rank, const unsigned *n, bool dummy)
{
  return declare_new (type, rank, n, dummy, chance (60));
}

struct array
declare_whole (enum type type, unsigned rank, const unsigned *n, bool dummy)
{
  return declare_new (type, rank, n, dummy, true);
}

char *
all_of (const struct array *a)
{
  struct bounds b;
  for (unsigned k = 0; k < a->rank; k++)
    {
      b.low[k] = a->low[k];
      b.high[k] = a->low[k] + (int) a->n[k] - 1;
    }
  return str ("%s(%s)", a->name, bounds_text (&b, a->rank));
}

char *
section (const struct array *a)
{
  if (a->whole && chance (60))
    return a->name;
  char *text = "";
  for (unsigned k = 0; k + 1 < a->rank; k++)
    text = str ("%s:, ", text);
  unsigned last = a->rank - 1;
  if (a->whole && chance (50))
    return str ("%s(%s:)", a->name, text);
  return str ("%s(%s%d:%d)", a->name, text, a->low[last],
	      a->low[last] + (int) a->n[last] - 1);
}

static void
show_lines (const char *name, bool dummy, const char *lines)
{
  char *text = str ("    digest = 1\n%s    print '(a, 1x, i0)', '%s', digest\n", lines, name);
  if (dummy)
    code_after (text);
  else
    code ("%s", text);
}

static char *
add_to_digest (enum type type, const char *text)
{
  return str ("digest = mod (digest * 31 + %s, 2147483647_8)", from_type (type, text));
}

void
show_array (const struct array *a)
{
  show_lines (a->name, a->dummy,
	      all_elements (a->name, a->rank,
			    add_to_digest (a->type, element (a->name, a->rank))));
}

void
show (enum type type, const char *name)
{
  show_lines (name, false, str ("    %s\n", add_to_digest (type, name)));
}

void
print_module_head (void)
{
  puts ("module m\n"
	"  implicit none\n"
	"  type rec\n"
	"    integer :: a\n"
	"    real(8) :: b\n"
	"    integer(2) :: v(3)\n"
	"    character(2) :: c\n"
	"  end type\n"
	"  integer :: table(0:15) = [9, 2, 77, 60000, 4, 31, 8, 255, 0, 12, 1, 6, 1000, 40, 3, &\n"
	"    512]");
  puts (acc ? "  !$acc declare copyin (table)" : "  !$omp declare target (table)");
  puts ("contains\n");
}
