/* Reads assembly text statement by statement.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "gcn-statements.h"

#if ACCELFIX_GCN

gcn_statements::gcn_statements (const char *t, bool operands)
  : statement (NULL), args (NULL), label (false), offset (0), text (t), p (t),
    has_operands (operands), size (strlen (t) + 3)
{
  buf = XNEWVEC (char, size);
  where = XNEWVEC (size_t, size);
  mnemonic[0] = 0;
}

gcn_statements::~gcn_statements ()
{
  free (buf);
  free (where);
}

bool
gcn_name_char_p (char c)
{
  return ISALNUM (c) || c == '_' || c == '.' || c == '$' || c == '@';
}

/* Copies the next line without its comments to BUF, each comment as one blank,
   each string as "".  Returns false at the end.  */

bool
gcn_statements::read ()
{
  size_t n = 0;
  bool blank = true;
  if (!*p)
    return false;
  while (*p && *p != '\n')
    {
      char c = *p;
      size_t from = p - text;
      if (c == '/' && p[1] == '*')
	{
	  const char *end = strstr (p + 2, "*/");
	  p = end ? end + 2 : p + strlen (p);
	  c = ' ';
	}
      else if (c == ';' || (c == '/' && p[1] == '/')
	       || (c == '#' && blank))
	{
	  p += strcspn (p, "\n");
	  break;
	}
      else if (c == '"')
	{
	  for (p++; *p && *p != '"' && *p != '\n'; p++)
	    if (*p == '\\' && p[1])
	      p++;
	  if (*p == '"')
	    p++;
	  where[n] = from;
	  buf[n++] = c;
	}
      else if (c == '%' && has_operands && p[1] == '%')
	p += 2;
      else
	p++;
      where[n] = from;
      buf[n++] = c == '\r' ? ' ' : c;
      blank &= ISSPACE (c) != 0;
    }
  if (*p == '\n')
    p++;
  where[n] = p - text;
  buf[n] = 0;
  return true;
}

/* See gcn-statements.h.  */

bool
gcn_statements::next ()
{
  label = false;
  while (read ())
    {
      char *s = buf;
      for (;;)
	{
	  while (ISSPACE (*s))
	    s++;
	  char *q = s;
	  while (gcn_name_char_p (*q) || *q == '%' || *q == '=')
	    q++;
	  char *colon = q;
	  while (ISSPACE (*colon))
	    colon++;
	  if (q == s || *colon != ':')
	    break;
	  label = true;
	  s = colon + 1;
	}
      if (!*s)
	continue;
      statement = args = s;
      offset = where[s - buf];
      while (gcn_name_char_p (*args))
	{
	  *args = TOLOWER (*args);
	  args++;
	}
      snprintf (mnemonic, sizeof mnemonic, "%.*s", (int) (args - s), s);
      return true;
    }
  return false;
}

/* The bytes of each operand of a data directive, or 0.  */

int
gcn_statements::data_size () const
{
  static const struct { const char *name; int size; } sizes[] = {
    { ".byte", 1 }, { ".short", 2 }, { ".2byte", 2 }, { ".hword", 2 },
    { ".long", 4 }, { ".4byte", 4 }, { ".int", 4 }, { ".word", 4 },
    { ".quad", 8 }, { ".8byte", 8 }
  };
  for (const auto &s : sizes)
    if (strcmp (mnemonic, s.name) == 0)
      return s.size;
  return 0;
}

#endif /* ACCELFIX_GCN */
