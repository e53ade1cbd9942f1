/* Test the PTX machine: every form of atom and red.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* Operations, types and spaces come from the tables that the parser has; what
   the machine takes is compared with references.  Each lane has a place of its
   own: what happens when lanes meet is in vm-memory and vm-grid.  */

#include "forms-float.h"
#include "vm-test.h"

static const struct { const char *word, *group; } mods[] = {
#define PTX_MOD(NAME, GROUP, FIELD, VALUE) { NAME, #GROUP },
#include "mods.def"
#undef PTX_MOD
};

static const char *const spaces[] = { "", ".global", ".shared" };

struct item { bits old, a, b, got, pad[4]; };
#define ITEMS 160

static bits seed = 0x123456789abcdef;

static bits
noise (void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed * 0x2545f4914f6cdd1d;
}

static bits
some_value (enum ptx_type t, bits last)
{
  bits r = noise ();
  if (t == PTX_F32 || t == PTX_F64 || half_p (t))
    {
      struct format f = format_of (t);
      bits special[] = { 0, one_of (f), inf_of (f), inf_of (f) - 1, 1,
			 (bits) 1 << f.mbits, inf_of (f) + 1, 77 };
      bits v = r & 1 ? special[r >> 8 & 7] : r >> 8 & 1 ? one_of (f) + (r >> 40)
	       : r;
      v = low (v, f.ebits + f.mbits)
	  | (noise () & 1) << (f.ebits + f.mbits);
      if (two_p (t))
	v |= low (some_value (t == PTX_F16X2 ? PTX_F16 : PTX_BF16, 0), 16)
	     << 16;
      return v;
    }
  switch (r % 5)
    {
    case 0: return last;
    case 1: return last + (r >> 8) % 3 - 1;
    case 2: return (r >> 8) % 4;
    case 3: return -((r >> 8) % 4);
    default: return noise ();
    }
}

/* What OP makes of OLD with A and B, numbers of type T, in SPACE.  */
static struct result
reference (const char *op, enum ptx_type t, const char *space, bool noftz,
	   bits old, bits a, bits b)
{
  int n = width (t);
  s128 x = val (old, n, signed_p (t)), y = val (a, n, signed_p (t));
  bool fl = t == PTX_F32 || t == PTX_F64 || half_p (t);
  if (noftz != half_p (t) || (fl && strcmp (op, "add"))
      || (n == 16 && !fl && strcmp (op, "cas")))
    return no (WRONG);
  if (fl && strcmp (op, "cas") && strcmp (op, "exch"))
    {
      struct form f = { .op = *op == 'a' ? PTX_OP_ADD : op[1] == 'i'
			? PTX_OP_MIN : PTX_OP_MAX, .n_src = 2 };
      bits s[2] = { old, a };
      f.type[0] = two_p (t) ? t == PTX_F16X2 ? PTX_F16 : PTX_BF16 : t;
      /* In global memory sums of .f32 are flushed ("atom").  */
      if (t == PTX_F32 && *op == 'a' && strcmp (space, ".shared"))
	f.word[f.n_words++] = "ftz";
      return float_op (&f, format_of (t), s);
    }
  if (strcmp (op, "and") == 0)
    return exact ((s128) (old & a), n);
  if (strcmp (op, "or") == 0)
    return exact ((s128) (old | a), n);
  if (strcmp (op, "xor") == 0)
    return exact ((s128) (old ^ a), n);
  if (strcmp (op, "exch") == 0)
    return exact (y, n);
  if (strcmp (op, "cas") == 0)
    return exact (low (old, n) == low (a, n) ? (s128) b : x, n);
  if (strcmp (op, "add") == 0)
    return exact (x + y, n);
  if (strcmp (op, "inc") == 0)
    return exact (x >= y ? 0 : x + 1, n);
  if (strcmp (op, "dec") == 0)
    return exact (x == 0 || x > y ? y : x - 1, n);
  if (strcmp (op, "min") == 0)
    return exact (x < y ? x : y, n);
  if (strcmp (op, "max") == 0)
    return exact (x > y ? x : y, n);
  return no (UNKNOWN);
}

static bool
matches (enum ptx_type t, bits d, const struct result *r)
{
  return (r->verdict == EXACT ? d == r->d
	  : r->verdict == NAN_RESULT && nan_bits (format_of (t), d));
}

static struct vm *machine_vm;
static unsigned n_taken;

static struct vm_module *
load (const char *insn, int n)
{
  char ptx[4000];
  const char *reg = n == 16 ? "%h" : n == 32 ? "%r" : "%d";
  snprintf (ptx, sizeof ptx, ".version 8.6\n.target sm_100\n"
	    ".address_size 64\n.shared .align 8 .b8 sh[2048];\n"
	    ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"
	    ".reg .u64 %%base, %%addr, %%sa; .reg .b64 %%d<9>;"
	    " .reg .b32 %%r<9>, %%i, %%n, %%c; .reg .b16 %%h<9>;"
	    " .reg .pred %%g;\n"
	    "ld.param.u64 %%base, [buf]; ld.param.u32 %%n, [n];\n"
	    "mov.u32 %%i, %%tid.x; mul.wide.u32 %%sa, %%i, 8;\n"
	    "mov.u64 %%addr, sh; add.u64 %%sa, %%sa, %%addr;\n"
	    "mov.u32 %%c, %%ctaid.x; mov.u32 %%r8, %%ntid.x;\n"
	    "mad.lo.u32 %%i, %%c, %%r8, %%i;\n"
	    "setp.ge.u32 %%g, %%i, %%n; @%%g bra END;\n"
	    "mad.wide.u32 %%addr, %%i, 64, %%base;\n"
	    "ld.global.b64 %%d8, [%%addr]; st.shared.b64 [%%sa], %%d8;\n"
	    "ld.global.b%d %s1, [%%addr+8]; ld.global.b%d %s2, [%%addr+16];\n"
	    "ld.global.b%d %s3, [%%addr+24];\n"
	    "%s\nst.global.b%d [%%addr+24], %s3;\n"
	    "%sEND: ret;\n}\n", n, reg, n, reg, n, reg, insn, n, reg,
	    strstr (insn, ".shared")
	    ? "ld.shared.b64 %d8, [%sa]; st.global.b64 [%addr], %d8;\n" : "");
  struct ptx_diag diag = { .fn = take_message };
  struct ptx_unit **unit = malloc (sizeof *unit);
  if (!unit)
    abort ();
  unit[0] = ptx_parse (ptx, strlen (ptx), "test", &diag);
  struct ptx_module *pm = unit[0] ? ptx_link (unit, 1, false, &diag) : NULL;
  free (unit);
  return pm ? vm_module_load (machine_vm, pm, &diag) : NULL;
}

