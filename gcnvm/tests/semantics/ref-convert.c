/* The reference: conversions and comparisons of the vector unit.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Vega manual 12.8 VOP1 (V_CVT_*) and 12.9 VOPC.  */

#include <string.h>

#include "ref.h"

#define F l->f
#define M (&l->m)
#define SF l->sf
#define A l->s[0]
#define TO_INT(X, LOW, HIGH) ref_to_int (SF, REF_ZERO, X, LOW, HIGH)

/* X + 0.5, exactly enough: V_CVT_RPI_I32_F32 is floor (x + 0.5).  */

static uint64_t
half_more (uint64_t x)
{
  static const struct ref_fpmode down = { REF_DOWN, true, true, true };
  return ref_add (&ref_f32, &down, x, 0x3f000000);
}

/* The manuals have conversions make and take denormal halves, and do not say
   whether MODE can forbid it.  */

static uint64_t
half_denormals (struct ref_lane *l, uint64_t r)
{
  bool from = SF == &ref_f16;
  uint64_t half = from ? l->raw[0] & 0x7fff : r & 0x7fff;
  bool keep = from ? l->sm.keep_in : l->m.keep_out;
  static const struct ref_fpmode all = { REF_ZERO, true, true, true };
  if (!from && !l->sm.keep_in && ref_denormal_p (&ref_f32, l->raw[0]))
    l->undefined = true;
  if (!keep && from && ref_denormal_p (&ref_f16, half))
    l->undefined = true;
  if (!keep && !from
      && ref_exponent (&ref_f16, ref_convert (&ref_f32, &ref_f16, &all,
					      A & 0x7fffffff)) == 0
      && !ref_zero_p (&ref_f32, A))
    l->undefined = true;
  return r;
}

#define ROW(ID, SIG, FLAGS, EXPR) \
static void ID##_fn (struct ref_lane *l) { l->d = (EXPR); }
#include "ref-convert.def"

#define ROW(ID, SIG, FLAGS, EXPR) [GCN_OP_##ID] = { ID##_fn, SIG, FLAGS },
static const struct ref_row rows[GCN_N_OPS] =
{
#include "ref-convert.def"
};

const struct ref_row *
ref_convert_row (enum gcn_op op)
{
  return rows[op].fn ? &rows[op] : NULL;
}

/* ---- Comparisons.  */

/* V_CMP_CLASS: the bit of MASK for what X is.  */

static bool
class_p (const struct ref_format *f, uint64_t x, uint64_t mask)
{
  bool minus = ref_negative_p (f, x);
  unsigned bit;
  if (ref_nan_p (f, x))
    bit = ref_snan_p (f, x) ? 0 : 1;
  else if (ref_inf_p (f, x))
    bit = minus ? 2 : 9;
  else if (ref_zero_p (f, x))
    bit = minus ? 5 : 6;
  else if (ref_denormal_p (f, x))
    bit = minus ? 4 : 7;
  else
    bit = minus ? 3 : 8;
  return mask >> bit & 1;
}

/* The order, as ref_compare gives it, of integers as well.  */

static int
order (const struct ref_lane *l, char letter)
{
  uint64_t a = l->s[0], b = l->s[1];
  const struct ref_format *f = ref_letter_format (letter);
  if (f)
    return ref_compare (f, a, b);
  if (letter == 's' || letter == 'i' || letter == 'I')
    return (int64_t) a < (int64_t) b ? -1 : (int64_t) a > (int64_t) b;
  return a < b ? -1 : a > b;
}

/* NAME is what follows v_cmp_ or v_cmpx_.  The negations hold for NaNs too.  */

bool
ref_compare_lane (struct ref_lane *l, const char *name)
{
  static const struct { const char *name; unsigned less, equal, more, none; }
  tests[] =
  {
    { "f", 0, 0, 0, 0 }, { "lt", 1, 0, 0, 0 }, { "eq", 0, 1, 0, 0 },
    { "le", 1, 1, 0, 0 }, { "gt", 0, 0, 1, 0 }, { "lg", 1, 0, 1, 0 },
    { "ne", 1, 0, 1, 0 }, { "ge", 0, 1, 1, 0 }, { "o", 1, 1, 1, 0 },
    { "u", 0, 0, 0, 1 }, { "nge", 1, 0, 0, 1 }, { "nlg", 0, 1, 0, 1 },
    { "ngt", 1, 1, 0, 1 }, { "nle", 0, 0, 1, 1 }, { "neq", 1, 0, 1, 1 },
    { "nlt", 0, 1, 1, 1 }, { "tru", 1, 1, 1, 1 }, { "t", 1, 1, 1, 1 }
  };
  const char *end = strchr (name, '_');
  static const char *const types[] = { "f16h", "f32f", "f64d", "i16s", "u16w",
				       "i32i", "u32u", "i64I", "u64U" };
  char letter = 0;
  for (unsigned i = 0; i < 9; i++)
    if (strncmp (end + 1, types[i], 3) == 0)
      letter = types[i][3];
  if (strncmp (name, "class_", 6) == 0)
    {
      l->pass = class_p (ref_letter_format (letter), l->s[0], l->s[1]);
      return true;
    }
  for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
    if (strlen (tests[i].name) == (size_t) (end - name)
	&& strncmp (tests[i].name, name, end - name) == 0)
      {
	int c = order (l, letter);
	l->pass = (c == 2 ? tests[i].none : c < 0 ? tests[i].less
		   : c > 0 ? tests[i].more : tests[i].equal);
	return true;
      }
  return false;
}
