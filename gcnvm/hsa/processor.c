/* Processors that code objects are for, and those that there is a machine for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The numbers are those of "e_flags" in LLVM's "User Guide for AMDGPU Backend".
   gfx90c, an APU, has the instructions of gfx900.  gfx9-generic code uses only
   what all of gfx900, gfx902, gfx904, gfx906, gfx909 and gfx90c have,
   gfx9-4-generic code what gfx942 and gfx950 have, and so on ("Generic Code
   Objects" there).  What cards have is from AMD's tables "Accelerator and GPU
   hardware specifications" (ROCm's documentation) and its product pages.  */

#include <string.h>

#include "processor.h"

#define ISA "amdgcn-amd-amdhsa--"
/* Those that are not executed are named, for messages.  */
#define ONLY_NAMED(MACH, NAME) \
  { MACH, NAME, 0, NULL, NULL, 0, 0, 0, 0, false, 0, 0, { 0 } }
/* Code for several: those of CPUS.  */
#define GENERIC(MACH, NAME, CPU, CPUS) \
  { MACH, NAME, CPU, NULL, NULL, CPUS, 0, 0, 0, false, 0, 0, { 0 } }

static const struct processor processors[] =
{
  { 0x2a, "gfx803", GCN_GFX803, ISA "gfx803", "Fiji (gcnvm)",
    0x7300, 1000, 500, 4096, false, 64, 4, { 16, 2048 } },
  { 0x2c, "gfx900", GCN_GFX900, ISA "gfx900:xnack-", "Vega 10 (gcnvm)",
    0x687f, 1630, 945, 2048, true, 64, 4, { 16, 4096 } },
  { 0x2f, "gfx906", GCN_GFX906, ISA "gfx906:sramecc-:xnack-",
    "Vega 20 (gcnvm)", 0x66af, 1802, 1000, 4096, true, 60, 4, { 16, 4096 } },
  { 0x30, "gfx908", GCN_GFX908, ISA "gfx908:sramecc+:xnack-",
    "Arcturus (gcnvm)", 0x738c, 1502, 1200, 4096, true, 120, 8, { 16, 8192 } },
  { 0x3f, "gfx90a", GCN_GFX90A, ISA "gfx90a:sramecc+:xnack-",
    "Aldebaran (gcnvm)", 0x740f, 1700, 1600, 4096, true, 104, 8, { 16, 8192 } },
  { 0x32, "gfx90c", GCN_GFX900, ISA "gfx90c:xnack-", "Renoir (gcnvm)",
    0x1636, 1600, 1200, 128, true, 8, 1, { 16, 1024 } },
  { 0x4c, "gfx942", GCN_GFX942, ISA "gfx942:sramecc+:xnack-",
    "MI300X (gcnvm)", 0x74a1, 2100, 2600, 8192, true, 304, 32,
    { 32, 4096, 262144 } },
  { 0x4f, "gfx950", GCN_GFX950, ISA "gfx950:sramecc+:xnack-",
    "MI350X (gcnvm)", 0x75a0, 2200, 4000, 8192, true, 256, 32,
    { 32, 4096, 262144 } },
  { 0x36, "gfx1030", GCN_GFX1030, ISA "gfx1030", "Navi 21 (gcnvm)",
    0x73bf, 2250, 1000, 256, true, 80, 4, { 16, 4096, 131072 } },
  { 0x45, "gfx1036", GCN_GFX1030, ISA "gfx1036", "Raphael (gcnvm)",
    0x164e, 2200, 2400, 128, true, 2, 1, { 16, 256 } },
  { 0x41, "gfx1100", GCN_GFX1100, ISA "gfx1100", "Navi 31 (gcnvm)",
    0x744c, 2500, 1250, 384, true, 96, 6, { 32, 6144, 98304 } },
  { 0x44, "gfx1103", GCN_GFX1100, ISA "gfx1103", "Phoenix (gcnvm)",
    0x15bf, 2800, 2800, 128, true, 12, 1, { 32, 2048 } },
  GENERIC (0x51, "gfx9-generic", GCN_GFX900, GCN_GFX900 | GCN_GFX906),
  GENERIC (0x5f, "gfx9-4-generic", GCN_GFX942, GCN_FROM_942),
  GENERIC (0x53, "gfx10-3-generic", GCN_GFX1030, GCN_GFX1030),
  GENERIC (0x54, "gfx11-generic", GCN_GFX1100, GCN_GFX1100),
  ONLY_NAMED (0x20, "gfx600"), ONLY_NAMED (0x21, "gfx601"),
  ONLY_NAMED (0x3a, "gfx602"), ONLY_NAMED (0x22, "gfx700"),
  ONLY_NAMED (0x23, "gfx701"), ONLY_NAMED (0x24, "gfx702"),
  ONLY_NAMED (0x25, "gfx703"), ONLY_NAMED (0x26, "gfx704"),
  ONLY_NAMED (0x3b, "gfx705"), ONLY_NAMED (0x28, "gfx801"),
  ONLY_NAMED (0x29, "gfx802"), ONLY_NAMED (0x3c, "gfx805"),
  ONLY_NAMED (0x2b, "gfx810"), ONLY_NAMED (0x2d, "gfx902"),
  ONLY_NAMED (0x2e, "gfx904"), ONLY_NAMED (0x31, "gfx909"),
  ONLY_NAMED (0x33, "gfx1010"), ONLY_NAMED (0x34, "gfx1011"),
  ONLY_NAMED (0x35, "gfx1012"), ONLY_NAMED (0x42, "gfx1013"),
  ONLY_NAMED (0x37, "gfx1031"), ONLY_NAMED (0x38, "gfx1032"),
  ONLY_NAMED (0x39, "gfx1033"), ONLY_NAMED (0x3e, "gfx1034"),
  ONLY_NAMED (0x3d, "gfx1035"), ONLY_NAMED (0x52, "gfx10-1-generic"),
  ONLY_NAMED (0x46, "gfx1101"), ONLY_NAMED (0x47, "gfx1102"),
  ONLY_NAMED (0x43, "gfx1150"), ONLY_NAMED (0x4a, "gfx1151"),
  ONLY_NAMED (0x55, "gfx1152"), ONLY_NAMED (0x58, "gfx1153"),
  ONLY_NAMED (0x48, "gfx1200"), ONLY_NAMED (0x4e, "gfx1201"),
  ONLY_NAMED (0x59, "gfx12-generic")
};
enum { N_PROCESSORS = sizeof processors / sizeof processors[0] };