static void
run (struct vm_module *module, const char *insn, const char *op,
     enum ptx_type t, const char *space, bool noftz, bool red, unsigned block)
{
  struct item in[ITEMS], out[ITEMS];
  struct machine m = { machine_vm, module };
  int n = width (t);
  for (unsigned i = 0; i < ITEMS; i++)
    {
      in[i] = (struct item) { .old = some_value (t, noise ()), .got = 0x55 };
      in[i].a = some_value (t, in[i].old);
      in[i].b = some_value (t, in[i].a);
    }
  memcpy (out, in, sizeof out);
  enum vm_result res = machine_run (&m, "k", (ITEMS + block - 1) / block,
				    block, 0, out, sizeof out, ITEMS);
  unsigned bad = 0;
  for (unsigned i = 0; i < ITEMS && res == VM_OK; i++)
    {
      const struct item *x = &in[i];
      int half = two_p (t) ? 16 : n;
      bool ok = low (out[i].got, n) == (red ? 0x55 : low (x->old, n));
      for (int k = 0; k < n; k += half)
	{
	  struct result r = reference (op, t, space, noftz, x->old >> k,
				       x->a >> k, x->b >> k);
	  if (two_p (t) && r.verdict == EXACT)
	    r.d = low (r.d, 16);
	  ok = ok && matches (t, low (out[i].old >> k, half), &r);
	}
      /* Neighbours are left alone.  */
      ok = ok && (n == 64 || out[i].old >> n == x->old >> n);
      if (!ok && bad++ < 2)
	printf ("  %s: 0x%llx with 0x%llx, 0x%llx is 0x%llx, gives 0x%llx\n",
		insn, (unsigned long long) x->old, (unsigned long long) x->a,
		(unsigned long long) x->b, (unsigned long long) out[i].old,
		(unsigned long long) out[i].got);
    }
  check (res == VM_OK && !bad, "%s, blocks of %u: %s, %u of %u wrong", insn,
	 block, vm_result_name (res), bad, ITEMS);
}

static void
test_form (const char *op, enum ptx_type t, const char *space, bool noftz,
	   bool red)
{
  char insn[200];
  bool cas = strcmp (op, "cas") == 0, shared = strstr (space, "shared");
  const char *reg = width (t) == 16 ? "%h" : width (t) == 32 ? "%r" : "%d";
  char dest[8] = "", third[8] = "";
  if (!red)
    snprintf (dest, sizeof dest, "%s3, ", reg);
  if (cas)
    snprintf (third, sizeof third, ", %s2", reg);
  snprintf (insn, sizeof insn, "%s%s.%s%s.%s %s[%s], %s1%s;",
	    red ? "red" : "atom", space, op, noftz ? ".noftz" : "",
	    ptx_type_name (t), dest, shared ? "%sa" : "%addr", reg, third);
  struct vm_module *m = load (insn, width (t));
  if (!m)
    return;
  n_taken++;
  enum verdict v = reference (op, t, space, noftz, 0, 0, 0).verdict;
  if (v == WRONG || v == UNKNOWN)
    check (false, "%s is taken: %s", insn,
	   v == WRONG ? "the manual has no such instruction"
	   : "there is no reference for it");
  else
    {
      run (m, insn, op, t, space, noftz, red, 1);
      run (m, insn, op, t, space, noftz, red, 64);
    }
  vm_module_unload (m);
}

int
main (void)
{
  struct vm_options o;
  vm_options_init (&o);
  o.memory = 16 << 20;
  o.threads = 1;
  take_uniform (&o);
  machine_vm = vm_create (&o, take_report, NULL);
  for (int red = 0; red < 2; red++)
    {
      enum ptx_op row = red ? PTX_OP_RED : PTX_OP_ATOM;
      uint64_t types = ptx_insn_rows ()[row].types[0];
      for (size_t k = 0; k < sizeof mods / sizeof *mods; k++)
	if (strcmp (mods[k].group, "M_ATOM") == 0)
	  for (int t = PTX_NONE + 1; t < PTX_N_TYPES; t++)
	    for (int s = 0; s < 6 && t != PTX_B128; s++)
	      if (types >> t & 1)
		test_form (mods[k].word, t, spaces[s % 3], s >= 3, red);
    }
  printf ("  %u forms taken\n", n_taken);
  check (n_taken > 100, "only %u forms are taken", n_taken);
  vm_destroy (machine_vm);
  return finish_tests ();
}
