/* gcn-code-object: shows what version a code object has and what its metadata
   says of the kernels, and makes it one of version 5.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* From version 4 to version 5 a code object changes in two places: the ABI
   version in the ELF header, and the metadata ("Code Object V5 Metadata" in
   AMDGPUUsage).  The plugin makes the metadata under code-object=5.  The ABI
   version cannot be the compiler's to choose: lld links objects of one ABI
   version only, and the libraries of the distribution are of version 3 or 4.  So
   it is set in the linked image, which is looked for in whatever file it was
   embedded into.

   Each object brings a note of its own, crt0.o the first, and readers take the
   first note alone.  The notes are made one, which is never longer.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gcncheck.h"
#include "simt/base/file.h"

#ifndef PACKAGE_VERSION
# define PACKAGE_VERSION "unknown"
#endif
#ifndef BUGURL
# define BUGURL ""
#endif

enum { SHT_NOTE = 7, PT_NOTE = 4, NT_AMDGPU_METADATA = 32, EI_ABIVERSION = 8 };

static const char usage[] =
"Usage: gcn-code-object [OPTION]... FILE...\n"
"Show version and metadata of the amdgcn code objects in FILEs: objects,\n"
"archives, linked images, and host programs that contain amdgcn code.\n"
"\n"
"  --set-version=5    make each linked image one of code object version 5; its\n"
"                     kernels must have been compiled with the plugin and\n"
"                     code-object=5\n"
"  --help             print this text\n"
"  --version          print the version\n"
"\n"
"Exit status: 0, or 2 after an error, which leaves FILE as it was.\n";

/* One piece of MessagePack: what is still to be read.  */
struct pack { const unsigned char *p, *end; };

/* A string in it.  */
struct span { const unsigned char *p; size_t n; };

/* What is gathered of one code object.  */
struct metadata
{
  unsigned char *elements;	/* Of the arrays of kernels.  */
  size_t n_bytes, n_kernels, n_notes;
  struct span target;
  unsigned major, minor;	/* The smallest version.  */
  char *undescribed;		/* A kernel with arguments and no .args.  */
};

static bool
span_is (struct span s, const char *text)
{
  return s.n == strlen (text) && memcmp (s.p, text, s.n) == 0;
}

static uint64_t
big_endian (struct pack *in, unsigned n)
{
  uint64_t v = 0;
  if ((size_t) (in->end - in->p) < n)
    {
      in->p = in->end + 1;
      return 0;
    }
  while (n--)
    v = v << 8 | *in->p++;
  return v;
}

enum kind { NUMBER, STRING, ARRAY, MAP, OTHER, DAMAGED };

/* Reads the head of the next value of IN: its kind, and in *N the number, or how
   many bytes or elements there are.  What is skipped as OTHER is gone.  */

static enum kind
head (struct pack *in, uint64_t *n)
{
  if (in->p >= in->end)
    return DAMAGED;
  unsigned b = *in->p++;
  enum kind kind = OTHER;
  *n = 0;
  if (b < 0x80)
    return *n = b, NUMBER;
  else if (b < 0x90)
    return *n = b & 15, MAP;
  else if (b < 0xa0)
    return *n = b & 15, ARRAY;
  else if (b < 0xc0)
    kind = STRING, *n = b & 31;
  else if (b >= 0xcc && b <= 0xcf)
    kind = NUMBER, *n = big_endian (in, 1u << (b - 0xcc));
  else if (b >= 0xd9 && b <= 0xdb)
    kind = STRING, *n = big_endian (in, 1u << (b - 0xd9));
  else if (b == 0xdc || b == 0xdd)
    kind = ARRAY, *n = big_endian (in, b == 0xdc ? 2 : 4);
  else if (b == 0xde || b == 0xdf)
    kind = MAP, *n = big_endian (in, b == 0xde ? 2 : 4);
  else if (b == 0xc0 || b == 0xc2 || b == 0xc3 || b >= 0xe0)
    ;
  else if (b >= 0xd0 && b <= 0xd3)
    big_endian (in, 1u << (b - 0xd0));
  else if (b == 0xca || b == 0xcb)
    big_endian (in, b == 0xca ? 4 : 8);
  else
    return DAMAGED;
  if (in->p > in->end
      || (kind == STRING && *n > (uint64_t) (in->end - in->p)))
    return DAMAGED;
  return kind;
}

/* Skips one value.  Returns false where it is damaged.  */

static bool
skip (struct pack *in)
{
  uint64_t n, left = 1;
  while (left--)
    switch (head (in, &n))
      {
      case STRING:
	in->p += n;
	break;
      case MAP:
	n *= 2;
	/* Fall through.  */
      case ARRAY:
	if (n > (uint64_t) (in->end - in->p))
	  return false;
	left += n;
	break;
      case DAMAGED:
	return false;
      default:
	break;
      }
  return true;
}

