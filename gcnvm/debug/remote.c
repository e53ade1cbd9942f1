/* The debugger of amdgcn code: GDB's remote protocol.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Neither LLDB (release 22) nor a gdb that was not built for it has an architecture amdgcn,
   but they read line tables, types and places of variables of any.  So they are given copies
   of the code objects that say they are for x86-64, which LLDB everywhere and Debian's gdb
   know.  The copies' code is branches: LLDB does not know the instructions, and where it
   thinks that it sees none that branches, it does not step, but runs to a breakpoint behind
   them.  Their own idea of x86-64's frames they drop, since call frame information has the
   return address elsewhere.

   For both an address that is in registers is in one: GCC's are in two of 32 bits each, and
   DWARF's number is the first one's.  So the registers with DWARF's numbers are pairs here, and
   GCC's expressions for the CFA, which put the halves together themselves, are rewritten
   in the copy to take the pair; so is the rule for the return address, which is in a
   register, where GCC says that it is in the memory that the register points to.

   LLDB takes any registers, and their DWARF numbers, from us.  Gdb has those of x86-64, so
   call frame information has the numbers of rbp, rsp and r12 in its copy for the frame
   pointer, the stack pointer and the return address.  */

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug-int.h"
#include "simt/debug/remote.h"
#include "simt/dwarf/dw-names.h"

enum { SGPRS = 102 };

/* ---- Registers: those with names, all SGPRs, VGPRs; then pairs of SGPRs, and of what a
   VGPR and the next one have in the selected lane; and two whose names LLDB looks for
   where a function has returned: GCC returns in s24, and s25 if it is larger.  */

enum { PC, EXEC, VCC, M0, SCC, N_NAMED };
static const struct { const char *name; int dwarf; unsigned code, bits; } named[] =
{
  [PC] = { "pc", 16, 0, 64 },
  [EXEC] = { "exec", 17, GCN_EXEC, 64 },
  [VCC] = { "vcc", 768, GCN_VCC, 64 },
  [M0] = { "m0", -1, GCN_M0, 32 },
  [SCC] = { "scc", 128, GCN_SCC, 32 }
};

enum
{
  FIRST_S = N_NAMED, FIRST_V = FIRST_S + SGPRS, FIRST_PAIR = FIRST_V + VGPRS,
  FIRST_LANE = FIRST_PAIR + SGPRS - 1, RAX = FIRST_LANE + VGPRS, XMM0, N_ALL,
  RETURNED = 24
};

static bool
describe (unsigned k, struct remote_register *r)
{
  if (k >= N_ALL)
    return false;
  *r = (struct remote_register) { .bits = 32, .dwarf = -1, .set = "scalar registers" };
  if (k < FIRST_S)
    {
      snprintf (r->name, sizeof r->name, "%s", named[k].name);
      r->bits = named[k].bits;
      r->dwarf = named[k].dwarf;
      r->role = k == PC ? "pc" : NULL;
    }
  else if (k < FIRST_V)
    snprintf (r->name, sizeof r->name, "s%u", k - FIRST_S);
  else if (k < FIRST_PAIR)
    {
      snprintf (r->name, sizeof r->name, "v%u", k - FIRST_V);
      r->bits = 32 * LANES;
      r->set = "vector registers";
    }
  else if (k < FIRST_LANE)
    {
      unsigned s = k - FIRST_PAIR;
      snprintf (r->name, sizeof r->name, "s%u_%u", s, s + 1);
      r->bits = 64;
      r->dwarf = (int) dwarf_of (false, s);
      /* As GCC has them (gcn.h, STACK_POINTER_REGNUM, HARD_FRAME_POINTER_REGNUM).  */
      r->role = s == 16 ? "sp" : s == 14 ? "fp" : NULL;
      r->plain = s == 16 ? "rsp" : s == 14 ? "rbp" : s == 18 ? "r12" : NULL;
      r->set = "pairs of scalar registers";
    }
  else if (k >= RAX)
    {
      snprintf (r->name, sizeof r->name, k == RAX ? "rax" : "xmm0");
      r->bits = k == RAX ? 64 : 128;
      r->plain = k == RAX ? "rax" : NULL;
      r->set = "values that are returned";
    }
  else
    {
      unsigned v = k - FIRST_LANE;
      snprintf (r->name, sizeof r->name, "v%u_lane", v);
      r->bits = 64;
      r->dwarf = (int) dwarf_of (true, v);
      r->set = "vector registers in the selected lane";
    }
  return true;
}

