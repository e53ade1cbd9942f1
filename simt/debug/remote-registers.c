/* GDB's remote protocol: registers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* LLDB takes any registers, with the numbers that DWARF has for them.  Gdb wants those of an
   architecture that it knows: x86-64's, of which the program counter has a meaning, and those
   that the machine says are shown as them.  */

#include <stdlib.h>
#include <string.h>

#include "remote-int.h"

/* ---- What LLDB is told.  */

static void
put_own (FILE *to)
{
  struct remote_register r;
  fputs ("<?xml version=\"1.0\"?><target version=\"1.0\"><feature name=\"accelfix\">",
	 to);
  for (unsigned k = 0; remote_machine->reg (k, &r); k++)
    {
      fprintf (to, "<reg name=\"%s\" bitsize=\"%u\" regnum=\"%u\" group=\"%s\" ",
	       r.name, r.bits, k, r.set);
      fputs (r.bits > 64 ? "type=\"vec\" encoding=\"vector\" format=\"vector-uint32\""
	     : "type=\"int\" encoding=\"uint\" format=\"hex\"", to);
      if (r.dwarf >= 0)
	fprintf (to, " dwarf_regnum=\"%d\" ehframe_regnum=\"%d\"", r.dwarf, r.dwarf);
      if (r.role)
	fprintf (to, " generic=\"%s\"", r.role);
      fputs ("/>", to);
    }
  fputs ("</feature></target>", to);
}

/* ---- What gdb is told.  */

static const struct { const char *names; unsigned bits; const char *type; } plain[] =
{
  { "rax rbx rcx rdx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15", 64, "int64" },
  { "rip", 64, "code_ptr" },
  { "eflags cs ss ds es fs gs", 32, "int32" },
  { "st0 st1 st2 st3 st4 st5 st6 st7", 80, "i387_ext" },
  { "fctrl fstat ftag fiseg fioff foseg fooff fop", 32, "int" }
};

/* Call FN with each, its number, name, bits and type.  */

static void
each_plain (void (*fn) (unsigned k, const char *name, unsigned bits, const char *type,
			void *), void *closure)
{
  unsigned k = 0;
  for (size_t row = 0; row < ARRAY_SIZE (plain); row++)
    for (const char *p = plain[row].names; *p;)
      {
	char name[8];
	size_t n = strcspn (p, " ");
	snprintf (name, sizeof name, "%.*s", (int) n, p);
	fn (k++, name, plain[row].bits, plain[row].type, closure);
	p += n + (p[n] == ' ');
      }
}

static void
describe_plain (unsigned k, const char *name, unsigned bits, const char *type,
		void *closure)
{
  fprintf (closure, "<reg name=\"%s\" bitsize=\"%u\" type=\"%s\" regnum=\"%u\"/>", name,
	   bits, type, k);
}

/* What P has in the register that is shown as NAME of x86-64.  */

static uint64_t
shown_as (const struct place *p, const char *name)
{
  struct remote_register r;
  uint8_t bytes[REMOTE_REGISTER];
  uint64_t v = 0;
  for (unsigned k = 0; remote_machine && remote_machine->reg (k, &r); k++)
    if (r.plain && !strcmp (r.plain, name) && remote_machine->get (p, k, bytes))
      memcpy (&v, bytes, 8);
  return v;
}

struct plain_wanted
{
  FILE *to;
  const struct place *p;
  unsigned k;			/* All, if it is ~0.  */
  bool found;
};

static void
value_plain (unsigned k, const char *name, unsigned bits, const char *type,
	     void *closure)
{
  struct plain_wanted *x = closure;
  uint8_t bytes[10] = { 0 };
  uint64_t v = 0;
  (void) type;
  if (x->k != ~0u && x->k != k)
    return;
  if (!strcmp (name, "rip"))
    v = (uintptr_t) x->p->pc;
  else if (name[0] == 'r')
    v = shown_as (x->p, name);
  memcpy (bytes, &v, 8);
  hex_put (x->to, bytes, bits / 8);
  x->found = true;
}

/* ---- Both.  */

const char *
registers_document (void)
{
  static char *text[2];
  bool own = remote_lldb && remote_machine;
  size_t n;
  if (!text[own])
    {
      FILE *to = open_memstream (&text[own], &n);
      if (!to)
	abort ();
      if (own)
	put_own (to);
      else
	{
	  fputs ("<?xml version=\"1.0\"?><target version=\"1.0\">"
		 "<architecture>i386:x86-64</architecture><osabi>none</osabi>"
		 "<feature name=\"org.gnu.gdb.i386.core\">", to);
	  each_plain (describe_plain, to);
	  fputs ("</feature></target>", to);
	}
      fclose (to);
    }
  return text[own];
}

bool
register_put (FILE *to, const struct place *p, unsigned k)
{
  struct remote_register r;
  uint8_t bytes[REMOTE_REGISTER];
  struct plain_wanted x = { to, p, k, false };
  if (!remote_lldb || !remote_machine)
    {
      each_plain (value_plain, &x);
      return x.found;
    }
  if (!remote_machine->reg (k, &r))
    return false;
  if (remote_machine->get (p, k, bytes))
    hex_put (to, bytes, r.bits / 8);
  else
    for (unsigned i = 0; i < r.bits / 8; i++)
      fputs ("xx", to);
  return true;
}

void
registers_put (FILE *to, const struct place *p)
{
  struct plain_wanted x = { to, p, ~0u, false };
  if (!remote_lldb || !remote_machine)
    each_plain (value_plain, &x);
  else
    for (unsigned k = 0; register_put (to, p, k); k++)
      ;
}

bool
register_set (const struct place *p, unsigned k, const char *digits)
{
  struct remote_register r;
  uint8_t bytes[REMOTE_REGISTER];
  return (remote_lldb && remote_machine && remote_machine->reg (k, &r)
	  && hex_bytes (digits, bytes, r.bits / 8) && remote_machine->put (p, k, bytes));
}
