/* References for the PTX machine: video instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* The pseudocode of "Scalar Video Instructions" and "SIMD Video Instructions"
   of the manual.  */

#ifndef FORMS_VIDEO_H
#define FORMS_VIDEO_H

#include "forms-int.h"

static s128
video_part (bits x, const char *sel, enum ptx_type t)
{
  int n = *sel == 'b' ? 8 : *sel == 'h' ? 16 : 32;
  return val (low (x, 32) >> (*sel ? n * (sel[1] - '0') : 0), n,
	      signed_p (t));
}

static bool
video_compare (const struct form *f, s128 a, s128 b)
{
  return (has (f, "eq") ? a == b : has (f, "ne") ? a != b
	  : has (f, "lt") ? a < b : has (f, "le") ? a <= b
	  : has (f, "gt") ? a > b : a >= b);
}

static struct result
video_mad (const struct form *f, const bits *s)
{
  bool sign = signed_p (f->type[1]) || signed_p (f->type[2]);
  s128 r = video_part (s[0], f->sel[1], f->type[1])
	   * video_part (s[1], f->sel[2], f->type[2]);
  r += val (s[2], 32, sign) + has (f, "po");
  if (has (f, "add") || has (f, "min") || has (f, "max") || *f->sel[0]
      || (has (f, "shr7") && has (f, "shr15")))
    return no (WRONG);
  if (has (f, "shr7"))
    r = floor_shift (r, 7);
  if (has (f, "shr15"))
    r = floor_shift (r, 15);
  if (has (f, "sat"))
    r = clip_to (r, 32, sign);
  return exact (r, 32);
}

static struct result
video_scalar (const struct form *f, const bits *s)
{
  bool vset = f->op == PTX_OP_VSET, sign = !vset && signed_p (f->type[0]);
  bool second = has (f, "add") || has (f, "min") || has (f, "max");
  bool vshift = f->op == PTX_OP_VSHL || f->op == PTX_OP_VSHR;
  s128 a = video_part (s[0], f->sel[1], f->type[vset ? 0 : 1]);
  s128 b = video_part (s[1], f->sel[2], f->type[vset ? 1 : 2]), r;
  s128 c = val (s[2], 32, sign);
  if (has (f, "po") || has (f, "shr7") || has (f, "shr15")
      || (second && *f->sel[0]) || (f->n_src == 3) != (second || *f->sel[0])
      || has (f, "wrap") + has (f, "clamp") != vshift
      || (vshift && signed_p (f->type[2])))
    return no (WRONG);
  if (vshift)
    b = has (f, "wrap") ? b & 31 : b > 32 ? 32 : b;
  switch (f->op)
    {
    case PTX_OP_VADD: r = a + b; break;
    case PTX_OP_VSUB: r = a - b; break;
    case PTX_OP_VABSDIFF: r = a > b ? a - b : b - a; break;
    case PTX_OP_VMIN: r = a < b ? a : b; break;
    case PTX_OP_VMAX: r = a > b ? a : b; break;
    case PTX_OP_VSHL: r = a * ((s128) 1 << (int) b); break;
    case PTX_OP_VSHR: r = floor_shift (a, (int) b); break;
    default: r = video_compare (f, a, b); break;
    }
  int n = *f->sel[0] == 'b' ? 8 : *f->sel[0] == 'h' ? 16 : 32;
  if (has (f, "sat"))
    r = clip_to (r, n, sign);
  r = val ((bits) r, 32, sign);
  if (has (f, "add"))
    r += c;
  if (has (f, "min"))
    r = r < c ? r : c;
  if (has (f, "max"))
    r = r > c ? r : c;
  if (n < 32)
    {
      int at = n * (f->sel[0][1] - '0');
      bits m = low (~(bits) 0, n) << at;
      r = (s128) ((low (s[2], 32) & ~m) | ((bits) r << at & m));
    }
  return exact (r, 32);
}

/* SEL, "h01" and so on, or the default: lane K.  */
static int
simd_lane (const char *sel, int n, int first, int k)
{
  return *sel ? sel[n - k] - '0' : first + k;
}

static struct result
video_simd (const struct form *f, const bits *s)
{
  bool vset = f->op == PTX_OP_VSET2 || f->op == PTX_OP_VSET4;
  int n = f->op >= PTX_OP_VADD4 ? 4 : 2, w = 32 / n;
  bool sign = !vset && signed_p (f->type[0]), add = has (f, "add");
  bits all = low (s[1], 32) << 32 | low (s[0], 32), d = low (s[2], 32);
  s128 sum = (s128) s[2];
  if (has (f, "min") || has (f, "max") || (add && has (f, "sat"))
      || has (f, "po") || has (f, "shr7") || has (f, "shr15"))
    return no (WRONG);
  for (int k = 0; k < n; k++)
    {
      s128 a = val (all >> w * simd_lane (f->sel[1], n, 0, k), w,
		    signed_p (f->type[vset ? 0 : 1]));
      s128 b = val (all >> w * simd_lane (f->sel[2], n, n, k), w,
		    signed_p (f->type[vset ? 1 : 2])), r;
      if (*f->sel[0] && !strchr (f->sel[0] + 1, '0' + k))
	continue;
      switch (f->op)
	{
	case PTX_OP_VADD2: case PTX_OP_VADD4: r = a + b; break;
	case PTX_OP_VSUB2: case PTX_OP_VSUB4: r = a - b; break;
	case PTX_OP_VAVRG2: case PTX_OP_VAVRG4:
	  r = floor_shift (a + b >= 0 ? a + b + 1 : a + b, 1);
	  break;
	case PTX_OP_VABSDIFF2: case PTX_OP_VABSDIFF4:
	  r = a > b ? a - b : b - a;
	  break;
	case PTX_OP_VMIN2: case PTX_OP_VMIN4: r = a < b ? a : b; break;
	case PTX_OP_VMAX2: case PTX_OP_VMAX4: r = a > b ? a : b; break;
	default: r = video_compare (f, a, b); break;
	}
      if (has (f, "sat"))
	r = clip_to (r, w, sign);
      sum += r;
      bits m = low (~(bits) 0, w) << w * k;
      d = (d & ~m) | ((bits) r << w * k & m);
    }
  return exact (add ? sum : (s128) d, 32);
}

#endif /* FORMS_VIDEO_H */
