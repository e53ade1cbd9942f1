/* Runs a standalone amdgcn executable on the machine, without the HSA layer.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: vm-run [--uninit=off|report|error] [--hazards=off|report|apply]
		 [--stats] [--threads=N] [--no-avx2] [--no-waitcnt] [--race] [--native]
		 [--initcheck]
		 [--alignment=strict]
		 [--groups=N] [--waves=N] [--insn-limit=N]
		 [--launches=N] [--sum=N] [--shared-sum=N] [--writes] [--frees]
		 PROGRAM [ARG]...
   What GCC's gcn-run does for crt0.o: kernels _init_array, main, _fini_array
   with a block of arguments that holds a ring of output.  For tests of the
   machine alone; with several groups, or waves in a group, where that is said.
   --launches: main is launched by so many host threads at the same time.  With --sum
   the dword at SUM_AT of the heap is looked at in the end; with --shared-sum that of the
   arguments, to which the host adds in the meantime; and with --writes the host writes
   the one of the heap, to which the program adds 0.  With --frees it frees an allocation,
   whose address is 8 bytes after that dword, when the one of the arguments is not 0.
   The exit status is the program's, 126 if the machine stops
   it, 125 if a sum is wrong.  */

#include <elf.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lines.h"
#include "simt/memory/defined.h"
#include "vm.h"

/* The block that crt0.o expects.  */
struct output
{
  int32_t return_value;
  uint32_t next_output;
  struct item
  {
    int32_t written;
    char msg[128];
    int32_t type;
    union { int64_t ivalue; double dvalue; char text[128]; };
  } queue[1024];
  uint32_t consumed;
};

struct kernargs
{
  int32_t argc;
  int64_t argv, out, heap;
  struct output output;
};

static struct gcnvm *vm;
static unsigned groups = 1, waves = 1, launches = 1;
static struct simt_mem mem;
static unsigned char *file;
static const Elf64_Ehdr *eh;
static const Elf64_Shdr *sh;
static uint64_t base, image;
static struct gcn_lines *lines;

static void
die (const char *text, const char *what)
{
  fprintf (stderr, "vm-run: %s: %s\n", text, what);
  exit (125);
}

static const Elf64_Shdr *
section (unsigned type, const char *name)
{
  for (unsigned i = 0; i < eh->e_shnum; i++)
    if ((!type || sh[i].sh_type == type)
	&& (!name || strcmp ((char *) file + sh[eh->e_shstrndx].sh_offset
			     + sh[i].sh_name, name) == 0))
      return &sh[i];
  return NULL;
}

static const Elf64_Sym *
find_symbol (const char *name)
{
  const Elf64_Shdr *s = section (SHT_SYMTAB, NULL);
  const Elf64_Sym *sym = (const Elf64_Sym *) (file + s->sh_offset);
  for (size_t i = 0; i < s->sh_size / sizeof *sym; i++)
    if (strcmp ((char *) file + sh[s->sh_link].sh_offset + sym[i].st_name,
		name) == 0)
      return &sym[i];
  return NULL;
}

/* Callback: the function at ADDRESS, by the symbol table.  */

static bool
symbol_at (void *closure, uint64_t address, const char **name,
	   uint64_t *start, uint64_t *size)
{
  const Elf64_Shdr *s = section (SHT_SYMTAB, NULL);
  const Elf64_Sym *sym = (const Elf64_Sym *) (file + s->sh_offset), *best;
  uint64_t at = address - base;
  (void) closure;
  best = NULL;
  for (size_t i = 0; i < s->sh_size / sizeof *sym; i++)
    if (ELF64_ST_TYPE (sym[i].st_info) == STT_FUNC && sym[i].st_value <= at
	&& (!best || sym[i].st_value > best->st_value
	    || (sym[i].st_value == best->st_value
		&& sym[i].st_size > best->st_size)))
      best = &sym[i];
  if (!best || (best->st_size && at >= best->st_value + best->st_size))
    return false;
  *name = (char *) file + sh[s->sh_link].sh_offset + best->st_name;
  *start = base + best->st_value;
  *size = best->st_size;
  return true;
}

static bool
line_at (void *closure, uint64_t address, const char **path, unsigned *line)
{
  (void) closure;
  return gcn_lines_find (lines, address, path, line);
}