const char processor_names[]
  = "gfx803, gfx900, gfx906, gfx908, gfx90a, gfx90c, gfx942, gfx950, gfx1030, "
    "gfx1036, gfx1100 or gfx1103";

/* RDNA's waves have 32 lanes unless code asks for 64, as GCC's does.  */

unsigned
processor_wave (const struct processor *p)
{
  return p->cpu & GCN_RDNA ? 32 : 64;
}

unsigned
processor_simds (const struct processor *p)
{
  return p->cpu & GCN_RDNA ? 2 : 4;
}

unsigned
processor_waves (const struct processor *p)
{
  unsigned each = (p->cpu & GCN_RDNA ? 16
		   : p->cpu & (GCN_GFX90A | GCN_FROM_942) ? 8 : 10);
  return each * processor_simds (p);
}

const struct processor *
processor_number (unsigned k)
{
  return k < N_PROCESSORS ? &processors[k] : NULL;
}

const struct processor *
processor_by_mach (unsigned mach)
{
  for (unsigned k = 0; k < N_PROCESSORS; k++)
    if (processors[k].mach == mach)
      return &processors[k];
  return NULL;
}

bool
processor_gpu_p (const struct processor *p)
{
  return p->isa != NULL;
}

const struct processor *
processor_by_name (const char *name)
{
  if (strcmp (name, "fiji") == 0)
    name = "gfx803";
  for (unsigned k = 0; k < N_PROCESSORS; k++)
    if (processor_gpu_p (&processors[k])
	&& strcmp (processors[k].name, name) == 0)
      return &processors[k];
  return NULL;
}

bool
processor_runs_p (const struct processor *p, const struct processor *code)
{
  return p == code || (code->cpu && !code->isa && code->chip & p->cpu);
}

const struct processor *
processor_for (const struct processor *code)
{
  for (unsigned k = 0; k < N_PROCESSORS; k++)
    if (processor_gpu_p (&processors[k])
	&& processor_runs_p (&processors[k], code))
      return &processors[k];
  return NULL;
}
