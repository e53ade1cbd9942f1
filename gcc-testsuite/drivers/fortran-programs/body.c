/* Generator of random Fortran programs with OpenMP or OpenACC: statements and functions.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

bool acc;
unsigned n_functions;
static unsigned n_subroutines;
static char *privates = "";

void
add_private (const char *name)
{
  privates = str ("%s%s%s", privates, *privates ? ", " : "", name);
}

char *
take_private (void)
{
  char *text = *privates ? str (" private(%s)", privates) : "";
  privates = "";
  return text;
}

/* A variable of each iteration's own, with what DECLARATION says behind its name.  */

static char *
own (const char *letter, const char *type, const char *shape)
{
  char *name = str ("%s%u", letter, fresh ());
  decl ("%s :: %s%s", type, name, shape);
  add_private (name);
  return name;
}

static void
nested (unsigned fuel, unsigned depth)
{
  indent (2);
  emit_body (fuel, depth);
  indent (-2);
}

/* What is done with an array of integers, and with one of rank 2.  */

static void
local_array (void)
{
  static const enum type types[] = { T_INT4, T_INT4, T_INT2, T_INT8, T_REAL8 };
  enum type t = types[rnd (5)];
  unsigned n = between (2, 7);
  char *p = own ("p", type_names[t], str ("(%u)", n)), *q = NULL;
  char *j = own ("j", "integer", "");
  const struct array *a = row ();
  if (chance (40))
    code ("%s = %s", p, to_type (t, "@1"));
  else if (chance (40) && a && a->type == t && a->n[0] >= n)
    code ("%s = %s(%d:%d)", p, a->name, a->low[0], a->low[0] + (int) n - 1);
  else
    {
      code ("do %s = 1, %u", j, n);
      unsigned count = value_count ();
      add_value (j);
      code ("  %s(%s) = %s", p, j, to_type (t, "@2"));
      forget_values (count);
      code ("end do");
    }
  for (unsigned k = between (1, 3); k; k--)
    switch (rnd (10))
      {
      case 0:
	code ("where (mod (%s, %s) > 1)", p, to_type (t, "3"));
	code ("  %s = %s", p, to_type (t, "@1"));
	if (chance (60))
	  {
	    code ("elsewhere");
	    code ("  %s = %s / 2", p, p);
	  }
	code ("end where");
	break;
      case 1:
	code ("%s(2:) = %s(:%u)", p, p, n - 1);
	break;
      case 2:
	code ("%s = %s(%u:1:-1)", p, p, n);
	break;
      case 3:
	code ("%s = cshift (%s, %d)", p, p, (int) rnd (5) - 2);
	break;
      case 4:
	if (!q)
	  q = own ("q", type_names[t], str ("(%u, %u)", n, n));
	code ("%s = spread (%s, %u, %u)", q, p, between (1, 2), n);
	code ("%s(1, :) = %s", q, to_type (t, "@1"));
	code (chance (50) ? "%s = %s(2, :)" : "%s = %s(:, 1)", p, q);
	break;
      case 5:
	if (!q)
	  q = own ("q", type_names[t], str ("(%u, %u)", n, n));
	code ("%s = %s", q, to_type (t, "@1"));
	code ("%s(:, 2) = mod (%s, %s)", q, p, to_type (t, "9"));
	code ("%s = mod (%s, %s)", q, q, to_type (t, "7"));
	code ("%s = mod (%s, %s)", p, p, to_type (t, "11"));
	code (chance (50) ? "%s = matmul (%s, %s)" : "%s = matmul (transpose (%s), %s)", p, q,
	      p);
	break;
      case 6:
	code ("forall (%s = 1:%u, mod (%s, 2) == 0) %s(%s) = %s", j, n, j, p, j,
	      to_type (t, "@1"));
	break;
      case 7:
	code ("do concurrent (%s = 1:%u)", j, n);
	code ("  %s(%s) = %s", p, j, to_type (t, str ("iand (@1 + %s, 65535)", j)));
	code ("end do");
	break;
      case 8:
	code ("%s = merge (%s, %s, %s > %s)", p, p, to_type (t, "@1"), p, to_type (t, "30"));
	break;
      default:
	code ("%s = mod (mod (%s, %s) + %s, %s)", p, p, to_type (t, "500"),
	      to_type (t, "iand (@1, 63)"), to_type (t, "60"));
      }
  code ("r = iand (r + %s, 65535)",
	from_type (t, chance (50) ? str ("sum (mod (%s, %s))", p, to_type (t, "13"))
		   : str ("%s(1 + mod (@0, %u))", p, n)));
}

static void
local_record (void)
{
  char *t = own ("t", "type(rec)", ""), *u = t;
  code ("%s = %s", t, to_type (T_RECORD, "@1"));
  switch (rnd (4))
    {
    case 0:
      code ("%s%%v(1 + mod (r, 3)) = %s", t, to_type (T_INT2, "iand (@1, 255)"));
      break;
    case 1:
      u = own ("t", "type(rec)", "");
      code ("%s = %s", u, t);
      code ("%s%%b = %s%%b + %u", u, t, rnd (9));
      break;
    case 2:
      code ("associate (vv => %s%%v)", t);
      code ("  vv(2) = %s", to_type (T_INT2, "iand (@1, 511)"));
      code ("end associate");
      break;
    default:
      code ("%s%%c = achar (48 + mod (r, 10)) // 'k'", t);
    }
  code ("r = %s", from_type (T_RECORD, u));
}

