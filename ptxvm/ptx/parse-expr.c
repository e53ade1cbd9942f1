/* Constant expressions ("Constants").
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "ptx-int.h"
#include "simt/base/number.h"

static bool expression (struct ptx_parser *, struct ptx_value *,
			unsigned level, unsigned depth);

static bool
need_int (struct ptx_parser *p, const struct ptx_value *v, const char *where)
{
  if (v->kind == PTX_V_INT)
    return true;
  ptx_p_error (p, "%s of `%s' must be an integer", "operand", where);
  return false;
}

double
ptx_value_double (const struct ptx_value *v)
{
  double d;

  if (v->kind == PTX_V_INT)
    return v->is_unsigned ? (double) v->imm : (double) (int64_t) v->imm;
  if (v->single)
    {
      uint32_t bits = v->imm;
      float f;

      memcpy (&f, &bits, sizeof f);
      return f;
    }
  memcpy (&d, &v->imm, sizeof d);
  return d;
}

void
ptx_value_set_double (struct ptx_value *v, double d)
{
  v->kind = PTX_V_FLOAT;
  v->single = false;
  memcpy (&v->imm, &d, sizeof d);
}

/* A name in an expression: WARP_SZ, or a variable or function.  */

static bool
name_value (struct ptx_parser *p, struct ptx_value *v)
{
  struct ptx_name *name = p->tok.name;
  uint32_t offset;

  if (strcmp (name->str, "WARP_SZ") == 0)
    {
      *v = (struct ptx_value) { .kind = PTX_V_INT, .imm = 32 };
      ptx_next (p);
      return true;
    }
  struct ptx_binding *b = ptx_lookup (p, name, &offset);
  if (b && b->kind == PTX_BIND_SYM)
    *v = (struct ptx_value) { .kind = PTX_V_ADDR, .sym = b->sym };
  else if (b && b->kind == PTX_BIND_SYM_RANGE)
    *v = (struct ptx_value) { .kind = PTX_V_ADDR, .sym = b->syms[offset] };
  else
    {
      ptx_p_error (p, b ? "`%s' is not constant" : "`%s' is not declared",
		   name->str);
      return false;
    }
  ptx_next (p);
  return true;
}

static bool
primary (struct ptx_parser *p, struct ptx_value *v, unsigned depth)
{
  struct ptx_token *t = &p->tok;

  memset (v, 0, sizeof *v);
  if (depth > PTX_MAX_DEPTH)
    {
      ptx_p_error (p, "expression nested more than %d deep", PTX_MAX_DEPTH);
      return false;
    }
  switch (t->kind)
    {
    case PTX_T_INT:
      v->kind = PTX_V_INT;
      v->imm = t->imm;
      v->is_unsigned = t->is_unsigned || (int64_t) t->imm < 0;
      ptx_next (p);
      /* `0xff00 (symbol)': a mask over an address.  */
      if (ptx_p_is (p, '('))
	{
	  uint64_t mask = v->imm;

	  ptx_next (p);
	  if (!expression (p, v, 0, depth + 1) || !ptx_p_expect (p, ')'))
	    return false;
	  if (v->kind != PTX_V_ADDR || v->masked)
	    {
	      ptx_p_error (p, "a mask applies to an address");
	      return false;
	    }
	  v->masked = true;
	  v->mask = mask;
	}
      return !p->failed;
    case PTX_T_FLOAT:
      v->kind = PTX_V_FLOAT;
      v->imm = t->imm;
      v->single = t->single;
      ptx_next (p);
      return !p->failed;
    case PTX_T_DOT:
      if (t->len && t->start[0] >= '0' && t->start[0] <= '9')
	{
	  /* `.5', which the lexer takes for a word.  */
	  char buffer[64];
	  char *end;

	  if (t->len < sizeof buffer - 1)
	    {
	      snprintf (buffer, sizeof buffer, ".%.*s", (int) t->len,
			t->start);
	      ptx_value_set_double (v, simt_strtod (buffer, &end));
	      if (*end == '\0')
		{
		  ptx_next (p);
		  return !p->failed;
		}
	    }
	}
      ptx_p_unexpected (p, "a constant");
      return false;
    case PTX_T_IDENT:
      if (strcmp (t->name->str, "generic") == 0)
	{
	  ptx_next (p);
	  if (!ptx_p_expect (p, '('))
	    return false;
	  if (!expression (p, v, 0, depth + 1) || !ptx_p_expect (p, ')'))
	    return false;
	  if (v->kind != PTX_V_ADDR)
	    {
	      ptx_p_error (p, "`generic' applies to an address");
	      return false;
	    }
	  v->generic = true;
	  return true;
	}
      return name_value (p, v);
    case PTX_T_PUNCT:
      break;
    default:
      ptx_p_unexpected (p, "a constant");
      return false;
    }

  int op = t->punct;
  switch (op)
    {
    case '(':
      ptx_next (p);
      if (p->tok.kind == PTX_T_DOT)
	{
	  bool is_unsigned = ptx_p_dot_is (p, "u64");

	  if (!is_unsigned && !ptx_p_dot_is (p, "s64"))
	    {
	      ptx_p_unexpected (p, "`.s64' or `.u64'");
	      return false;
	    }
	  ptx_next (p);
	  if (!ptx_p_expect (p, ')') || !primary (p, v, depth + 1))
	    return false;
	  if (!need_int (p, v, "cast"))
	    return false;
	  v->is_unsigned = is_unsigned;
	  return true;
	}
      return expression (p, v, 0, depth + 1) && ptx_p_expect (p, ')');
    case '+': case '-': case '~': case '!':
      ptx_next (p);
      if (!primary (p, v, depth + 1))
	return false;
      if (op == '-' && v->kind == PTX_V_FLOAT)
	{
	  v->imm ^= v->single ? 1ull << 31 : 1ull << 63;
	  return true;
	}
      if (op == '+' && v->kind == PTX_V_FLOAT)
	return true;
      if (!need_int (p, v, "a unary operator"))
	return false;
      if (op == '-')
	v->imm = -v->imm;
      else if (op == '~')
	v->imm = ~v->imm;
      else if (op == '!')
	{
	  v->imm = !v->imm;
	  v->is_unsigned = false;
	}
      return true;
    default:
      ptx_p_unexpected (p, "a constant");
      return false;
    }
}

