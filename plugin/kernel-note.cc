/* The note that describes the kernels of a code object (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* An NT_AMDGPU_METADATA note is a map in MessagePack ("Code Object Metadata" in
   AMDGPUUsage).  The assembler makes one of each .amdgpu_metadata block, but
   llvm-mc 13, the assembler of GCC 11 and 12 in Debian, refuses the kinds of
   arguments that version 5 added, and each block becomes a note of its own
   where readers take the first alone.  So the note is printed as data, once for the
   unit.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "kernel-note.h"

#if ACCELFIX_GCN

const unsigned NT_AMDGPU_METADATA = 32;

/* Appends the LENGTH low bytes of VALUE.  */

void
msgpack::big_endian (unsigned HOST_WIDE_INT value, int length)
{
  while (length--)
    byte (value >> (length * 8) & 0xff);
}

/* Begins a map or an array of N elements: FIX is its tag with up to 15 of them,
   WIDE with more.  */

void
msgpack::header (unsigned n, unsigned fix, unsigned wide)
{
  if (n < 16)
    byte (fix | n);
  else
    {
      byte (n < 0x10000 ? wide : wide + 1);
      big_endian (n, n < 0x10000 ? 2 : 4);
    }
}

void
msgpack::number (unsigned HOST_WIDE_INT value)
{
  if (value < 0x80)
    byte (value);
  else
    {
      int log = value < 0x100 ? 0 : value < 0x10000 ? 1
		: value < HOST_WIDE_INT_1U << 32 ? 2 : 3;
      byte (0xcc + log);
      big_endian (value, 1 << log);
    }
}

void
msgpack::string (const char *s, size_t length)
{
  if (length < 32)
    byte (0xa0 | length);
  else
    {
      int log = length < 0x100 ? 0 : length < 0x10000 ? 1 : 2;
      byte (0xd9 + log);
      big_endian (length, 1 << log);
    }
  for (size_t i = 0; i < length; i++)
    byte ((unsigned char) s[i]);
}

void
msgpack::append (const msgpack &other)
{
  for (unsigned char b : other.m_bytes)
    byte (b);
}

/* Prints the bytes as data to FILE.  */

void
msgpack::print (FILE *file) const
{
  for (unsigned i = 0; i < m_bytes.length (); i++)
    fprintf (file, "%s%u%s", i % 16 ? "," : "\t.byte\t", m_bytes[i],
	     i % 16 == 15 || i + 1 == m_bytes.length () ? "\n" : "");
}

void
kernel_note::begin_kernel ()
{
  m_fields.clear ();
  m_args.clear ();
  m_n_fields = m_n_args = 0;
}

/* Adds a field of the kernel, KEY and VALUE with their lengths.  A value of
   digits alone is a number.  */

void
kernel_note::field (const char *key, size_t key_length, const char *value,
		    size_t length)
{
  m_fields.string (key, key_length);
  char *copy = xstrndup (value, length);
  if (length && strspn (copy, "0123456789") == length)
    m_fields.number (strtoul (copy, NULL, 10));
  else
    m_fields.string (copy, length);
  free (copy);
  m_n_fields++;
}

/* Adds an argument of SIZE bytes at OFFSET, of KIND as the metadata names
   it.  */

void
kernel_note::arg (int offset, int size, const char *kind)
{
  bool buffer = strcmp (kind, "global_buffer") == 0;
  m_args.map (buffer ? 4 : 3);
  m_args.string (".offset");
  m_args.number (offset);
  m_args.string (".size");
  m_args.number (size);
  m_args.string (".value_kind");
  m_args.string (kind);
  if (buffer)
    {
      m_args.string (".address_space");
      m_args.string ("global");
    }
  m_n_args++;
}

void
kernel_note::end_kernel ()
{
  m_kernels.map (m_n_fields + 1);
  m_kernels.append (m_fields);
  m_kernels.string (".args");
  m_kernels.array (m_n_args);
  m_kernels.append (m_args);
  m_n_kernels++;
}

/* Prints the note to FILE, for the target named TARGET, unless there is no
   kernel.  */

void
kernel_note::print (FILE *file, const char *target) const
{
  msgpack all;
  if (!m_n_kernels)
    return;
  all.map (target ? 3 : 2);
  all.string ("amdhsa.kernels");
  all.array (m_n_kernels);
  all.append (m_kernels);
  if (target)
    {
      all.string ("amdhsa.target");
      all.string (target);
    }
  all.string ("amdhsa.version");
  all.array (2);
  all.number (1);
  all.number (2);
  fprintf (file, "\t.section\t.note,\"a\",@note\n"
	   "\t.p2align\t2\n"
	   "\t.long\t7, %u, %u\n"
	   "\t.ascii\t\"AMDGPU\\0\\0\"\n",
	   all.length (), NT_AMDGPU_METADATA);
  all.print (file);
  fputs ("\t.p2align\t2\n", file);
}

#endif /* ACCELFIX_GCN */