static bool
get (const struct place *p, unsigned k, uint8_t *bytes)
{
  const struct wave *w = wave_of (p);
  if (k == PC)
    memcpy (bytes, &p->pc, 8);
  else if (k < FIRST_S)
    memcpy (bytes, &w->s[named[k].code], named[k].bits / 8);
  else if (k < FIRST_V)
    memcpy (bytes, &w->s[k - FIRST_S], 4);
  else if (k < FIRST_PAIR)
    {
      if (k - FIRST_V >= w->n_vgprs)
	return false;
      memcpy (bytes, w->v[k - FIRST_V], 4 * LANES);
    }
  else if (k < FIRST_LANE)
    memcpy (bytes, &w->s[k - FIRST_PAIR], 8);
  else if (k >= RAX)
    {
      memset (bytes, 0, 16);
      memcpy (bytes, &w->s[RETURNED], 8);
    }
  else
    {
      unsigned v = k - FIRST_LANE;
      if (v >= w->n_vgprs)
	return false;
      memset (bytes, 0, 8);
      memcpy (bytes, &w->v[v][p->lane], 4);
      if (v + 1 < w->n_vgprs)
	memcpy (bytes + 4, &w->v[v + 1][p->lane], 4);
    }
  return true;
}

/* Where a wave goes on cannot be changed.  */

static bool
put (const struct place *p, unsigned k, const uint8_t *bytes)
{
  struct wave *w = p->wave;
  if (k == PC || k >= FIRST_PAIR)
    return false;
  if (k < FIRST_S)
    memcpy (&w->s[named[k].code], bytes, named[k].bits / 8);
  else if (k < FIRST_V)
    memcpy (&w->s[k - FIRST_S], bytes, 4);
  else if (k - FIRST_V < w->n_vgprs)
    memcpy (w->v[k - FIRST_V], bytes, 4 * LANES);
  else
    return false;
  return true;
}

/* ---- Copies of code objects.  */

/* If the N bytes at Q begin with GCC's expression for an address in two registers, (HIGH << 32)
   + LOW, have it take the pair; true then.  */

enum { TWO_HALVES = 10, ONE_PAIR = 3 };

static bool
take_pair (uint8_t *q, size_t n)
{
  if (n < TWO_HALVES || q[0] != OP_BREGX || q[2] || q[3] != OP_CONST1U || q[4] != 32
      || q[5] != OP_SHL || q[6] != OP_BREGX || q[7] + 1 != q[1] || q[8]
      || q[9] != OP_PLUS)
    return false;
  q[1] = q[7];
  memset (q + ONE_PAIR, OP_NOP, TWO_HALVES - ONE_PAIR);
  return true;
}

/* Give the common entry at Q, before END, with the expression there, which is one pair, rules
   for registers that keep their values: LLDB thinks that one without a rule may have been
   changed.  There is room for three; KEPT are three SGPRs.  */

static void
add_rules (uint8_t *q, const uint8_t *kept)
{
  q[-1] = ONE_PAIR;
  q += ONE_PAIR;
  memset (q, 0, TWO_HALVES - ONE_PAIR);
  for (unsigned k = 0; k < 3; k++, q += 2)
    {
      q[0] = CFA_SAME_VALUE;
      q[1] = (uint8_t) dwarf_of (false, kept[k]);
    }
}

/* The number that x86-64 has for DWARF's register N, as gdb is shown it: of the first
   register of a pair, or one that nothing uses of the second one.  */

static uint8_t
plain_of (uint8_t n)
{
  enum { RBP = 6, RSP = 7, R12 = 12, R13, R14, R15 };
  static const uint8_t to[] = { RBP, R13, RSP, R14, R12, R15 };
  uint8_t k = (uint8_t) (n - dwarf_of (false, 14));
  return k < sizeof to ? to[k] : n;
}

/* Go behind a LEB128 at Q, before END.  */

static uint8_t *
skip_leb (uint8_t *q, const uint8_t *end)
{
  while (q < end && *q++ & 0x80)
    ;
  return q;
}

/* Renumber the registers of the instructions from Q to END (DWARF 5, 6.4.2).  */

