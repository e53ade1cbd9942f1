/* Shortest paths in a small graph: arrays of distances and a heap.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
#define NODES 12
static NOIPA int
take (int *heap, int *n, const int *distance)
{
  int best = 0;
  for (int j = 1; j < *n; j++)
    if (distance[heap[j]] < distance[heap[best]])
      best = j;
  int node = heap[best];
  heap[best] = heap[--*n];
  return node;
}
#pragma omp end declare target
#define BODY "app-paths.c"
#include "forms.h"
#else
  int distance[NODES], heap[NODES], n = NODES, from[NODES];
  for (int j = 0; j < NODES; j++)
    {
      distance[j] = j == i % NODES ? 0 : 10000;
      heap[j] = j;
      from[j] = -1;
    }
  while (n > 0)
    {
      int u = take (heap, &n, distance);
      for (int k = 1; k < 4; k++)
	{
	  int v = (u * k + i + 1) % NODES, d = distance[u] + (u + k * 5 + i) % 9;
	  if (d < distance[v])
	    {
	      distance[v] = d;
	      from[v] = u;
	    }
	}
    }
  int r = 0;
  for (int j = 0; j < NODES; j++)
    r = r * 3 + distance[j] + from[j];
  b[i] = r;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
