/* Test the PTX machine: every form of every arithmetic instruction.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* Forms are made from the tables that the parser has: for each row of
   insns.def every combination of its types, modifiers and numbers of
   operands.  What the machine takes is computed for values from a
   list and at random, by one lane, by whole warps, and with some lanes, and
   compared with a reference.  No form may be taken without one, and a form that
   the reference calls wrong must be refused.  Rows that are not compared here
   stand in forms-elsewhere.def by name.  So a new row, type or modifier cannot
   come without a reference, or without being named.  */

#include "forms-refer.h"
#include "vm-test.h"

/* ---- What is not compared here.  */

static const struct { const char *name, *where; } elsewhere[] = {
#define ELSEWHERE(NAME, WHERE) { NAME, WHERE },
#include "forms-elsewhere.def"
#undef ELSEWHERE
};

/* ---- The tables, once more.  */

static const struct insn_row
{
  enum ptx_op op;
  const char *name, *class, *mods;
} insns[] = {
#define PTX_INSN(ID, NAME, CLASS, T0, T1, MODS, OPERANDS) \
  { PTX_OP_##ID, NAME, #CLASS, #MODS },
#include "insns.def"
#undef PTX_INSN
};

static const struct mod_row { const char *word, *group, *field; } mods[] = {
#define PTX_MOD(NAME, GROUP, FIELD, VALUE) { NAME, #GROUP, #FIELD },
#include "mods.def"
#undef PTX_MOD
};

/* A choice of one word, or none.  */
struct choice { const char *word[24]; unsigned n; };

static bool
in_group (const char *mods_of_row, const char *group)
{
  size_t n = strlen (group);
  for (const char *p = mods_of_row; (p = strstr (p, group)); p += n)
    if (p[n] == ' ' || p[n] == 0)
      return true;
  return false;
}

/* The choices that ROW has: one for each field, one for each flag.  */
static unsigned
choices_of (const struct insn_row *row, struct choice *out)
{
  static const char *const fields[] = { "cmp", "rnd", "sub", "sub2" };
  unsigned n = 0;
  for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
    {
      struct choice c = { .n = 0 };
      for (size_t m = 0; m < sizeof mods / sizeof *mods; m++)
	if (in_group (row->mods, mods[m].group)
	    && strcmp (mods[m].field, fields[k]) == 0)
	  c.word[c.n++] = mods[m].word;
      if (c.n)
	out[n++] = c;
    }
  for (size_t m = 0; m < sizeof mods / sizeof *mods; m++)
    if (in_group (row->mods, mods[m].group)
	&& strcmp (mods[m].field, "flags") == 0)
      out[n++] = (struct choice) { .word = { mods[m].word }, .n = 1 };
  if (in_group (row->mods, "M_ANY"))
    out[n++] = (struct choice) { .word = { "oob" }, .n = 1 };
  return n;
}

/* ---- Operands and values.  */

/* The type of operand code C of F; a predicate is PTX_PRED.  */
static enum ptx_type
code_type (const struct form *f, char c)
{
  enum ptx_type t = f->type[0];
  switch (c)
    {
    case '1': case 'y': return f->type[1];
    case 'U': return PTX_U32;
    case 'B': return PTX_B32;
    case 'P': return PTX_PRED;
    case 'Q': return PTX_B64;
    case 'w':
      if (has (f, "wide"))
	return (t == PTX_U16 ? PTX_U32 : t == PTX_S16 ? PTX_S32
		: t == PTX_U32 ? PTX_U64 : PTX_S64);
      return t;
    default: return t;
    }
}

static int
register_bits (enum ptx_type t)
{
  return t == PTX_PRED ? 1 : width (t) < 16 ? 32 : width (t);
}

static const char *
register_prefix (int n)
{
  return n == 1 ? "%p" : n == 16 ? "%h" : n == 32 ? "%r" : "%d";
}

static bits seed;

static bits
noise (void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed * 0x2545f4914f6cdd1d;
}

/* A value for an operand of type T: a special one or any; LAST is the one
   before, to which it may be near.  */
static bits
some_value (enum ptx_type t, bits last)
{
  static const bits ints[] = { 0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64,
			       100, 127, 128, 255, 256 };
  bits r = noise (), pick = noise () % 8;
  if (t == PTX_PRED)
    return r & 1;
  if (t == PTX_F32 || t == PTX_F64 || half_p (t))
    {
      struct format f = format_of (t);
      int n = f.ebits + f.mbits;
      bits top = inf_of (f), unit = (bits) 1 << f.mbits;
      bits special[] = { 0, one_of (f), top, top | unit >> 1, top - 1, unit,
			 unit - 1, 1, one_of (f) + unit, one_of (f) + 1,
			 one_of (f) - unit, one_of (f) - 1, unit + 1,
			 one_of (f) + 6 * unit + 3, top - unit };
      bits v = (pick < 3 ? special[r % (sizeof special / sizeof *special)]
		: pick < 5 ? one_of (f) + (r >> 8) % 16 * unit
			     - 8 * unit + low (r >> 16, f.mbits)
		: pick == 5 ? low (last, n) + r % 5 - 2 : low (r, n));
      v = low (v, n) | (noise () & 1) << n;
      if (two_p (t))
	v = low (v, 16) | low (some_value (t == PTX_F16X2 ? PTX_F16
					   : PTX_BF16, last >> 16), 16) << 16;
      return v;
    }
  if (pick < 3)
    r = ints[r % (sizeof ints / sizeof *ints)];
  else if (pick == 3)
    r = (bits) 1 << r % 64;
  else if (pick == 4)
    r = last + r % 5 - 2;
  if (noise () & 1)
    r = noise () & 1 ? -r : ~r;
  return noise () % 4 ? r : low (r, width (t)) >> noise () % (unsigned) width (t);
}

/* ---- Running.  */

#define ITEMS 96
struct item { bits s[5], d, p, pad; };

static struct vm *machine_vm;
static unsigned n_taken, n_refused, n_compared;

/* Which part of the forms is tested, of how many.  */
static unsigned part, parts = 1, n_forms;
static char listed[200][40];
static unsigned n_listed;

static void
form_text (const struct form *f, const struct ptx_pattern *pat, char *out,
	   size_t size, int constant, const char *text)
{
  size_t n = (size_t) snprintf (out, size, "%s", f->name);
#define ADD(...) n += (size_t) snprintf (out + n, size - n, __VA_ARGS__)
  for (unsigned k = 0; k < f->n_words; k++)
    ADD (".%s", f->word[k]);
  for (unsigned k = 0; k < f->n_types; k++)
    ADD (".%s", ptx_type_name (f->type[k]));
  for (unsigned k = 0; k <= f->n_src; k++)
    {
      enum ptx_type t = code_type (f, pat->op[k].type);
      ADD ("%s", k ? ", " : " ");
      if (constant == (int) k)
	ADD ("%s", text);
      else
	ADD ("%s%u", register_prefix (register_bits (t)), k ? k : 10);
      if (k == 0 && f->pair)
	ADD ("|%%p11");
      if (k < 4 && *f->sel[k])
	ADD (".%s", f->sel[k]);
    }
#undef ADD
}

/* The module of a kernel k that does INSN, an instruction of F, and kg, in which
   two lanes of three do it; NULL if it is refused.  */
static struct vm_module *
load_form (const struct form *f, const struct ptx_pattern *pat,
	   const char *insn)
{
  char loads[1500], ptx[9000];
  size_t n = 0;
  int d = register_bits (code_type (f, pat->op[0].type));
  for (unsigned k = 0; k <= f->n_src; k++)
    {
      int b = register_bits (code_type (f, pat->op[k].type));
      unsigned reg = k ? k : 10, at = k ? 8 * (k - 1) : 40;
      if (b == 1)
	n += (size_t) snprintf (loads + n, sizeof loads - n,
				"ld.global.u32 %%r30, [%%addr+%u];"
				" setp.ne.u32 %%p%u, %%r30, 0;\n", at, reg);
      else
	n += (size_t) snprintf (loads + n, sizeof loads - n,
				"ld.global.b%d %s%u, [%%addr+%u];\n", b,
				register_prefix (b), reg, at);
    }
  n = (size_t) snprintf (ptx, sizeof ptx, "%s", "");
  n += (size_t) snprintf (ptx + n, sizeof ptx - n,
			  ".version 8.6\n.target sm_100a\n"
			  ".address_size 64\n");
  for (int guarded = 0; guarded < 2; guarded++)
    n += (size_t) snprintf (ptx + n, sizeof ptx - n,
      ".visible .entry k%s (.param .u64 buf, .param .u32 n)\n{\n"
      ".reg .u64 %%base, %%addr; .reg .b64 %%d<20>; .reg .b32 %%r<40>, %%i;\n"
      ".reg .pred %%p<20>, %%g; .reg .b16 %%h<20>;\n"
      "ld.param.u64 %%base, [buf]; ld.param.u32 %%r31, [n];\n"
      "mov.u32 %%i, %%tid.x; mov.u32 %%r32, %%ctaid.x;\n"
      "mov.u32 %%r33, %%ntid.x; mad.lo.u32 %%i, %%r32, %%r33, %%i;\n"
      "setp.ge.u32 %%g, %%i, %%r31; @%%g bra END;\n"
      "mad.wide.u32 %%addr, %%i, 64, %%base;\nsetp.eq.u32 %%p11, 0, 1;\n"
      "%srem.u32 %%r34, %%i, 3; setp.ne.u32 %%g, %%r34, 0;\n"
      "ld.global.b32 %%r35, [%%addr+24]; and.b32 %%r35, %%r35, 1;\n"
      "%s%s%s;\n%s%s%s10;\n%s"
      "st.global.u32 [%%addr+48], %%r30;\nEND: ret;\n}\n",
      guarded ? "g" : "", loads,
      carry_p (f) ? "add.cc.u32 %r36, %r35, -1;\n" : "",
      guarded ? "@%g " : "", insn,
      d == 1 ? "selp.u32 %r10, 1, 0, %p10;\n" : "",
      d == 64 ? "st.global.b64 [%addr+40], " : d == 16
      ? "st.global.b16 [%addr+40], " : "st.global.b32 [%addr+40], ",
      d == 1 ? "%r" : register_prefix (d),
      carry_p (f) ? "addc.u32 %r30, 0, 0;\n"
      : "selp.u32 %r30, 1, 0, %p11;\n");
  struct ptx_diag diag = { .fn = take_message };
  struct ptx_unit **unit = malloc (sizeof *unit);
  last_message[0] = 0;
  if (!unit)
    abort ();
  unit[0] = ptx_parse (ptx, strlen (ptx), "test", &diag);
  struct ptx_module *pm = unit[0] ? ptx_link (unit, 1, false, &diag) : NULL;
  free (unit);
  return pm ? vm_module_load (machine_vm, pm, &diag) : NULL;
}

/* True if D, of the type T, is as R says.  */
static bool
matches (enum ptx_type t, bits d, const struct result *r)
{
  struct format f = format_of (t);
  if (r->verdict == EXACT)
    return d == r->d;
  if (t == PTX_TF32)
    f = F32;
  if (r->verdict == NAN_RESULT)
    return nan_bits (f, d);
  double x = number (f, d);
  if (isnan (r->to))
    return isnan (x);
  if (isinf (r->to) || isinf (x))
    return x == r->to || (isinf (x) && fabs (r->to) >= number (f, inf_of (f) - 1)
			  && (x > 0) == (r->to > 0))
	   || (!isinf (x) && fabs (x) == number (f, inf_of (f) - 1));
  return fabs (x - r->to) <= fabs (r->to) * r->rel + r->abs;
}

/* Compare lane LANE's result ITEM, started as BEFORE.  */
static bool
right (const struct form *f, const struct ptx_pattern *pat,
       const struct item *before, const struct item *item, bool skipped_lane)
{
  enum ptx_type t = code_type (f, pat->op[0].type);
  int n = register_bits (t);
  bool whole = f->op == PTX_OP_CVT || f->op == PTX_OP_SET;
  int m = two_p (t) && !whole ? 16 : n;
  bits d = low (item->d, n);
  if (skipped_lane)
    return (d == low (before->d, n)
	    && item->p == (carry_p (f) ? before->s[3] & 1 : 0));
  struct result r = reference (f, before->s);
  if ((f->pair || carry_p (f)) && item->p != r.p)
    return false;
  if (!matches (t, low (d, m), &r))
    return false;
  if (m == n)
    return true;
  bits upper[5];
  for (int k = 0; k < 5; k++)
    upper[k] = before->s[k] >> 16;
  r = reference (f, upper);
  return matches (t, d >> 16, &r);
}

static void
run_form (const struct form *f, const struct ptx_pattern *pat,
	  struct vm_module *module, const struct item *items,
	  const char *insn, unsigned block, bool guarded)
{
  static struct item out[ITEMS];
  struct machine m = { machine_vm, module };
  unsigned n = block == 1 ? 40 : ITEMS, bad = 0;
  memcpy (out, items, sizeof out);
  enum vm_result res = machine_run (&m, guarded ? "kg" : "k",
				    (n + block - 1) / block, block, 0, out,
				    sizeof out, n);
  for (unsigned i = 0; i < n && res == VM_OK; i++)
    if (!right (f, pat, &items[i], &out[i], guarded && i % 3 == 0)
	&& bad++ < 2)
      {
	struct result r = reference (f, items[i].s);
	printf ("  %s (0x%llx, 0x%llx, 0x%llx, 0x%llx) = 0x%llx|%d, not "
		"0x%llx|%d (%g)\n", insn, (unsigned long long) items[i].s[0],
		(unsigned long long) items[i].s[1],
		(unsigned long long) items[i].s[2],
		(unsigned long long) items[i].s[3],
		(unsigned long long) out[i].d, (int) out[i].p,
		(unsigned long long) r.d, (int) r.p, r.to);
      }
  check (res == VM_OK && bad == 0, "%s, blocks of %u%s: %s, %u of %u wrong",
	 insn, block, guarded ? ", some lanes" : "", vm_result_name (res), bad,
	 n);
}

static void
fill_items (const struct form *f, const struct ptx_pattern *pat,
	    struct item *items)
{
  for (unsigned i = 0; i < ITEMS; i++)
    {
      memset (&items[i], 0, sizeof items[i]);
      for (unsigned k = 0; k < f->n_src; k++)
	{
	  enum ptx_type t = code_type (f, pat->op[k + 1].type);
	  if (t == PTX_B32 && f->n_types && f->op == PTX_OP_CVT_PACK)
	    t = PTX_S32;
	  items[i].s[k] = some_value (t, k ? items[i].s[k - 1] : noise ());
	  if (t == PTX_PRED)
	    items[i].s[k] &= 1;
	}
      if (carry_p (f))
	items[i].s[3] = noise () & 1;
      /* More than a byte in the position or length is left open ("bfe").  */
      if (on_gpu && (f->op == PTX_OP_BFE || f->op == PTX_OP_BFI))
	{
	  items[i].s[f->n_src - 1] &= 255;
	  items[i].s[f->n_src - 2] &= 255;
	}
      items[i].d = code_type (f, pat->op[0].type) == PTX_PRED
		   ? i & 1 : 0x5a5a5a5a5a5a5a5a;
    }
}

/* The second source as a constant, which has micro-operations of its own.  */
static void
test_constant (const struct form *f, const struct ptx_pattern *pat,
	       struct item *items)
{
  enum ptx_type t = f->n_src > 1 ? code_type (f, pat->op[2].type) : PTX_PRED;
  char text[40], insn[200];
  if (t == PTX_PRED || half_p (t) || *f->sel[2])
    return;
  bits v = low (items[noise () % ITEMS].s[1], width (t));
  if (t == PTX_F32 || t == PTX_F64)
    snprintf (text, sizeof text, t == PTX_F32 ? "0f%08llx" : "0d%016llx",
	      (unsigned long long) v);
  else
    snprintf (text, sizeof text, "%lld",
	      (long long) val (v, width (t), signed_p (t)));
  form_text (f, pat, insn, sizeof insn, 2, text);
  struct vm_module *m = load_form (f, pat, insn);
  if (!m)
    return;
  for (unsigned i = 0; i < ITEMS; i++)
    items[i].s[1] = v;
  run_form (f, pat, m, items, insn, 1, false);
  run_form (f, pat, m, items, insn, 64, true);
  vm_module_unload (m);
}

/* Test F with operands as in PAT.  lop3's table is a constant always.  */
static void
test_form (const struct form *f, const struct ptx_pattern *pat)
{
  static struct item items[ITEMS];
  char insn[200], text[20];
  bool lop3 = f->op == PTX_OP_LOP3;
  if (n_forms++ % parts != part)
    return;
  fill_items (f, pat, items);
  bits table = noise () & 255;
  snprintf (text, sizeof text, "%u", (unsigned) table);
  for (unsigned i = 0; i < ITEMS && lop3; i++)
    items[i].s[3] = table;
  form_text (f, pat, insn, sizeof insn, lop3 ? 4 : -1, text);
  struct vm_module *m = load_form (f, pat, insn);
  if (!m)
    {
      n_refused++;
      /* What the parser takes and the driver does not.  */
      if (on_gpu && strncmp (last_message, "driver:", 7) == 0)
	printf ("  %s: %s\n", insn, last_message);
      return;
    }
  n_taken++;
  enum verdict v = reference (f, items[0].s).verdict;
  if (v == WRONG && on_gpu)
    printf ("  %s: taken by the driver\n", insn);
  else if (v == WRONG)
    check (false, "%s is taken, but the manual has no such instruction", insn);
  else if (v == UNKNOWN)
    {
      bool known = false;
      /* The list names rows that there are.  */
  for (size_t k = 0; k < sizeof elsewhere / sizeof *elsewhere; k++)
    {
      bool known = false;
      for (size_t j = 0; j < sizeof insns / sizeof *insns; j++)
	known |= strcmp (insns[j].name, elsewhere[k].name) == 0;
      check (known, "%s of forms-elsewhere.def is no instruction",
	     elsewhere[k].name);
    }
  for (unsigned k = 0; k < n_listed; k++)
	known |= strcmp (listed[k], f->name) == 0;
      if (!known && n_listed < 200)
	snprintf (listed[n_listed++], sizeof listed[0], "%s", f->name);
    }
  else
    {
      n_compared++;
      run_form (f, pat, m, items, insn, 1, false);
      run_form (f, pat, m, items, insn, 64, false);
      run_form (f, pat, m, items, insn, 64, true);
      if (!lop3)
	test_constant (f, pat, items);
    }
  vm_module_unload (m);
}

/* ---- All forms.  */

static void
each_selector (struct form *f, const struct ptx_pattern *pat)
{
  /* Of d, a and b.  */
  static const char *const scalar[][3] = {
    { "", "b1", "h1" }, { "h1", "h0", "b3" }, { "b2", "", "b0" } };
  static const char *const two[][3] = {
    { "", "h01", "h13" }, { "h1", "", "h10" }, { "h10", "h22", "" } };
  static const char *const four[][3] = {
    { "", "b7610", "b0246" }, { "b2", "", "b3210" },
    { "b310", "b0123", "b4567" }, { "b20", "", "" } };
  const char *const (*t)[3] = (f->op >= PTX_OP_VADD4 ? four
			       : f->op >= PTX_OP_VADD2 ? two : scalar);
  test_form (f, pat);
  for (int k = 0; k < (t == four ? 4 : 3); k++)
    {
      for (int j = 0; j < 3; j++)
	f->sel[j] = t[k][j];
      test_form (f, pat);
    }
  for (int j = 0; j < 3; j++)
    f->sel[j] = "";
}

static void
each_pattern (struct form *f, const struct ptx_insn_row *row)
{
  bool video = row->mods & PTX_ROW_VIDEO;
  for (unsigned k = 0; k < row->n_patterns; k++)
    for (unsigned n = row->pattern[k].min; n <= row->pattern[k].n; n++)
      {
	const struct ptx_pattern *pat = &row->pattern[k];
	f->n_src = n - 1;
	f->pair = false;
	if (f->op == PTX_OP_CVT && f->n_src > 2)
	  continue;
	if (video)
	  each_selector (f, pat);
	else if (f->op == PTX_OP_LOP3)
	  for (int j = 0; j < 40; j++)
	    {
	      f->pair = n == 6;
	      test_form (f, pat);
	    }
	else
	  test_form (f, pat);
	if (pat->op[0].role == 'D')
	  {
	    f->pair = true;
	    test_form (f, pat);
	  }
      }
}

static bool
odd_type_p (enum ptx_type t)
{
  return t >= PTX_E4M3 && t <= PTX_UE8M0X2;
}

static void
each_types (struct form *f, const struct ptx_insn_row *row, unsigned k,
	    unsigned n)
{
  if (k == n)
    {
      f->n_types = n;
      each_pattern (f, row);
      return;
    }
  bool video = row->mods & PTX_ROW_VIDEO;
  uint64_t mask = row->types[k && !video ? 1 : 0];
  if (f->op == PTX_OP_CVT_PACK && k == 2)
    mask = (uint64_t) 1 << PTX_B32;
  for (int t = PTX_NONE + 1; t < PTX_N_TYPES; t++)
    if ((mask >> t & 1) && !(odd_type_p (t) && f->n_words > 1))
      {
	f->type[k] = t;
	each_types (f, row, k + 1, n);
      }
}

static void
each_word (struct form *f, const struct ptx_insn_row *row,
	   const struct choice *c, unsigned n)
{
  if (n)
    {
      each_word (f, row, c + 1, n - 1);
      for (unsigned k = 0; k < c->n; k++)
	{
	  if (strcmp (c->word[k], "oob") == 0 && f->n_words > 1)
	    continue;
	  f->word[f->n_words++] = c->word[k];
	  each_word (f, row, c + 1, n - 1);
	  f->n_words--;
	}
      return;
    }
  bool vset = f->op == PTX_OP_VSET || f->op == PTX_OP_VSET2
	      || f->op == PTX_OP_VSET4;
  if (f->op == PTX_OP_CVT_PACK)
    each_types (f, row, 0, 3);
  each_types (f, row, 0, vset ? 2 : row->mods & PTX_ROW_VIDEO ? 3
	      : row->types[1] ? 2 : 1);
}

static const char *
elsewhere_p (const char *name)
{
  for (size_t k = 0; k < sizeof elsewhere / sizeof *elsewhere; k++)
    if (strcmp (elsewhere[k].name, name) == 0)
      return elsewhere[k].where;
  return NULL;
}

static void
test_insn (const struct insn_row *row)
{
  struct choice choice[MAX_WORDS];
  struct form f;
  memset (&f, 0, sizeof f);
  f.op = row->op;
  f.name = row->name;
  for (int k = 0; k < 4; k++)
    f.sel[k] = "";
  seed = 0x9e3779b97f4a7c15 + (bits) row->op * 0x1234567;
  unsigned n = choices_of (row, choice), before = n_compared;
  each_word (&f, &ptx_insn_rows ()[row->op], choice, n);
  check (n_compared > before, "%s: no form is compared, and it does not stand "
	 "in forms-elsewhere.def", row->name);
}

/* The arguments: the name of an instruction, the only one to be tested; the number of a
   part of its forms, and how many there are.  With "list": print the names.  */
int
main (int argc, char **argv)
{
  struct vm_options o;
  vm_options_init (&o);
  o.memory = 16 << 20;
  o.threads = 1;
  take_uniform (&o);
  if (argc > 1 && strcmp (argv[1], "list") == 0)
    {
      for (size_t k = 0; k < sizeof insns / sizeof *insns; k++)
	if (!elsewhere_p (insns[k].name))
	  puts (insns[k].name);
      return 0;
    }
  if (argc > 3)
    {
      part = (unsigned) atoi (argv[2]);
      parts = (unsigned) atoi (argv[3]);
    }
  machine_vm = vm_create (&o, take_report, NULL);
  for (size_t k = 0; k < sizeof insns / sizeof *insns; k++)
    if (!elsewhere_p (insns[k].name)
	&& (argc < 2 || strcmp (argv[1], insns[k].name) == 0))
      test_insn (&insns[k]);
  /* The list names rows that there are.  */
  for (size_t k = 0; k < sizeof elsewhere / sizeof *elsewhere; k++)
    {
      bool known = false;
      for (size_t j = 0; j < sizeof insns / sizeof *insns; j++)
	known |= strcmp (insns[j].name, elsewhere[k].name) == 0;
      check (known, "%s of forms-elsewhere.def is no instruction",
	     elsewhere[k].name);
    }
  for (unsigned k = 0; k < n_listed; k++)
    check (false, "%s has forms that no reference is for", listed[k]);
  printf ("  %u forms taken, %u refused\n", n_taken, n_refused);
  vm_destroy (machine_vm);
  return finish_tests ();
}