static void
read_file (const char *name)
{
  FILE *f = fopen (name, "rb");
  if (!f)
    die (name, "cannot be opened");
  fseek (f, 0, SEEK_END);
  long n = ftell (f);
  rewind (f);
  file = malloc (n + 1);
  if (!file || fread (file, 1, n, f) != (size_t) n)
    die (name, "cannot be read");
  fclose (f);
  eh = (const Elf64_Ehdr *) file;
  if (n < 64 || memcmp (eh->e_ident, ELFMAG, SELFMAG) != 0
      || eh->e_machine != 224)
    die (name, "no amdgcn executable");
  sh = (const Elf64_Shdr *) (file + eh->e_shoff);
}

static enum gcn_cpu
cpu_of_flags (void)
{
  switch (eh->e_flags & 0xff)
    {
    case 0x2a:
      return GCN_GFX803;
    case 0x2c:
      return GCN_GFX900;
    case 0x2f:
      return GCN_GFX906;
    case 0x30:
      return GCN_GFX908;
    case 0x3f:
      return GCN_GFX90A;
    case 0x32: case 0x51:
      return GCN_GFX900;
    case 0x4c: case 0x5f:
      return GCN_GFX942;
    case 0x4f:
      return GCN_GFX950;
    case 0x36: case 0x45: case 0x53:
      return GCN_GFX1030;
    case 0x41: case 0x44: case 0x54:
      return GCN_GFX1100;
    }
  die ("processor", "none of gfx803, gfx900, gfx906, gfx908, gfx90a, gfx942, "
       "gfx950, gfx1030, gfx1036, gfx1100, gfx1103");
  return 0;
}

static void
load (void)
{
  const Elf64_Phdr *ph = (const Elf64_Phdr *) (file + eh->e_phoff);
  char error[512];
  for (int i = 0; i < eh->e_phnum; i++)
    if (ph[i].p_type == PT_LOAD && ph[i].p_vaddr + ph[i].p_memsz > image)
      image = ph[i].p_vaddr + ph[i].p_memsz;
  base = simt_mem_alloc (&mem, image, 4096, "code object", 0);
  for (int i = 0; i < eh->e_phnum; i++)
    if (ph[i].p_type == PT_LOAD)
      memcpy ((char *) (uintptr_t) base + ph[i].p_vaddr,
	      file + ph[i].p_offset, ph[i].p_filesz);
  const Elf64_Shdr *dynsym = section (SHT_DYNSYM, NULL);
  const Elf64_Sym *sym = (const Elf64_Sym *) (file + dynsym->sh_offset);
  for (unsigned i = 0; i < eh->e_shnum; i++)
    if (sh[i].sh_type == SHT_RELA && sh[i].sh_flags & SHF_ALLOC)
      {
	const Elf64_Rela *r = (const Elf64_Rela *) (file + sh[i].sh_offset);
	for (size_t k = 0; k < sh[i].sh_size / sizeof *r; k++)
	  {
	    uint64_t s = base + sym[r[k].r_info >> 32].st_value;
	    uint64_t *to = (uint64_t *) (uintptr_t) (base + r[k].r_offset);
	    uint64_t v;
	    switch (r[k].r_info & 0xffffffff)
	      {
	      case 13:
		v = base + r[k].r_addend;
		memcpy (to, &v, 8);
		break;
	      case 3:
		v = s + r[k].r_addend;
		memcpy (to, &v, 8);
		break;
	      case 1:
		v = s + r[k].r_addend;
		memcpy (to, &v, 4);
		break;
	      case 2:
		v = (s + r[k].r_addend) >> 32;
		memcpy (to, &v, 4);
		break;
	      default:
		die ("relocation", "of an unknown type");
	      }
	  }
      }
  struct gcn_bytes b[3];
  static const char *const names[] = { ".debug_line", ".debug_line_str",
				       ".debug_str" };
  for (int i = 0; i < 3; i++)
    {
      const Elf64_Shdr *s = section (0, names[i]);
      b[i].data = s ? file + s->sh_offset : NULL;
      b[i].size = s ? s->sh_size : 0;
    }
  lines = gcn_lines_read (b[0], b[1], b[2], base);

  const Elf64_Shdr *text = section (0, ".text");
  const Elf64_Shdr *st = section (SHT_SYMTAB, NULL);
  sym = (const Elf64_Sym *) (file + st->sh_offset);
  size_t n = 0;
  uint64_t *entries = malloc (st->sh_size / sizeof *sym * sizeof *entries);
  for (size_t i = 0; i < st->sh_size / sizeof *sym; i++)
    if (ELF64_ST_TYPE (sym[i].st_info) == STT_FUNC && sym[i].st_shndx)
      entries[n++] = base + sym[i].st_value;
  struct gcnvm_code_desc d =
  {
    .base = base + text->sh_addr, .size = text->sh_size / 4 * 4,
    .symbol = symbol_at, .line = line_at, .entries = entries, .n_entries = n
  };
  if (!gcnvm_code_load (vm, &d, error, sizeof error))
    die ("code", error);
  free (entries);
}

