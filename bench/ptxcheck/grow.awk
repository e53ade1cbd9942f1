# PTX that grows: awk -v kind=KIND -v n=N -f grow.awk prints a module with one
# function whose size is proportional to N.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.
#
# KIND:
#   maybe   N registers, each written under one condition and read soon after
#           under another
#   live    the same, but all reads come after all writes, so that every
#           register is live in the middle
#   spread  each register is written near the entry and read near the end, and
#           an unrelated diamond stands between any two
#   switch  one brx.idx with N targets; 20 registers, each written in some
#           of its targets and read after them
#   fan     one brx.idx with N targets and N registers, each written in one of
#           the targets and read after them
#   chain   N blocks with jumps 20 blocks back or on, irreducible; 50 registers
#   loops   N loops one after the other, each with a register that is written
#           under a condition and read in the next turn
#   scopes  N pairs of braces, as inline assembly has, in each a read of a
#           register of the function that may be uninitialised
#   dead    N calls of a function that never returns, under conditions
#   clean   N conditions and nothing to mend

function load(r)
{
  printf "\tld.u32 %%t%d, [%%a+%d];\n", r, 4 * (at++ % 1000)
}

# A jump to LABEL, if the next number in memory is no larger than K.

function unless(k, label)
{
  load(0)
  printf "\tsetp.le.s32 %%p0, %%t0, %d;\n", k
  printf "\t@%%p0 bra $%s;\n", label
}

function label(l) { printf "$%s:\n", l }
function set(v) { load(1); printf "\tmov.u32 %%v%d, %%t1;\n", v }
function use(v) { printf "\tadd.u32 %%s, %%s, %%v%d;\n", v }

function set_if(v, l) { unless(0, l); set(v); label(l) }
function use_if(v, l) { unless(3, l); use(v); label(l) }

# As C's rand, so that every awk prints the same.
function random(m)
{
  seed = (seed * 1103515245 + 12345) % 2147483648
  return int(seed / 65536) % m
}

BEGIN {
  seed = 1
  n_regs = kind == "switch" ? 20 : kind == "chain" ? 50 : n
  print ".version 6.3\n.target sm_35\n.address_size 64"
  if (kind == "dead")
    print ".extern .func abort;"
  print ".visible .func (.param .u32 %out) f (.param .u64 %in)\n{"
  print "\t.reg .u64 %a;\n\t.reg .u32 %s, %t0, %t1;\n\t.reg .pred %p0;"
  for (i = 0; i < n_regs; i++)
    printf "\t.reg .u32 %%v%d;\n", i
  print "\tld.param.u64 %a, [%in];\n\tmov.u32 %s, 0;"
  if (kind == "maybe")
    for (i = 0; i < n; i++)
      {
	set_if(i, "W" i)
	use_if(i, "R" i)
      }
  else if (kind == "live")
    {
      for (i = 0; i < n; i++)
	set_if(i, "W" i)
      for (i = 0; i < n; i++)
	use_if(i, "R" i)
    }
  else if (kind == "spread")
    {
      for (i = 0; i < n; i++)
	set_if(i, "W" i)
      for (i = 0; i < n; i++)
	{
	  unless(i, "A" i)
	  print "\tadd.u32 %s, %s, 1;"
	  label("A" i)
	}
      for (i = 0; i < n; i++)
	use(i)
    }
  else if (kind == "switch" || kind == "fan")
    {
      load(0)
      printf "T: .branchtargets"
      for (i = 0; i < n; i++)
	printf "%s$C%d", i ? ", " : " ", i
      print ";\n\tbrx.idx %t0, T;"
      for (i = 0; i < n; i++)
	{
	  label("C" i)
	  set(i % n_regs)
	  print "\tbra $E;"
	}
      label("E")
      for (i = 0; i < n_regs; i++)
	use_if(i, "R" i)
    }
  else if (kind == "chain")
    {
      unless(0, "L" int(n / 2))
      for (i = 0; i < n; i++)
	{
	  to = i - 20 + random(40)
	  label("L" i)
	  unless(1, "L" (to < 0 ? 0 : to >= n ? n - 1 : to))
	  unless(2, "O" i)
	  set(i % n_regs)
	  printf "\tbra $N%d;\n", i
	  label("O" i)
	  use(i * 7 % n_regs)
	  label("N" i)
	}
    }
  else if (kind == "loops")
    for (i = 0; i < n; i++)
      {
	label("L" i)
	use_if(i, "R" i)
	set_if(i, "W" i)
	unless(5, "L" i)
      }
  else if (kind == "scopes")
    for (i = 0; i < n; i++)
      {
	set_if(i, "W" i)
	print "\t{\n\t.reg .u32 %x;"
	printf "\tmov.u32 %%x, %%v%d;\n", i
	print "\tadd.u32 %s, %s, %x;\n\t}"
      }
  else if (kind == "dead")
    for (i = 0; i < n; i++)
      {
	unless(0, "D" i)
	print "\tcall abort;\n\ttrap;"
	label("D" i)
	print "\tbar.sync 0;"
      }
  else if (kind == "clean")
    for (i = 0; i < n; i++)
      {
	set(i)
	use_if(i, "R" i)
      }
  else
    {
      print "grow.awk: kind is '" kind "'" > "/dev/stderr"
      exit 1
    }
  print "\tst.param.u32 [%out], %s;\n\tret;\n}"
}