static void
renumber (uint8_t *q, uint8_t *end)
{
  while (q < end)
    {
      uint8_t op = *q;
      if (op >> 6 == 2 || op >> 6 == 3)
	{
	  *q = (uint8_t) ((op & 0xc0) | plain_of (op & 0x3f));
	  q = op >> 6 == 2 ? skip_leb (q + 1, end) : q + 1;
	  continue;
	}
      q++;
      if (op >> 6 == 1)
	continue;
      switch (op)
	{
	case CFA_ADVANCE_LOC1: case CFA_ADVANCE_LOC2: case CFA_ADVANCE_LOC4:
	  q += 1u << (op - CFA_ADVANCE_LOC1);
	  break;
	case CFA_OFFSET_EXTENDED: case CFA_OFFSET_EXTENDED_SF:
	  q = skip_leb (skip_leb (q, end), end);
	  break;
	case CFA_RESTORE_EXTENDED: case CFA_UNDEFINED: case CFA_SAME_VALUE:
	  q = skip_leb (q, end);
	  break;
	case CFA_EXPRESSION: case CFA_VAL_EXPRESSION:
	  q = skip_leb (q, end);
	  /* Fall through.  */
	case CFA_DEF_CFA_EXPRESSION:
	  if (q + 2 < end && q[1] == OP_BREGX)
	    q[2] = plain_of (q[2]);
	  q += q < end ? 1 + (*q & 0x7f) : 0;
	  break;
	default:
	  break;
	}
    }
}

/* Where the instructions of the entry from Q, behind its length and number, to END begin.  */

static uint8_t *
instructions (uint8_t *q, const uint8_t *end, bool common)
{
  if (!common)
    return end - q > 16 ? q + 16 : (uint8_t *) end;
  unsigned version = *q++;
  q = memchr (q, 0, (size_t) (end - q));
  if (!q)
    return (uint8_t *) end;
  q = skip_leb (skip_leb (q + 1 + (version >= 4 ? 2 : 0), end), end);
  return version == 1 ? q + 1 : skip_leb (q, end);
}

/* True if the function at START, as in the file, of CODE is a kernel, which nothing calls:
   there is a descriptor of its name.  */

static bool
kernel_p (const struct gcnvm_code *code, uint64_t start)
{
  char kd[200];
  const char *name;
  uint64_t from, to;
  size_t size;
  const uint8_t *names = code_section (code, ".strtab", &size);
  if (!names || !function_bounds (code, start + code->desc.image_base, &name, &from, &to))
    return false;
  int n = snprintf (kd, sizeof kd, "%s.kd", name);
  return n > 0 && (size_t) n < sizeof kd && memmem (names, size, kd, (size_t) n + 1);
}

/* The CFA of a kernel is the expression at Q, in which a pair was taken.  Move the rest of it
   up, and say behind it that the return address is undefined, which ends a backtrace.  */

static void
end_backtrace (uint8_t *q)
{
  enum { FREE = TWO_HALVES - ONE_PAIR };
  size_t n = q[-1];
  if (q[-2] != CFA_DEF_CFA_EXPRESSION || n < TWO_HALVES || n > 127)
    return;
  memmove (q + ONE_PAIR, q + TWO_HALVES, n - TWO_HALVES);
  q[-1] = (uint8_t) (n - FREE);
  q += n - FREE;
  memset (q, 0, FREE);
  q[0] = CFA_UNDEFINED;
  q[1] = 16;
}

/* Rewrite the call frame information P, of N bytes, for LLDB or gdb: see above.  The registers
   that have rules are the frame pointer, which CFAs are computed with, and the first ones that
   functions preserve.  */

static void
rewrite_frames (const struct gcnvm_code *code, uint8_t *p, size_t n, bool lldb)
{
  static const uint8_t kept[] = { 14, 32, 33, 34, 35, 36 };
  uint32_t length, id;
  for (size_t at = 0; at + 8 <= n && memcpy (&length, p + at, 4)
       && length > 8 && length <= n - at - 4; at += 4 + length)
    {
      unsigned next = 0;
      uint8_t *end = p + at + 4 + length;
      memcpy (&id, p + at + 4, 4);
      uint64_t start = 0;
      memcpy (&start, p + at + 8, length >= 12 ? 8 : 0);
      bool kernel = id != 0xffffffff && kernel_p (code, start);
      for (uint8_t *q = p + at + 8; q < end; q++)
	if (!take_pair (q, (size_t) (end - q)))
	  continue;
	else if (kernel)
	  end_backtrace (q);
	else if (id == 0xffffffff && q[-1] == TWO_HALVES)
	  {
	    if (q[-3] == CFA_EXPRESSION && q[-2] == 16)
	      q[-3] = CFA_VAL_EXPRESSION;
	    if (lldb && next + 3 <= sizeof kept)
	      {
		add_rules (q, kept + next);
		next += 3;
	      }
	  }
      if (!lldb)
	renumber (instructions (p + at + 8, end, id == 0xffffffff), end);
    }
}