/* Writes what is new in the ring of OUT.  */

static uint32_t printed;

static void
drain (struct output *out)
{
  uint32_t limit = __atomic_load_n (&out->next_output, __ATOMIC_ACQUIRE);
  for (; printed != limit; printed++)
    {
      struct item *m = &out->queue[printed % 1024];
      if (!__atomic_load_n (&m->written, __ATOMIC_ACQUIRE))
	break;
      switch (m->type)
	{
	case 0:
	  printf ("%.128s%lld\n", m->msg, (long long) m->ivalue);
	  break;
	case 1:
	  printf ("%.128s%f\n", m->msg, m->dvalue);
	  break;
	case 2:
	  printf ("%.128s%.128s\n", m->msg, m->text);
	  break;
	case 3:
	  printf ("%.128s%.128s", m->msg, m->text);
	  break;
	default:
	  printf ("unknown kind of output %d\n", m->type);
	}
      m->written = 0;
    }
  __atomic_store_n (&out->consumed, printed, __ATOMIC_RELEASE);
  fflush (stdout);
}

static struct kernargs *args;
static volatile bool done;

static void *
drain_thread (void *unused)
{
  struct timespec t = { 0, 200000 };
  while (!done)
    {
      drain (&args->output);
      nanosleep (&t, NULL);
    }
  return unused;
}

/* ---- Sums.  */

enum { SUM_AT = 4096 };
static struct sum
{
  bool wanted;
  uint32_t *at, right;
  uint32_t added;		/* By the host.  */
} own_sum, shared_sum;
static bool writes, frees;
static uint64_t block;		/* What is freed.  */
static uint32_t lost;		/* Of what it wrote.  */

/* What the host does until all launches have ended.  */

static void *
host_thread (void *unused)
{
  struct timespec t = { 0, 20000 };
  for (uint32_t n = 1; !done; n++)
    {
      if (frees && __atomic_load_n (shared_sum.at, __ATOMIC_SEQ_CST))
	{
	  simt_mem_free (&mem, block, 0);
	  frees = false;
	}
      if (writes)
	{
	  volatile uint32_t *at = own_sum.at;
	  simt_alone_write (&mem.alone);
	  *at = n;
	  simt_alone_write_end (&mem.alone);
	  nanosleep (&t, NULL);
	  lost += *at != n;
	}
      if (shared_sum.wanted)
	{
	  __atomic_fetch_add (shared_sum.at, 1, __ATOMIC_SEQ_CST);
	  shared_sum.added++;
	}
      nanosleep (&t, NULL);
    }
  return unused;
}

static bool
sum_right_p (const struct sum *s, const char *what)
{
  if (!s->wanted || *s->at == s->right + s->added)
    return true;
  fprintf (stderr, "vm-run: %s is %u, not %u and %u\n", what, *s->at, s->right, s->added);
  return false;
}

/* A queue and a packet, as far as a kernel looks at them.  Launches may begin at the same
   time.  */

static uint64_t queue, packet;

static void
make_queue (void)
{
  uint32_t hi[2] = { gcnvm_shared_aperture (vm), gcnvm_private_aperture (vm) };
  queue = simt_mem_alloc (&mem, 256, 256, "queue", 0);
  packet = simt_mem_alloc (&mem, 64, 64, "packet", 0);
  memcpy ((char *) (uintptr_t) queue + 64, hi, 8);
}

static enum gcnvm_result
run (const char *name)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const Elf64_Sym *s = find_symbol (name);
  if (!s)
    return GCNVM_OK;
  const unsigned char *kd = (const unsigned char *) (uintptr_t)
			    (base + s->st_value);
  struct gcnvm_dispatch d;
  int64_t entry;
  uint16_t properties;
  memset (&d, 0, sizeof d);
  d.kernel = name;
  memcpy (&d.group_size, kd, 4);
  memcpy (&d.private_size, kd + 4, 4);
  memcpy (&entry, kd + 16, 8);
  memcpy (&d.rsrc1, kd + 48, 4);
  memcpy (&d.rsrc2, kd + 52, 4);
  memcpy (&d.rsrc3, kd + 44, 4);
  memcpy (&properties, kd + 56, 2);
  d.properties = properties;
  d.entry = base + s->st_value + entry;
  d.grid[0] = groups;
  d.grid[1] = 64 * waves;
  d.grid[2] = 1;
  d.group[0] = 1;
  d.group[1] = 64 * waves;
  d.group[2] = 1;
  d.kernarg = (uint64_t) (uintptr_t) args;
  pthread_once (&once, make_queue);
  uint16_t *p = (uint16_t *) (uintptr_t) packet;
  p[2] = 1;
  p[3] = 64 * waves;
  p[4] = 1;
  memcpy (p + 6, d.grid, 12);
  memcpy (p + 12, &d.private_size, 4);
  memcpy (p + 14, &d.group_size, 4);
  memcpy (p + 20, &d.kernarg, 8);
  d.queue = queue;
  d.packet = packet;
  return gcnvm_launch (vm, &d);
}