/* Reads a string into *S.  */

static bool
string (struct pack *in, struct span *s)
{
  uint64_t n;
  if (head (in, &n) != STRING)
    return false;
  s->p = in->p;
  s->n = n;
  in->p += n;
  return true;
}

/* Reads one argument of a kernel and prints it where SHOW is set.  */

static bool
read_arg (struct pack *in, bool show)
{
  uint64_t n, offset = 0, size = 0;
  struct span key, kind = { (const unsigned char *) "?", 1 };
  if (head (in, &n) != MAP)
    return false;
  while (n--)
    {
      bool ok = string (in, &key);
      if (ok && span_is (key, ".offset"))
	ok = head (in, &offset) == NUMBER;
      else if (ok && span_is (key, ".size"))
	ok = head (in, &size) == NUMBER;
      else if (ok && span_is (key, ".value_kind"))
	ok = string (in, &kind);
      else
	ok = ok && skip (in);
      if (!ok)
	return false;
    }
  if (show)
    printf ("    %llu: %llu bytes, %.*s\n", (unsigned long long) offset,
	    (unsigned long long) size, (int) kind.n, kind.p);
  return true;
}

/* Reads one kernel.  */

static bool
read_kernel (struct pack *in, struct metadata *m, bool show)
{
  uint64_t n, segment = 0, n_args = 0;
  struct span key, name = { (const unsigned char *) "?", 1 };
  struct pack args = { NULL, NULL };
  if (head (in, &n) != MAP)
    return false;
  while (n--)
    {
      bool ok = string (in, &key);
      if (ok && span_is (key, ".kernarg_segment_size"))
	ok = head (in, &segment) == NUMBER;
      else if (ok && span_is (key, ".name"))
	ok = string (in, &name);
      else if (ok && span_is (key, ".args"))
	{
	  args = *in;
	  ok = skip (in);
	}
      else
	ok = ok && skip (in);
      if (!ok)
	return false;
    }
  m->n_kernels++;
  if (show)
    printf ("  %.*s: %llu bytes of arguments%s\n", (int) name.n, name.p,
	    (unsigned long long) segment,
	    segment && !args.p ? ", not described" : "");
  if (segment && !args.p && !m->undescribed)
    m->undescribed = xcopy ((const char *) name.p, name.n);
  if (args.p)
    {
      if (head (&args, &n_args) != ARRAY)
	return false;
      while (n_args--)
	if (!read_arg (&args, show))
	  return false;
    }
  return true;
}

/* Reads the metadata IN of one note into *M.  */

static bool
read_metadata (struct pack *in, struct metadata *m, bool show)
{
  uint64_t n, k, v[2] = { 0, 0 };
  struct span key;
  m->n_notes++;
  if (head (in, &n) != MAP)
    return false;
  while (n--)
    {
      bool ok = string (in, &key);
      if (ok && span_is (key, "amdhsa.kernels"))
	{
	  ok = head (in, &k) == ARRAY;
	  const unsigned char *start = in->p;
	  while (ok && k--)
	    ok = read_kernel (in, m, show);
	  if (!ok)
	    return false;
	  size_t bytes = in->p - start;
	  m->elements = xgrow (m->elements, m->n_bytes + bytes, 1);
	  memcpy (m->elements + m->n_bytes, start, bytes);
	  m->n_bytes += bytes;
	}
      else if (ok && span_is (key, "amdhsa.target"))
	ok = string (in, &m->target);
      else if (ok && span_is (key, "amdhsa.version"))
	ok = (head (in, &k) == ARRAY && k == 2
	      && head (in, &v[0]) == NUMBER && head (in, &v[1]) == NUMBER);
      else
	ok = ok && skip (in);
      if (!ok)
	return false;
    }
  if (m->n_notes == 1 || v[0] < m->major
      || (v[0] == m->major && v[1] < m->minor))
    {
      m->major = v[0];
      m->minor = v[1];
    }
  return true;
}

static uint64_t
get (const unsigned char *p, unsigned bytes)
{
  uint64_t v = 0;
  while (bytes--)
    v = v << 8 | p[bytes];
  return v;
}

static void
put (unsigned char *p, uint64_t v, unsigned bytes)
{
  for (; bytes--; v >>= 8)
    *p++ = v & 0xff;
}

/* Walks the notes of SIZE bytes at P: those of metadata are read into *M, others
   appended to OTHERS, of *N_OTHERS bytes.  */

