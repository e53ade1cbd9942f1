/* The note that describes the kernels of a code object (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_KERNEL_NOTE_H
#define ACCELFIX_KERNEL_NOTE_H

#if ACCELFIX_GCN

/* A growing piece of MessagePack.  */
class msgpack
{
public:
  void number (unsigned HOST_WIDE_INT);
  void string (const char *, size_t);
  void string (const char *s) { string (s, strlen (s)); }
  void map (unsigned n) { header (n, 0x80, 0xde); }
  void array (unsigned n) { header (n, 0x90, 0xdc); }
  void append (const msgpack &);
  void clear () { m_bytes.truncate (0); }
  void print (FILE *) const;
  unsigned length () const { return m_bytes.length (); }

private:
  auto_vec<unsigned char> m_bytes;

  void byte (unsigned b) { m_bytes.safe_push (b); }
  void big_endian (unsigned HOST_WIDE_INT, int);
  void header (unsigned n, unsigned fix, unsigned wide);
};

/* The note.  Each kernel is a call of BEGIN_KERNEL, calls of FIELD and ARG, and
   one of END_KERNEL.  */
class kernel_note
{
public:
  kernel_note () : m_n_kernels (0), m_n_fields (0), m_n_args (0) {}
  void begin_kernel ();
  void field (const char *key, size_t, const char *value, size_t);
  void arg (int offset, int size, const char *kind);
  void end_kernel ();
  void print (FILE *, const char *target) const;

private:
  unsigned m_n_kernels, m_n_fields, m_n_args;
  msgpack m_kernels, m_fields, m_args;
};

#endif /* ACCELFIX_GCN */
#endif /* ACCELFIX_KERNEL_NOTE_H */
