/* What the user can set: command-line options and variables.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A machine's NAME-run checks its options with option_parse and hands them to
   the program as environment variables; the machine's library reads those with
   the same function.  So both know the same names, values and messages.  */

#ifndef SIMT_OPTIONS_H
#define SIMT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct simt_option;

/* Put VALUE, as the user wrote it, into TO, the member of the options that
   option D is about.  False if it is not one of D's legal values.  */
typedef bool simt_option_fn (const struct simt_option *d, void *to,
			     const char *value);

struct simt_option
{
  const char *name;		/* "time-limit"; the variable of a machine with
				   the prefix PTXVM is PTXVM_TIME_LIMIT.  */
  const char *arg;		/* Of the help text; NULL for a switch; "[=N]": the
				   value may be left out, and is 0 then.  */
  const char *help;
  simt_option_fn *parse;
  size_t offset, size;		/* Of the member: SIMT_MEMBER.  */
  const char *legal;		/* "a number from 1 to 8": the values there are,
				   for the message.  */
  uint64_t min, max;		/* Of simt_option_number and _bytes; MAX 0: no
				   bounds.  */
  const char *const *words;	/* Of simt_option_word.  */
};

#define SIMT_MEMBER(TYPE, MEMBER) \
  offsetof (TYPE, MEMBER), sizeof (((TYPE *) 0)->MEMBER)

/* A switch: 0 or 1, into a bool.  */
extern simt_option_fn simt_option_switch;
/* A number of decimal digits; the same with an optional K, M or G, powers of
   1024; into an integer of any size that it fits into.  */
extern simt_option_fn simt_option_number, simt_option_bytes;
/* Seconds, with a fraction; into a double.  */
extern simt_option_fn simt_option_seconds;
/* Any text but the empty one; into a const char *, which points to VALUE.  */
extern simt_option_fn simt_option_text;
/* One of the words of D, which end with NULL; its index, into an enum.  */
extern simt_option_fn simt_option_word;

/* Read VALUE, decimal digits with an optional K, M or G if SUFFIX, into *TO.
   False if it is anything else or does not fit.  */
extern bool simt_read_number (const char *value, uint64_t *to, bool suffix);

/* Have D read VALUE into OPTIONS.  False, with what is legal in WHY, if that
   cannot be.  */
extern bool simt_option_parse (const struct simt_option *d, void *options,
			       const char *value, char *why, size_t why_size);

/* Put the name of D's variable into BUF, of SIZE bytes.  */
extern void simt_option_variable (const char *prefix,
				  const struct simt_option *d, char *buf,
				  size_t size);

/* Give OPTIONS what the variables of TABLE, which ends with a NULL name, say.
   False, with one sentence in WHY, at the first bad value.  */
extern bool simt_options_from_environment (const char *prefix,
					   const struct simt_option *table,
					   void *options, char *why,
					   size_t why_size);

#endif /* SIMT_OPTIONS_H */