static bool
read_notes (const unsigned char *p, size_t size, struct metadata *m, bool show,
	    unsigned char *others, size_t *n_others)
{
  size_t at = 0;
  while (at + 12 <= size)
    {
      uint64_t namesz = get (p + at, 4), descsz = get (p + at + 4, 4);
      uint64_t desc = at + 12 + ((namesz + 3) & ~3ull);
      uint64_t end = desc + ((descsz + 3) & ~3ull);
      if (end > size)
	return false;
      struct pack in = { p + desc, p + desc + descsz };
      if (get (p + at + 8, 4) == NT_AMDGPU_METADATA
	  && namesz == 7 && memcmp (p + at + 12, "AMDGPU", 7) == 0)
	{
	  if (!read_metadata (&in, m, show))
	    return false;
	}
      else
	{
	  memcpy (others + *n_others, p + at, end - at);
	  *n_others += end - at;
	}
      at = end;
    }
  return true;
}

/* Appends the string S of N bytes, as MessagePack, at OUT; returns its end.  */

static unsigned char *
put_string (unsigned char *out, const void *s, size_t n)
{
  if (n < 32)
    *out++ = 0xa0 | n;
  else
    {
      *out++ = 0xd9;
      *out++ = n;
    }
  memcpy (out, s, n);
  return out + n;
}

/* Makes one note of *M at OUT, which has room; returns its length.  */

static size_t
make_note (unsigned char *out, const struct metadata *m)
{
  unsigned char *p = out + 20;
  *p++ = 0x80 | (m->target.n ? 3 : 2);
  p = put_string (p, "amdhsa.kernels", 14);
  if (m->n_kernels < 16)
    *p++ = 0x90 | m->n_kernels;
  else
    {
      *p++ = 0xdd;
      for (int i = 3; i >= 0; i--)
	*p++ = m->n_kernels >> (i * 8) & 0xff;
    }
  memcpy (p, m->elements, m->n_bytes);
  p += m->n_bytes;
  if (m->target.n)
    {
      p = put_string (p, "amdhsa.target", 13);
      p = put_string (p, m->target.p, m->target.n);
    }
  p = put_string (p, "amdhsa.version", 14);
  *p++ = 0x92;
  *p++ = 1;
  *p++ = 2;
  put (out, 7, 4);
  put (out + 4, p - out - 20, 4);
  put (out + 8, NT_AMDGPU_METADATA, 4);
  memcpy (out + 12, "AMDGPU\0", 8);
  while ((p - out) % 4)
    *p++ = 0;
  return p - out;
}

/* The flags of version 4 and later for xnack and sramecc, which version 3 had
   elsewhere: from the target's name TARGET, on the processor MACH.  */

static unsigned
feature_flags (unsigned mach, struct span target)
{
  bool xnack = (mach == 0x28 || (mach >= 0x2b && mach <= 0x32)
		|| mach == 0x3f);
  bool sramecc = mach == 0x2f || mach == 0x30 || mach == 0x3f;
  char *name = xcopy ((const char *) target.p, target.n);
  unsigned flags = 0;
  if (xnack)
    flags |= (strstr (name, "xnack+") ? 0x300
	      : strstr (name, "xnack-") ? 0x200 : 0x100);
  if (sramecc)
    flags |= (strstr (name, "sramecc+") ? 0xc00
	      : strstr (name, "sramecc-") ? 0x800 : 0x400);
  free (name);
  return flags;
}

/* Shows the code object of LENGTH bytes at E, which NAME names; unless VERSION
   is zero, makes it one of that version.  Returns false after printing an
   error.  */