/* Fill N bytes at TO, those of an address that is odd if ODD, with branches to
   themselves.  */

static void
fill_code (uint8_t *to, size_t n, bool odd)
{
  for (size_t k = 0; k < n; k++)
    to[k] = (k + odd) % 2 ? 0xfe : 0xeb;
}

static bool
code (const struct place *p, uint64_t addr, uint8_t *to, size_t n)
{
  if (!code_of (wave_of (p)->vm, addr) || !code_of (wave_of (p)->vm, addr + n - 1))
    return false;
  fill_code (to, n, addr % 2);
  return true;
}

static char folder[200];
static unsigned n_copies;

static void
remove_copies (void)
{
  char path[300];
  if (!*folder)
    return;
  for (unsigned k = 1; k <= n_copies; k++)
    {
      snprintf (path, sizeof path, "%s/code-%u.amdgcn", folder, k);
      unlink (path);
    }
  rmdir (folder);
}

/* Make the folder that copies are in; false if that cannot be done.  */

static bool
make_folder (void)
{
  const char *tmp = getenv ("TMPDIR");
  if (*folder)
    return true;
  snprintf (folder, sizeof folder, "%s/gcnvm-gdb.XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp (folder))
    {
      fprintf (stderr, "gcnvm: no folder for the debugger's files can be made in %s: "
	       "%s; set TMPDIR\n", tmp && *tmp ? tmp : "/tmp", strerror (errno));
      *folder = '\0';
      return false;
    }
  atexit (remove_copies);
  return true;
}

/* Write a copy of CODE's image for LLDB, or gdb, to PATH.  */

static bool
write_copy (const struct gcnvm_code *code, bool lldb, const char *path)
{
  size_t n = code->desc.image_size, size;
  uint8_t *copy = malloc (n);
  Elf64_Ehdr h;
  if (!copy)
    return false;
  memcpy (copy, code->desc.image, n);
  memcpy (&h, copy, sizeof h);
  h.e_machine = EM_X86_64;
  h.e_ident[EI_OSABI] = ELFOSABI_NONE;
  h.e_ident[EI_ABIVERSION] = 0;
  h.e_flags = 0;
  memcpy (copy, &h, sizeof h);
  const uint8_t *text = code_section (code, ".text", &size);
  if (text)
    fill_code (copy + (text - (const uint8_t *) code->desc.image), size, false);
  const uint8_t *frames = code_section (code, ".debug_frame", &size);
  if (frames)
    rewrite_frames (code, copy + (frames - (const uint8_t *) code->desc.image), size,
		    lldb);
  FILE *f = fopen (path, "we");
  bool done = f && fwrite (copy, 1, n, f) == n;
  if (f && fclose (f))
    done = false;
  free (copy);
  if (!done)
    fprintf (stderr, "gcnvm: %s, for the debugger, cannot be written: %s\n", path,
	     strerror (errno));
  return done;
}

static bool
library (const struct place *p, unsigned k, bool lldb, struct remote_library *l)
{
  static struct
  {
    const struct gcnvm_code *code;
    const void *image;
    bool lldb;
    unsigned number;
  } known[64];
  enum { MOST = sizeof known / sizeof known[0] };
  const struct gcnvm_code *code = wave_of (p)->vm->codes;
  unsigned at = 0;
  for (; code && (k || !code->desc.image); code = code->next)
    if (code->desc.image)
      k--;
  if (!code || !make_folder ())
    return false;
  while (at < MOST && known[at].code
	 && !(known[at].code == code && known[at].image == code->desc.image
	      && known[at].lldb == lldb))
    at++;
  if (at == MOST)
    return false;
  if (!known[at].code)
    {
      snprintf (l->path, sizeof l->path, "%s/code-%u.amdgcn", folder, n_copies + 1);
      if (!write_copy (code, lldb, l->path))
	return false;
      known[at].code = code;
      known[at].image = code->desc.image;
      known[at].lldb = lldb;
      known[at].number = ++n_copies;
    }
  snprintf (l->path, sizeof l->path, "%s/code-%u.amdgcn", folder, known[at].number);
  l->base = code->desc.image_base;
  return true;
}

const struct debug_remote gcn_remote =
{
  .triple = "x86_64-unknown-unknown", .reg = describe, .get = get, .put = put,
  .library = library, .code = code, .end = remove_copies
};
