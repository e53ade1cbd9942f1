/* Native code: compiled by the user's compiler, kept in a cache, loaded.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
/* The machines write hot code as C.  The compiler is the gcc on PATH; what it makes
   is kept in accelfix/native in the user's cache folder, in files that are named by
   all that they depend on.  That is code, so the folder and the files have to be the
   user's and nobody else's; a file that is not whole is not there.  Whatever is
   missing or fails, there is no native code, without a word: the machines execute
   everything without it.  */

#ifndef SIMT_NATIVE_H
#define SIMT_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a file in the cache is called: a number of all that the code depends on; two sums of
   different kinds, so that what differs has different ones.  */
struct simt_native_key
{
  uint64_t a, b;
};

/* False if this process may have none: it has other rights than its user.  */
extern bool simt_native_allowed (void);
/* Take note of the environment, from which the compiler and the folder come: later a
   thread of ours would read what the program may be changing.  To be called before
   simt_native_load, in a thread of the program.  */
extern void simt_native_environment (void);
/* What the N parts of TEXT, one after another, compile to as a shared object: a
   handle of dlopen, or NULL.  From the cache alone if not COMPILE.  FLAGS, which end
   with NULL, are for the compiler; the code depends on BUILD too, which names this
   build of the machine.  Its key goes to *KEY; zeros where there is no compiler.  */
extern void *simt_native_load (const char *const *text, size_t n,
			       const char *const *flags, const char *build,
			       bool compile, struct simt_native_key *key);
/* Make *KEY depend on the N bytes at P, too; it begins as zeros.  */
extern void simt_native_sum (struct simt_native_key *key, const void *p, size_t n);
/* What an earlier run has noted of KEY, as simt_native_keep_note was told: a number
   that is no more than a hint.  0 if nothing is known.  */
extern uint32_t simt_native_note (const struct simt_native_key *key);
/* Note NUMBER for later runs; 0 is for nothing to be known.  */
extern void simt_native_keep_note (const struct simt_native_key *key, uint32_t number);
/* The code of an earlier simt_native_load, whose KEY it is, as long as it is in the cache.  */
extern void *simt_native_load_again (const struct simt_native_key *key);
/* To write a text takes long where it is only to look for its code.  So BY, a sum of all that
   the text depends on, may do: which text an earlier run had for it, with the same compiler,
   is noted by simt_native_keep, and its key and length are found again.  False if they are
   not.  */
extern bool simt_native_find (const struct simt_native_key *by, struct simt_native_key *text,
			      uint32_t *length);
extern void simt_native_keep (const struct simt_native_key *by,
			      const struct simt_native_key *text, uint32_t length);
/* End the compiler that runs; with FOR_GOOD, none runs from now on, as the process is
   about to end.  */
extern void simt_native_stop (bool for_good);

/* native-compile.so, for native-cache.c.  Compile what is in the file IN, a descriptor,
   with the compiler at PATH to the file OUT.  ENV has PATH=... and TMPDIR=..., or NULL
   for what is not set.  */
extern bool simt_native_compile (const char *path, const char *const *flags,
				 char *const *env, int in, const char *out);
/* The rest of simt_native_stop.  */
extern void simt_native_stop_compiler (bool for_good);

#endif /* SIMT_NATIVE_H */