/* One more launch of main, which begins with the others.  */

static pthread_barrier_t together;

static void *
launch_thread (void *result)
{
  pthread_barrier_wait (&together);
  *(enum gcnvm_result *) result = run ("main.kd");
  return NULL;
}

/* Launches main, as often as it is to be.  */

static enum gcnvm_result
run_main (void)
{
  enum { MOST = 8 };
  pthread_t t[MOST], h;
  enum gcnvm_result r[MOST];
  unsigned n = launches < MOST ? launches : MOST;
  bool host = writes || frees || shared_sum.wanted;
  if (host)
    pthread_create (&h, NULL, host_thread, NULL);
  pthread_barrier_init (&together, NULL, n);
  for (unsigned k = 1; k < n; k++)
    pthread_create (&t[k], NULL, launch_thread, &r[k]);
  launch_thread (&r[0]);
  for (unsigned k = 1; k < n; k++)
    {
      pthread_join (t[k], NULL);
      if (r[k] != GCNVM_OK)
	r[0] = r[k];
    }
  pthread_barrier_destroy (&together);
  if (host)
    {
      done = true;
      pthread_join (h, NULL);
      done = false;
    }
  return r[0];
}

static void
print_report (void *closure, const struct simt_report *r)
{
  (void) closure;
  fflush (stdout);
  fprintf (stderr, "gcnvm: %s\n", r->text);
  for (size_t i = 1; i < r->places.n_stack; i++)
    fprintf (stderr, "  called in %s\n", r->places.stack[i].function
	     ? r->places.stack[i].function : "?");
}

