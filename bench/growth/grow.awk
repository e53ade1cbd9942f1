# grow.awk: print a program of one kind and size, in C.
#
#   awk -v kind=KIND -v n=N -f grow.awk
#
#   calls        one function with N simd loops, each with a call
#   arrays       likewise, with an array in the body
#   temporaries  likewise, with structures passed and returned
#   linear       likewise, with a linear variable
#   reductions   likewise, with a reduction
#   shared       likewise, with arrays of the function's own that they read
#   functions    N functions with a simd loop each
#   deep, up     likewise, each of which calls the one before it, or behind it,
#                in its loop
#   pointers     likewise, with calls by a pointer to any of them
#   plain        N functions with registers that some path does not set
#   lds          N OpenACC regions with variables in LDS (amdgcn)
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# A simd loop: what is before its body, and the body.
function loop(clauses, body)
{
  printf "#pragma omp simd%s\nfor (int i = 0; i < 64; i++) { %s }\n",
    clauses, body
}

# The function that has all loops of its kind.
function open_one()
{
  print "int f (int *a, int *b, int n, int m)\n{ int s = 0;"
}

function close_one()
{
  print "return s; }"
}

BEGIN {
  print "#pragma omp declare target"
  print "struct big { int v[12]; };"
  print "extern int ext (int);"
  print "__attribute__ ((noipa)) int call (int x) { return x * 3; }"
  print "__attribute__ ((noipa)) int take (struct big x, int k)"
  print "{ return x.v[k % 12]; }"
  print "__attribute__ ((noipa)) struct big give (int k)"
  print "{ struct big x = { { k } }; return x; }"

  if (kind == "calls")
    {
      open_one()
      for (k = 0; k < n; k++)
	loop("", "a[i] += call (b[i] + " k ");")
      close_one()
    }
  else if (kind == "arrays")
    {
      open_one()
      for (k = 0; k < n; k++)
	loop("", "int t[4]; for (int j = 0; j < 4; j++) t[j] = b[i + j];" \
		 " a[i] += t[b[i] & 3];")
      close_one()
    }
  else if (kind == "temporaries")
    {
      open_one()
      for (k = 0; k < n; k++)
	loop("", "a[i] += take (give (b[i]), " k ");")
      close_one()
    }
  else if (kind == "linear")
    {
      open_one()
      for (k = 0; k < n; k++)
	{
	  print "{ int k = m;"
	  loop(" linear (k: 3)", "a[k] += b[i]; k += 3;")
	  print "s += k; }"
	}
      close_one()
    }
  else if (kind == "reductions")
    {
      open_one()
      for (k = 0; k < n; k++)
	loop(" reduction (+: s)", "s += a[i] * b[i];")
      close_one()
    }
  else if (kind == "shared")
    {
      print "void see (int *);"
      print "int f (int *a, int *b, int n, int m)\n{ int s = 0;"
      for (k = 0; k < n; k++)
	print "int v" k "[4]; see (v" k ");"
      for (k = 0; k < n; k++)
	loop("", "a[i] += v" k "[b[i] & 3] + v" (k * 7 % n) "[1];")
      print "return s; }"
      print "__attribute__ ((noipa)) void see (int *p) { *p = 1; }"
    }
  else if (kind == "functions")
    for (k = 0; k < n; k++)
      {
	print "int f" k " (int *a, int *b)\n{ int s = 0;"
	loop(" reduction (+: s)", "int t[4] = { b[i] }; s += t[a[i] & 3];")
	print "return s; }"
      }
  else if (kind == "deep")
    for (k = 0; k < n; k++)
      {
	print "__attribute__ ((noipa)) int f" k " (int *a, int *b)\n{ int s = 0;"
	loop(" reduction (+: s)",
	     k ? "s += f" (k - 1) " (a + i, b);" : "s += a[i];")
	print "return s; }"
      }
  else if (kind == "up")
    for (k = 0; k < n; k++)
      {
	print "int f" (k + 1) " (int *, int *);"
	print "__attribute__ ((noipa)) int f" k " (int *a, int *b)\n{ int s = 0;"
	loop(" reduction (+: s)", "s += f" (k + 1) " (a + i, b);")
	print "return s; }"
	if (k == n - 1)
	  print "__attribute__ ((noipa)) int f" n " (int *a, int *b) { return *a; }"
      }
  else if (kind == "pointers")
    {
      print "extern int (*table[" n "]) (int *, int *);"
      for (k = 0; k < n; k++)
	{
	  print "int f" k " (int *a, int *b)\n{ int s = 0;"
	  loop(" reduction (+: s)", "s += table[a[i]] (a, b);")
	  print "return s; }"
	}
      print "int (*table[" n "]) (int *, int *) = {"
      for (k = 0; k < n; k++)
	print "f" k ","
      print "};"
    }
  else if (kind == "plain")
    for (k = 0; k < n; k++)
      {
	print "__attribute__ ((noipa)) int f" k " (int *a, int *b)"
	print "{ int v; if (a[0]) v = call (*b); if (a[1] > 3) *b += v;"
	print "return *b; }"
      }
  else if (kind == "lds")
    {
      for (k = 0; k < n; k++)
	{
	  print "void f" k " (int *a, int *b)\n{"
	  print "#pragma acc parallel loop gang copy (a[0:64], b[0:64])"
	  print "for (int i = 0; i < 64; i++) { int s = 0;"
	  print "#pragma acc loop worker reduction (+: s)"
	  print "for (int j = 0; j < 64; j++) s += a[j] * b[i];"
	  print "b[i] = s; } }"
	}
    }
  else
    {
      print "grow.awk: no kind '" kind "'" > "/dev/stderr"
      exit 1
    }
  print "#pragma omp end declare target"
  print "int main (void) { return 0; }"
}
