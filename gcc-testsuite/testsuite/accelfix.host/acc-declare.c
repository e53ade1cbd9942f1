/* Updates of variables that acc declare names.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "wrong" } */
/* { dg-host-on "nvptx amdgcn" } */

#include "host.h"

struct pair { int a; double b; };

static int v[10] = { 1, 1, 1 }, w = 7, in[4] = { 1, 2, 3, 4 }, plain[4];
struct pair p = { 1, 2 };
#pragma acc declare create (v, w, p)
#pragma acc declare copyin (in)

int
main (void)
{
  int seen = 0, member = 0, of_plain = 0, q = 1;

  v[2] = 8;
  #pragma acc update device (v)
  #pragma acc parallel copy (seen)
  {
    seen = v[2];
    w = 9;
    v[5] = 77;
    p.b = 4.5;
  }
  check ("device", seen == 8);
  check ("not yet", w == 7 && v[5] == 0);
  #pragma acc update self (w, v)
  check ("self", w == 9 && v[5] == 77 && v[2] == 8);
  #pragma acc update host (p)
  check ("host", p.b == 4.5);

  in[3] = 40;
  p.a = 5;
  #pragma acc update device (in, p) async (1)
  #pragma acc wait (1)
  #pragma acc parallel copy (member)
  member = in[3] + p.a;
  check ("async", member == 45);

  in[0] = 100;
  #pragma acc update device (in[0:2]) if (q)
  #pragma acc parallel copy (member)
  member = in[0];
  check ("a section", member == 100);

  #pragma acc enter data create (plain)
  plain[1] = 3;
  #pragma acc update device (plain)
  #pragma acc parallel present (plain) copy (of_plain)
  {
    of_plain = plain[1];
    plain[2] = 6;
  }
  #pragma acc update self (plain)
  #pragma acc exit data delete (plain)
  check ("a variable that is not declared", of_plain == 3 && plain[2] == 6);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