/* Binding strength of binary operator OP, 0 for none.  Level 1 is `?:'.  */

static unsigned
strength (int op)
{
  switch (op)
    {
    case '?': return 1;
    case PTX_P_OROR: return 2;
    case PTX_P_ANDAND: return 3;
    case '|': return 4;
    case '^': return 5;
    case '&': return 6;
    case PTX_P_EQ: case PTX_P_NE: return 7;
    case '<': case '>': case PTX_P_LE: case PTX_P_GE: return 8;
    case PTX_P_SHL: case PTX_P_SHR: return 9;
    case '+': case '-': return 10;
    case '*': case '/': case '%': return 11;
    default: return 0;
    }
}

static bool
apply (struct ptx_parser *p, int op, struct ptx_value *a,
       const struct ptx_value *b)
{
  if (a->kind == PTX_V_ADDR && b->kind == PTX_V_INT && (op == '+' || op == '-'))
    {
      a->imm = op == '+' ? a->imm + b->imm : a->imm - b->imm;
      return true;
    }
  if (a->kind == PTX_V_INT && b->kind == PTX_V_ADDR && op == '+')
    {
      uint64_t addend = a->imm;

      *a = *b;
      a->imm += addend;
      return true;
    }
  if (a->kind == PTX_V_ADDR || b->kind == PTX_V_ADDR)
    {
      ptx_p_error (p, "only integers can be added to an address");
      return false;
    }
  if (a->kind == PTX_V_FLOAT || b->kind == PTX_V_FLOAT)
    {
      double x = ptx_value_double (a), y = ptx_value_double (b);
      int truth;

      switch (op)
	{
	case '+': ptx_value_set_double (a, x + y); return true;
	case '-': ptx_value_set_double (a, x - y); return true;
	case '*': ptx_value_set_double (a, x * y); return true;
	case '/': ptx_value_set_double (a, x / y); return true;
	case PTX_P_EQ: truth = x == y; break;
	case PTX_P_NE: truth = x != y; break;
	case '<': truth = x < y; break;
	case '>': truth = x > y; break;
	case PTX_P_LE: truth = x <= y; break;
	case PTX_P_GE: truth = x >= y; break;
	default:
	  ptx_p_error (p, "operator does not take floating-point operands");
	  return false;
	}
      *a = (struct ptx_value) { .kind = PTX_V_INT, .imm = truth };
      return true;
    }

  bool u = a->is_unsigned || b->is_unsigned;
  uint64_t x = a->imm, y = b->imm, r;
  int64_t sx = x, sy = y;
  bool logical = false;

  switch (op)
    {
    case '+': r = x + y; break;
    case '-': r = x - y; break;
    case '*': r = x * y; break;
    case '/': case '%':
      if (y == 0)
	{
	  ptx_p_error (p, "division by zero in a constant expression");
	  return false;
	}
      if (u)
	r = op == '/' ? x / y : x % y;
      else if (sy == -1)
	r = op == '/' ? -x : 0;
      else
	r = op == '/' ? sx / sy : sx % sy;
      break;
    case PTX_P_SHL: r = y > 63 ? 0 : x << y; u = a->is_unsigned; break;
    case PTX_P_SHR:
      u = a->is_unsigned;
      if (u)
	r = y > 63 ? 0 : x >> y;
      else
	r = y > 63 ? (sx < 0 ? -1 : 0) : sx >> y;
      break;
    case '&': r = x & y; break;
    case '|': r = x | y; break;
    case '^': r = x ^ y; break;
    case PTX_P_EQ: r = x == y; logical = true; break;
    case PTX_P_NE: r = x != y; logical = true; break;
    case '<': r = u ? x < y : sx < sy; logical = true; break;
    case '>': r = u ? x > y : sx > sy; logical = true; break;
    case PTX_P_LE: r = u ? x <= y : sx <= sy; logical = true; break;
    case PTX_P_GE: r = u ? x >= y : sx >= sy; logical = true; break;
    case PTX_P_ANDAND: r = x && y; logical = true; break;
    case PTX_P_OROR: r = x || y; logical = true; break;
    default:
      ptx_p_error (p, "bad operator");
      return false;
    }
  a->imm = r;
  a->is_unsigned = logical ? false : u;
  return true;
}

