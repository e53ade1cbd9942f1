/* Functions in which a register is unset on the edge of a jump alone, a rare
   one.  A move on the other edge of the jump leaves the register unset; one
   behind the label destroys what the other ways to it have set.  */

/* Reads R, and uses it where it is known.  */
static int __attribute__ ((noipa))
take (int r, int known)
{
  return known ? r : -1;
}

/* The jump leads to a label that the insns before it do not fall into.  */
int __attribute__ ((noipa))
edge_open (int *p, int x, int y)
{
  int r;
  if (x != 5)
    {
      if (y == 3)
	r = p[0] * 3;
      else if (y == 4)
	r = p[1] * x;
      else if (y > 9)
	r = p[2] - y;
    }
  else
    r = p[3];
  p[4]++;
  return take (r, x == 5 || y == 3 || y == 4 || y > 9);
}

/* The jump leads to a label that the insns before it fall into.  */
int __attribute__ ((noipa))
edge_closed (int *p, int y)
{
  int r;
  if (y > 3)
    r = p[0] * 3;
  else if (__builtin_expect (y != 1, 1))
    {
      p[3]++;
      r = p[1];
    }
  p[4]++;
  return take (r, y != 1);
}

/* Two jumps to one label, which need different registers.  */
int __attribute__ ((noipa))
edge_two (int *p, int x, int y)
{
  int r, s;
  if (y > 3)
    {
      r = p[0] * 3;
      s = p[1] - 5;
    }
  else
    {
      if (__builtin_expect (y == 1, 0))
	{
	  s = p[0];
	  goto end;
	}
      p[3]++;
      if (__builtin_expect (x == 0, 0))
	{
	  r = p[1];
	  goto end;
	}
      p[3]++;
      r = p[1];
      s = p[2];
    }
 end:
  p[4]++;
  return 100 * take (r, y != 1) + take (s, y > 3 || y == 1 || x != 0);
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