static void
local_text (void)
{
  char *s = own ("s", "character(8)", "");
  code ("%s = 'ab' // achar (97 + mod (@1, 26)) // 'cde'", s);
  if (chance (50))
    code ("%s(2:3) = %s(1:2)", s, s);
  if (chance (50))
    code ("%s(1 + mod (r, 8):) = 'zy'", s);
  switch (rnd (4))
    {
    case 0:
      code ("if (%s == 'abacde' .or. %s < 'abm') r = ieor (r, 5)", s, s);
      break;
    case 1:
      code ("r = iand (r + len_trim (%s) * 7, 65535)", s);
      break;
    case 2:
      code ("select case (%s(3:3))", s);
      code ("case ('a':'m')");
      code ("  r = ieor (r, 9)");
      code ("case default");
      code ("  r = @1");
      code ("end select");
      break;
    default:
      code ("r = iand (r + iachar (%s(4:4)) + index (%s, 'c'), 65535)", s, s);
    }
}

static void
inner_loop (unsigned fuel, unsigned depth)
{
  char *j = own ("j", "integer", "");
  unsigned count = value_count ();
  switch (rnd (4))
    {
    case 0:
      code ("do %s = mod (@1, 5), 0, -1", j);
      break;
    case 1:
      code ("do %s = 1, %u, %u", j, between (2, 20), between (1, 4));
      break;
    case 2:
      code ("do %s = 1, mod (@1, 6)", j);
      break;
    default:
      code ("%s = 0", j);
      code ("do while (%s < 5 .and. @c)", j);
      code ("  %s = %s + 1", j, j);
    }
  add_value (j);
  nested (fuel, depth);
  if (chance (40))
    code ("  if (@c) %s", chance (50) ? "exit" : "cycle");
  code ("  r = iand (r * 3 + %s, 65535)", j);
  code ("end do");
  forget_values (count);
}

static void
scope (unsigned fuel, unsigned depth)
{
  unsigned count = value_count ();
  char *q = str ("q%u", fresh ());
  if (chance (50))
    {
      code ("associate (%s => @2)", q);
      add_value (q);
      nested (fuel, depth);
      code ("end associate");
    }
  else
    {
      char *v = str ("v%u", fresh ());
      code ("block");
      code ("  integer :: %s, %s(4)", q, v);
      code ("  %s = @2", q);
      code ("  %s = %s", v, q);
      code ("  %s(1 + mod (r, 4)) = @1", v);
      add_value (q);
      nested (fuel, depth);
      code ("  r = iand (r + sum (%s), 65535)", v);
      code ("end block");
    }
  forget_values (count);
}

void
emit_body (unsigned fuel, unsigned depth)
{
  for (; fuel; fuel--)
    switch (rnd (depth ? 12 : 7))
      {
      case 0: case 1:
	code ("r = @3");
	break;
      case 2:
	code ("if (@c) r = @2");
	break;
      case 3:
	if (n_subroutines)
	  /* In parentheses: a dummy that changes must not be another one, too.  */
	  code ("call g%u (r, (@1))", rnd (n_subroutines));
	break;
      case 4:
	local_array ();
	break;
      case 5:
	local_record ();
	break;
      case 6:
	local_text ();
	break;
      case 7: case 8:
	inner_loop (between (1, 2), depth - 1);
	break;
      case 9:
	code ("if (@c) then");
	nested (between (1, 2), depth - 1);
	if (chance (50))
	  {
	    code ("else");
	    nested (1, depth - 1);
	  }
	code ("end if");
	break;
      case 10:
	code ("select case (mod (@1, 6))");
	code ("case (0)");
	nested (1, depth - 1);
	code ("case (2:4)");
	nested (1, depth - 1);
	code ("case default");
	code ("  r = @2");
	code ("end select");
	break;
      default:
	scope (1, depth - 1);
      }
}

static void
function_head (void)
{
  decl (acc ? "!$acc routine seq" : "!$omp declare target");
}

void
emit_functions (void)
{
  for (unsigned k = 0; k < 3; k++)
    {
      begin_procedure ("%s integer function f%u", chance (50) ? "elemental" : "pure", k);
      add_dummy ("x", "");
      add_dummy ("y", "");
      function_head ();
      decl ("integer, intent(in) :: x, y");
      decl ("integer :: r");
      unsigned count = value_count ();
      add_value ("x");
      add_value ("y");
      code ("r = @1");
      add_value ("r");
      emit_body (between (1, 3), 1);
      code ("f%u = r", k);
      forget_values (count);
      take_private ();
      end_procedure ("end function");
      n_functions = k + 1;
    }
  for (unsigned k = 0; k < 2; k++)
    {
      begin_procedure ("pure subroutine g%u", k);
      add_dummy ("r", "");
      add_dummy ("y", "");
      function_head ();
      decl ("integer, intent(inout) :: r");
      decl ("integer, %s :: y", chance (50) ? "value" : "intent(in)");
      unsigned count = value_count ();
      add_value ("y");
      add_value ("r");
      emit_body (between (1, 4), 2);
      forget_values (count);
      take_private ();
      end_procedure ("end subroutine");
      n_subroutines = k + 1;
    }
}