static bool
expression (struct ptx_parser *p, struct ptx_value *v, unsigned level,
	    unsigned depth)
{
  if (!primary (p, v, depth))
    return false;
  while (p->tok.kind == PTX_T_PUNCT)
    {
      int op = p->tok.punct;
      unsigned s = strength (op);
      struct ptx_value b;

      if (!s || s <= level)
	break;
      ptx_next (p);
      if (op == '?')
	{
	  struct ptx_value c;

	  if (!need_int (p, v, "?:")
	      || !expression (p, &b, 0, depth + 1)
	      || !ptx_p_expect (p, ':')
	      || !expression (p, &c, 0, depth + 1))
	    return false;
	  *v = v->imm ? b : c;
	  continue;
	}
      if (!expression (p, &b, s, depth + 1) || !apply (p, op, v, &b))
	return false;
    }
  return !p->failed;
}

/* Parse a constant expression into *V.  False after an error.  */

bool
ptx_p_expr (struct ptx_parser *p, struct ptx_value *v)
{
  return expression (p, v, 0, 0);
}

/* Parse what may follow a name in an address, `+ 4' or `- 4 + 8', and add it
   to *SUM.  */

void
ptx_p_offsets (struct ptx_parser *p, int64_t *sum)
{
  while (ptx_p_is (p, '+') || ptx_p_is (p, '-'))
    {
      bool minus = ptx_p_is (p, '-');
      struct ptx_value v;

      ptx_next (p);
      if (!expression (p, &v, strength ('+'), 0)
	  || !need_int (p, &v, minus ? "-" : "+"))
	return;
      *sum = (uint64_t) *sum + (minus ? -v.imm : v.imm);
    }
}

/* Parse one that must be an integer.  */

int64_t
ptx_p_const_int (struct ptx_parser *p)
{
  struct ptx_value v;

  if (!ptx_p_expr (p, &v))
    return 0;
  if (v.kind != PTX_V_INT)
    {
      ptx_p_error (p, "expected an integer constant");
      return 0;
    }
  return v.imm;
}

/* D as half (EXP_BITS 5) or bfloat16 (8), to nearest even.  */

static uint64_t
narrow_float (double d, unsigned exp_bits)
{
  unsigned mant_bits = 15 - exp_bits;
  int bias = (1 << (exp_bits - 1)) - 1;
  uint64_t bits;

  memcpy (&bits, &d, sizeof bits);
  uint64_t sign = bits >> 63 << 15;
  int exp = (bits >> 52 & 0x7ff) - 1023;
  uint64_t mant = bits & ((1ull << 52) - 1);
  uint64_t inf = ((1ull << exp_bits) - 1) << mant_bits;

  if (exp == 1024)
    return sign | inf | (mant ? 1ull << (mant_bits - 1) : 0);
  if (exp == -1023)
    return sign;
  mant |= 1ull << 52;
  int shift = 52 - mant_bits;
  if (exp < 1 - bias)
    shift += 1 - bias - exp;
  if (shift > 54)
    return sign;
  uint64_t r = mant >> shift, rest = mant & ((1ull << shift) - 1);
  if (rest > 1ull << (shift - 1) || (rest == 1ull << (shift - 1) && (r & 1)))
    r++;
  if (exp >= 1 - bias)
    r += (uint64_t) (exp + bias - 1) << mant_bits;
  return sign | (r >= inf ? inf : r);
}

bool
ptx_value_bits (const struct ptx_value *v, enum ptx_type type, uint64_t *bits)
{
  float f;
  uint32_t b;

  if (v->kind == PTX_V_ADDR)
    return false;
  switch (type)
    {
    case PTX_F64:
      if (v->kind == PTX_V_INT)
	return false;
      {
	double d = ptx_value_double (v);

	memcpy (bits, &d, sizeof d);
      }
      return true;
    case PTX_F32: case PTX_TF32:
      if (v->kind == PTX_V_INT)
	return false;
      if (v->single)
	{
	  *bits = v->imm;
	  return true;
	}
      f = ptx_value_double (v);
      memcpy (&b, &f, sizeof b);
      *bits = b;
      return true;
    case PTX_F16: case PTX_BF16:
      if (v->kind == PTX_V_INT)
	*bits = v->imm;
      else
	*bits = narrow_float (ptx_value_double (v), type == PTX_F16 ? 5 : 8);
      return true;
    default:
      *bits = v->imm;
      return true;
    }
}
