/* What the user can set: command-line options and variables.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "options.h"

bool
simt_read_number (const char *value, uint64_t *to, bool suffix)
{
  if (!isdigit ((unsigned char) value[0]))
    return false;
  errno = 0;
  char *end;
  unsigned long long n = strtoull (value, &end, 10);
  if (errno)
    return false;
  unsigned shift = 0;
  if (suffix && *end)
    {
      const char *units = "KMG";
      const char *u = strchr (units, toupper ((unsigned char) *end));
      if (!u)
	return false;
      shift = 10 * (u - units + 1);
      end++;
    }
  if (*end || n > UINT64_MAX >> shift)
    return false;
  *to = (uint64_t) n << shift;
  return true;
}

/* Put N into the integer of D at TO; false if it does not fit.  */

static bool
put_number (const struct simt_option *d, void *to, uint64_t n)
{
  if (d->max && (n < d->min || n > d->max))
    return false;
  if (d->size < 8 && n >> 8 * d->size)
    return false;
  uint8_t n8 = (uint8_t) n;
  uint16_t n16 = (uint16_t) n;
  uint32_t n32 = (uint32_t) n;
  memcpy (to, d->size == 1 ? (void *) &n8 : d->size == 2 ? (void *) &n16
	  : d->size == 4 ? (void *) &n32 : (void *) &n, d->size);
  return true;
}

bool
simt_option_number (const struct simt_option *d, void *to, const char *value)
{
  uint64_t n;
  return simt_read_number (value, &n, false) && put_number (d, to, n);
}

bool
simt_option_bytes (const struct simt_option *d, void *to, const char *value)
{
  uint64_t n;
  return simt_read_number (value, &n, true) && put_number (d, to, n);
}

bool
simt_option_switch (const struct simt_option *d, void *to, const char *value)
{
  (void) d;
  if (strcmp (value, "0") && strcmp (value, "1"))
    return false;
  *(bool *) to = value[0] == '1';
  return true;
}

bool
simt_option_seconds (const struct simt_option *d, void *to, const char *value)
{
  (void) d;
  char *end;
  errno = 0;
  double t = isdigit ((unsigned char) value[0]) ? simt_strtod (value, &end) : -1;
  if (t < 0 || *end || errno || !isfinite (t))
    return false;
  *(double *) to = t;
  return true;
}

bool
simt_option_text (const struct simt_option *d, void *to, const char *value)
{
  (void) d;
  if (!*value)
    return false;
  *(const char **) to = value;
  return true;
}

bool
simt_option_word (const struct simt_option *d, void *to, const char *value)
{
  for (unsigned k = 0; d->words[k]; k++)
    if (!strcmp (value, d->words[k]))
      return put_number (d, to, k);
  return false;
}

bool
simt_option_parse (const struct simt_option *d, void *options,
		   const char *value, char *why, size_t why_size)
{
  if (d->parse (d, (char *) options + d->offset, value))
    return true;
  snprintf (why, why_size, "expected %s", d->legal);
  return false;
}

void
simt_option_variable (const char *prefix, const struct simt_option *d,
		      char *buf, size_t size)
{
  snprintf (buf, size, "%s_%s", prefix, d->name);
  for (char *p = buf; *p; p++)
    *p = *p == '-' ? '_' : toupper ((unsigned char) *p);
}

bool
simt_options_from_environment (const char *prefix,
			       const struct simt_option *table, void *options,
			       char *why, size_t why_size)
{
  for (const struct simt_option *d = table; d->name; d++)
    {
      char var[64], reason[128];
      simt_option_variable (prefix, d, var, sizeof var);
      const char *value = getenv (var);
      if (value && !simt_option_parse (d, options, value, reason,
				       sizeof reason))
	{
	  snprintf (why, why_size, "%s is '%s': %s", var, value, reason);
	  return false;
	}
    }
  return true;
}