int
main (int argc, char **argv)
{
  struct gcnvm_options o;
  bool stats = false;
  int i;
  gcnvm_options_init (&o);
  static const char *const uninit[] = { "off", "report", "error" };
  static const char *const hazards[] = { "off", "report", "apply" };
  for (i = 1; i < argc && strncmp (argv[i], "--", 2) == 0; i++)
    if (strncmp (argv[i], "--uninit=", 9) == 0)
      {
	for (int k = 0; k < 3; k++)
	  if (strcmp (argv[i] + 9, uninit[k]) == 0)
	    o.uninit = k;
      }
    else if (strncmp (argv[i], "--hazards=", 10) == 0)
      {
	for (int k = 0; k < 3; k++)
	  if (strcmp (argv[i] + 10, hazards[k]) == 0)
	    o.hazards = k;
      }
    else if (strcmp (argv[i], "--race") == 0)
      o.race = true;
    else if (strcmp (argv[i], "--initcheck") == 0)
      o.initcheck = true;
    else if (strncmp (argv[i], "--insn-limit=", 13) == 0)
      o.insn_limit = strtoull (argv[i] + 13, NULL, 10);
    else if (strncmp (argv[i], "--groups=", 9) == 0)
      groups = atoi (argv[i] + 9);
    else if (strncmp (argv[i], "--waves=", 8) == 0)
      waves = atoi (argv[i] + 8);
    else if (strncmp (argv[i], "--launches=", 11) == 0)
      launches = atoi (argv[i] + 11);
    else if (strncmp (argv[i], "--sum=", 6) == 0)
      own_sum = (struct sum) { true, NULL, atoi (argv[i] + 6), 0 };
    else if (strncmp (argv[i], "--shared-sum=", 13) == 0)
      shared_sum = (struct sum) { true, NULL, atoi (argv[i] + 13), 0 };
    else if (strcmp (argv[i], "--writes") == 0)
      writes = true;
    else if (strcmp (argv[i], "--frees") == 0)
      frees = true;
    else if (strcmp (argv[i], "--stats") == 0)
      stats = true;
    else if (strcmp (argv[i], "--native") == 0)
      o.native = GCNVM_NATIVE_ALWAYS;
    else if (strcmp (argv[i], "--no-waitcnt") == 0)
      o.waitcnt = GCNVM_WAITCNT_OFF;
    else if (strcmp (argv[i], "--alignment=strict") == 0)
      o.alignment = GCNVM_ALIGNMENT_STRICT;
    else if (strcmp (argv[i], "--no-avx2") == 0)
      o.no_avx2 = true;
    else if (strncmp (argv[i], "--threads=", 10) == 0)
      o.threads = atoi (argv[i] + 10);
    else if (strncmp (argv[i], "--time-limit=", 13) == 0)
      o.time_limit = atof (argv[i] + 13);
    else
      die (argv[i], "unknown option");
  if (i == argc)
    die ("usage", "vm-run [OPTION]... PROGRAM [ARG]...");
  read_file (argv[i]);
  o.cpu = cpu_of_flags ();
  if (!simt_mem_init (&mem, (uint64_t) 4 << 30, (uint64_t) 1 << 30))
    die ("memory", "none");
  vm = gcnvm_create (&o, &mem, print_report, NULL);
  load ();
  args = (struct kernargs *) (uintptr_t)
	 simt_mem_alloc (&mem, sizeof *args, 4096, "kernel arguments", SIMT_SHARED);
  uint64_t heap = simt_mem_alloc (&mem, (64 << 20) + 16, 4096, "heap",
				  SIMT_UNDEFINED);
  *(int64_t *) (uintptr_t) heap = 64 << 20;
  simt_defined_set (&mem, heap, 16, true);
  if (frees)
    {
      block = simt_mem_alloc (&mem, 4096, 16, "block", 0);
      *(uint64_t *) (uintptr_t) (heap + SUM_AT + 8) = block;
    }
  if (own_sum.wanted || writes || frees)
    simt_defined_set (&mem, heap + SUM_AT, 16, true);
  own_sum.at = (uint32_t *) (uintptr_t) (heap + SUM_AT);
  shared_sum.at = (uint32_t *) ((char *) args + SUM_AT);
  int n = argc - i;
  size_t bytes = n * 8;
  for (int k = 0; k < n; k++)
    bytes += strlen (argv[i + k]) + 1;
  uint64_t v = simt_mem_alloc (&mem, bytes, 4096, "argv", 0);
  char *text = (char *) (uintptr_t) v + 8 * n;
  for (int k = 0; k < n; k++)
    {
      ((uint64_t *) (uintptr_t) v)[k] = (uint64_t) (uintptr_t) text;
      strcpy (text, argv[i + k]);
      text += strlen (text) + 1;
    }
  args->argc = n;
  args->argv = v;
  args->out = (int64_t) (uintptr_t) &args->output;
  args->heap = heap;
  pthread_t t;
  pthread_create (&t, NULL, drain_thread, NULL);
  static const char *const kernels[] = { "_init_array.kd", "main.kd",
					 "_fini_array.kd" };
  enum gcnvm_result r = GCNVM_OK;
  for (int k = 0; k < 3 && r == GCNVM_OK; k++)
    r = k == 1 ? run_main () : run (kernels[k]);
  done = true;
  pthread_join (t, NULL);
  drain (&args->output);
  if (stats)
    {
      struct gcnvm_stats s;
      gcnvm_get_stats (vm, &s);
      fprintf (stderr, "%llu waves, %llu instructions, %llu vector, %llu "
	       "lanes\n", (unsigned long long) s.waves,
	       (unsigned long long) s.insns,
	       (unsigned long long) s.vector_insns,
	       (unsigned long long) s.lanes);
      fprintf (stderr, "%llu launches were alone\n",
	       (unsigned long long) simt_alone_launches (&mem.alone));
      if (s.shared_rounds)
	fprintf (stderr, "%llu rounds of waves were shared\n",
		 (unsigned long long) s.shared_rounds);
    }
  if (r != GCNVM_OK)
    fprintf (stderr, "vm-run: %s\n", gcnvm_result_name (r));
  int status = args->output.return_value & 0xff;
  if (lost)
    {
      fprintf (stderr, "vm-run: %u of the host's writes were lost\n", lost);
      status = 125;
    }
  if (!sum_right_p (&own_sum, "the sum") || !sum_right_p (&shared_sum, "the shared sum"))
    status = 125;
  gcnvm_destroy (vm);
  simt_mem_destroy (&mem);
  gcn_lines_free (lines);
  free (file);
  return r != GCNVM_OK ? 126 : status;
}
