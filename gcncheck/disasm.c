/* Runs the disassembler and reads what it prints.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* llvm-objdump prints an amdgcn instruction as

	s_mov_b32 m0, s24                        // 000000000004: BEFC0018

   with the address and all words behind it, whatever its version (13 to 22
   were looked at); -l adds lines "; FILE:LINE" where there is debug
   information.  */

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gcncheck.h"

/* Adds instruction IN, printed as TEXT, to section S.  */

void
add_insn (struct section *s, const struct insn *in, char *text)
{
  if ((s->n_insns & (s->n_insns - 1)) == 0)
    s->insns = xgrow (s->insns, s->n_insns ? s->n_insns * 2 : 1,
		      sizeof *s->insns);
  struct insn *to = &s->insns[s->n_insns++];
  *to = *in;
  to->text = xcopy (text, strlen (text));
  size_t n = strcspn (text, " \t");
  const char *operands = text + n + strspn (text + n, " \t");
  to->operands = xcopy (operands, strlen (operands));
  to->mnemonic = xcopy (text, n);
  char *suffix = strrchr (to->mnemonic, '_');
  if (suffix && (strcmp (suffix, "_e32") == 0 || strcmp (suffix, "_e64") == 0
		 || strcmp (suffix, "_sdwa") == 0
		 || strcmp (suffix, "_dpp") == 0))
    *suffix = 0;
}

/* Adds the instruction on LINE to section S of O.  Returns false where LINE
   holds none.  */

static bool
add_line (struct section *s, unsigned section, char *line, const char *source)
{
  char *comment = strstr (line, "//");
  char *end;
  if (!comment)
    return false;
  uint64_t address = strtoull (comment + 2, &end, 16);
  if (end == comment + 2 || *end != ':')
    return false;

  struct insn in;
  memset (&in, 0, sizeof in);
  for (const char *p = end + 1; ; in.length += 4)
    {
      unsigned long w = strtoul (p, &end, 16);
      if (end == p || (*end && !isspace ((unsigned char) *end)))
	break;
      if (in.length < 8)
	in.word[in.length / 4] = w;
      p = end;
    }
  if (in.length == 0)
    return false;

  while (isspace ((unsigned char) *line))
    line++;
  while (comment > line && isspace ((unsigned char) comment[-1]))
    comment--;
  if (comment == line)
    return false;
  in.at.section = section;
  in.at.offset = address - s->address;
  in.source = source;
  *comment = 0;
  add_insn (s, &in, line);
  return true;
}

/* The number of O's next code section called NAME that has no instructions
   yet, or zero.  */

static unsigned
find_section (const struct object *o, const char *name)
{
  for (unsigned i = 1; i < o->n_sections; i++)
    if (o->sections[i].code && !o->sections[i].n_insns
	&& strcmp (o->sections[i].name, name) == 0)
      return i;
  return 0;
}

/* Fills the instructions of O's code sections by running OBJDUMP.  Returns
   false and the reason in ERROR where that fails.  */

bool
disassemble (struct object *o, const char *objdump, char *error,
	     size_t error_size)
{
  const char *dir = getenv ("TMPDIR");
  char *path = xalloc (strlen (dir ? dir : "/tmp") + 32, 1);
  sprintf (path, "%s/gcncheckXXXXXX", dir && *dir ? dir : "/tmp");
  int fd = mkstemp (path);
  bool ok = false;
  char *command = NULL;
  if (fd < 0)
    {
      snprintf (error, error_size, "%s: %s", path, strerror (errno));
      free (path);
      return false;
    }
  size_t done = 0;
  while (done < o->size)
    {
      ssize_t n = write (fd, o->data + done, o->size - done);
      if (n <= 0)
	break;
      done += n;
    }
  close (fd);
  if (done < o->size)
    {
      snprintf (error, error_size, "%s: cannot write it: %s", path,
		strerror (errno));
      goto out;
    }

  command = xalloc (strlen (objdump) + strlen (path) + 64, 1);
  sprintf (command, "%s -d -l --mcpu=%s '%s' 2>/dev/null", objdump, o->cpu,
	   path);
  FILE *f = popen (command, "r");
  if (!f)
    {
      snprintf (error, error_size, "%s: cannot be run: %s", objdump,
		strerror (errno));
      goto out;
    }
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  unsigned section = 0;
  char *source = NULL;
  bool any = false;
  while ((n = getline (&line, &size, f)) > 0)
    {
      while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
	line[--n] = 0;
      static const char header[] = "Disassembly of section ";
      if (strncmp (line, header, sizeof header - 1) == 0)
	{
	  if (n > 0 && line[n - 1] == ':')
	    line[n - 1] = 0;
	  section = find_section (o, line + sizeof header - 1);
	  source = NULL;
	}
      else if (line[0] == ';' && line[1] == ' ')
	{
	  char *colon = strrchr (line, ':');
	  /* These live as long as the program: the findings name them.  */
	  if (colon && isdigit ((unsigned char) colon[1]))
	    source = xcopy (line + 2, n - 2);
	}
      else if (section && line[0] == '\t')
	any |= add_line (&o->sections[section], section, line, source);
    }
  free (line);
  int status = pclose (f);
  ok = status == 0;
  if (!ok)
    snprintf (error, error_size, "%s: failed on %s (give another one with "
	      "--objdump=PROGRAM: it must know amdgcn)", objdump, o->file);
  else
    for (unsigned i = 1; i < o->n_sections && !any; i++)
      if (o->sections[i].code && o->sections[i].size)
	{
	  snprintf (error, error_size, "%s: printed no instruction of %s",
		    objdump, o->file);
	  ok = false;
	  break;
	}

out:
  unlink (path);
  free (path);
  free (command);
  return ok;
}