static bool
code_object (const char *name, unsigned char *e, size_t length,
	     unsigned version)
{
  char error[1024];
  struct metadata m;
  struct object *o = read_object (name, e, length, error, sizeof error);
  if (!o)
    {
      fprintf (stderr, "gcn-code-object: %s\n", error);
      return false;
    }
  memset (&m, 0, sizeof m);
  unsigned abi = e[EI_ABIVERSION], shentsize = get (e + 58, 2);
  printf ("%s: code object version %u, %s\n", name, abi + 2, o->cpu);

  for (unsigned i = 1; i < o->n_sections; i++)
    {
      unsigned char *sh = e + get (e + 40, 8) + (size_t) i * shentsize;
      size_t n_others = 0, size = o->sections[i].size;
      if (get (sh + 4, 4) != SHT_NOTE || !o->sections[i].bytes)
	continue;
      unsigned char *others = xalloc (size, 1);
      if (!read_notes (o->sections[i].bytes, size, &m, !version, others,
		       &n_others))
	{
	  fprintf (stderr, "gcn-code-object: %s: damaged metadata\n", name);
	  return false;
	}
      if (version && m.n_notes)
	{
	  if (get (e + 16, 2) != 3)
	    {
	      fprintf (stderr, "gcn-code-object: %s: not a linked image: give "
		       "--set-version a linked program\n", name);
	      return false;
	    }
	  if (m.undescribed || m.target.n == 0)
	    {
	      fprintf (stderr, "gcn-code-object: %s: kernel %s has no metadata "
		       "of version 5: compile it with "
		       "-fplugin-arg-accelfix-code-object=5\n", name,
		       m.undescribed ? m.undescribed : "(all)");
	      return false;
	    }
	  unsigned char *note = xalloc (size + m.target.n + 64, 1);
	  size_t n = make_note (note, &m);
	  memcpy (note + n, others, n_others);
	  n += n_others;
	  if (n > size)
	    {
	      fprintf (stderr, "gcn-code-object: %s: no room for %zu bytes of "
		       "metadata in %zu\n", name, n, size);
	      return false;
	    }
	  uint64_t offset = get (sh + 24, 8), phoff = get (e + 32, 8);
	  memset (e + offset, 0, size);
	  memcpy (e + offset, note, n);
	  put (sh + 32, n, 8);
	  for (unsigned j = 0; j < get (e + 56, 2); j++)
	    {
	      unsigned char *ph = e + phoff + (size_t) j * get (e + 54, 2);
	      if (phoff + (size_t) (j + 1) * get (e + 54, 2) <= length
		  && get (ph, 4) == PT_NOTE && get (ph + 8, 8) == offset)
		{
		  put (ph + 32, n, 8);
		  put (ph + 40, n, 8);
		}
	    }
	  if (abi < 2)
	    put (e + 48, ((get (e + 48, 4) & ~0xf00u)
			  | feature_flags (get (e + 48, 4) & 0xff, m.target)),
		 4);
	  e[EI_ABIVERSION] = version - 2;
	  free (note);
	  free (others);
	  printf ("%s: now version %u, %zu kernels in one note\n", name,
		  version, m.n_kernels);
	  return true;
	}
      free (others);
    }
  if (version)
    {
      fprintf (stderr, "gcn-code-object: %s: no metadata in it\n", name);
      return false;
    }
  printf ("  metadata %u.%u%s%.*s, %zu kernels in %zu notes\n", m.major,
	  m.minor, m.target.n ? ", " : "", (int) m.target.n, m.target.p,
	  m.n_kernels, m.n_notes);
  return true;
}

/* Puts SIZE bytes of DATA in the place of FILE: all of them or none.  */

static bool
write_file (const char *file, const unsigned char *data, size_t size)
{
  if (simt_file_write (file, data, size, -1))
    return true;
  fprintf (stderr, "gcn-code-object: %s: %s\n", file, strerror (errno));
  return false;
}

/* Does all that is to be done with FILE.  */

static bool
do_file (const char *file, unsigned version)
{
  size_t size, length = 0;
  bool any = false;
  unsigned char *data = read_file (file, &size);
  if (!data)
    return false;
  for (size_t at = find_elf (data, size, 0, &length); at < size;
       at = find_elf (data, size, at + length, &length))
    {
      char *name = xalloc (strlen (file) + 32, 1);
      sprintf (name, at ? "%s@%zu" : "%s", file, at);
      any = true;
      if (!code_object (name, data + at, length, version))
	return false;
    }
  if (!any)
    {
      fprintf (stderr, "gcn-code-object: %s: no amdgcn code object in it "
	       "(compressed or for another target?)\n", file);
      return false;
    }
  return !version || write_file (file, data, size);
}

int
main (int argc, char **argv)
{
  unsigned version = 0;
  bool ok = true;
  int i;
  program_name = "gcn-code-object";
  for (i = 1; i < argc && argv[i][0] == '-'; i++)
    if (strcmp (argv[i], "--set-version=5") == 0)
      version = 5;
    else if (strncmp (argv[i], "--set-version", 13) == 0)
      {
	fprintf (stderr, "gcn-code-object: '%s': the only version that can be "
		 "set is 5\n", argv[i]);
	return 2;
      }
    else if (strcmp (argv[i], "--help") == 0)
      {
	fputs (usage, stdout);
	if (*BUGURL)
	  puts ("\nReport bugs to <" BUGURL ">.");
	return 0;
      }
    else if (strcmp (argv[i], "--version") == 0)
      {
	puts ("gcn-code-object (accelfix) " PACKAGE_VERSION);
	return 0;
      }
    else
      {
	fprintf (stderr, "gcn-code-object: unknown option '%s' (try --help)\n",
		 argv[i]);
	return 2;
      }
  if (i == argc)
    {
      fputs ("gcn-code-object: no file given (try --help)\n", stderr);
      return 2;
    }
  for (; i < argc; i++)
    ok &= do_file (argv[i], version);
  return ok ? 0 : 2;
}
