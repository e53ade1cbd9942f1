/* A list whose nodes are in an array of the body and point to each other.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct node { struct node *next; int key; };
static NOIPA struct node *
insert (struct node *head, struct node *one)
{
  struct node **p = &head;
  while (*p && (*p)->key < one->key)
    p = &(*p)->next;
  one->next = *p;
  *p = one;
  return head;
}
#pragma omp end declare target
#define BODY "struct-list.c"
#include "forms.h"
#else
  struct node nodes[6], *head = 0;
  for (int j = 0; j < 6; j++)
    {
      nodes[j].key = (i * 11 + j * 17) % 31;
      head = insert (head, &nodes[j]);
    }
  int r = 0;
  for (struct node *p = head; p; p = p->next)
    r = r * 3 + p->key;
  b[i] = r;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
