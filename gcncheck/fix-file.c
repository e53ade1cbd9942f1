/* gcncheck --fix: objects and archives with their findings put right.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* What is put right: missing wait states, ends without a terminator, and M0
   before an access, a call or a return.  Each object is checked, repaired, and
   checked again before anything is written.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive.h"
#include "fix.h"
#include "hazards.h"
#include "insn.h"

/* The kinds of findings that can be put right.  */
enum
{
  M0_KINDS = 1u << FOREIGN_M0_ACCESS | 1u << FOREIGN_M0_CALL
	     | 1u << FOREIGN_M0_RETURN,
  REPAIRABLE = M0_KINDS | 1u << NO_TERMINATOR | 1u << WILD_BRANCH
	       | 1u << WRONG_DIVISION | 1u << WRONG_PRODUCT
	       | 1u << MISSING_WAIT_STATES
};

/* What is done to one file.  */
struct fixer
{
  const char *file, *objdump;
  struct report *left;		/* What the result still has.  */
  struct fix_counts *counts;
  bool tasks;			/* libgomp's barriers as well.  */
  struct report found;		/* In the object at hand, before.  */
  bool any;			/* There was code.  */
  unsigned n_not;		/* Findings that are repaired on other
				   processors than this one, and  */
  unsigned n_unread;		/* objects in which there is nothing that
				   could be repaired.  */
  char not_on[32];
};

static void
complain (const char *text)
{
  fprintf (stderr, "%s: %s\n", program_name, text);
}

/* Whether pieces of code can be appended to O, so that more can be put right
   than what has room where it is: fix.c has the encodings of GFX8 to
   GFX11.  */

static bool
extensible_p (const struct object *o)
{
  return o->generation >= 8 && o->generation <= 11;
}

/* Whether a finding of KIND is put right in place.  */

static bool
in_place_p (enum finding_kind kind)
{
  return kind == WRONG_DIVISION || kind == WRONG_PRODUCT;
}

/* Whether FINDING can be put right: a "wild branch" can where it is none, but
   an instruction behind which there is no code.  */

static bool
repairable_p (const struct finding *f)
{
  if (!f->insn || !(REPAIRABLE & 1u << f->kind))
    return false;
  if (!in_place_p (f->kind) && !extensible_p (f->object))
    return false;
  if (f->kind == WILD_BRANCH)
    return !starts (f->insn->mnemonic, "s_branch")
	   && !starts (f->insn->mnemonic, "s_cbranch")
	   && !starts (f->insn->mnemonic, "s_setpc");
  uint32_t words[2][2];
  return f->kind != WRONG_DIVISION || division_repair (f, words);
}

/* Whether M0 means more to IN than where LDS ends ("Data Share", "M0 used for"
   in the GCN3 manual), so that no other value may be put there.  */

static bool
m0_operand_p (const struct insn *in)
{
  return (starts (in->mnemonic, "ds_append")
	  || starts (in->mnemonic, "ds_consume"));
}

/* Adds to SITE what FINDING wants before it other than s_nop.  Returns false
   where that is s_nop.  */

static bool
add_cure (struct fix_site *site, const struct finding *f)
{
  struct gcn_insn in;
  uint32_t word;
  unsigned words = f->insn->length / 4;
  gcn_decode (f->insn->word, words < 2 ? words : 2,
	      gcn_cpu_like (f->object->cpu), &in);
  if (!gcn_hazard_cure (f->rule, &in, &word))
    return false;
  for (unsigned i = 0; i < site->n_before; i++)
    if (site->before[i] == word)
      return true;
  if (site->n_before < sizeof site->before / sizeof *site->before)
    site->before[site->n_before++] = word;
  return true;
}

/* Adds to SITE what FINDING wants.  */

static void
add_wish (struct fix_site *site, const struct finding *f)
{
  switch (f->kind)
    {
    case MISSING_WAIT_STATES:
      if (add_cure (site, f))
	break;
      if (f->states > f->between && site->states < f->states - f->between)
	site->states = f->states - f->between;
      break;
    case NO_TERMINATOR:
    case WILD_BRANCH:
      site->end = true;
      break;
    default:
      site->m0 = true;
      site->m0_value = f->limit;
    }
}

/* The site of IN in SITES, *N of them; a new one if there is none.  */

static struct fix_site *
find_site (struct fix_site *sites, size_t *n, const struct insn *in)
{
  size_t k = 0;
  while (k < *n && sites[k].insn != in)
    k++;
  if (k == *n)
    sites[(*n)++].insn = in;
  return &sites[k];
}

/* Puts WORDS into SITE, the code that is to stand in the place of its instruction.  */

static void
add_instead (struct fix_site *site, const uint32_t *words)
{
  site->instead = true;
  site->n_before = site->insn->length / 4;
  memcpy (site->before, words, site->insn->length);
}

/* The sites of R, one for each instruction; *N of them.  */

static struct fix_site *
collect_sites (const struct report *r, size_t *n)
{
  struct fix_site *sites = xalloc (2 * r->n_findings + 1, sizeof *sites);
  uint32_t words[2][2];
  *n = 0;
  for (size_t i = 0; i < r->n_findings; i++)
    {
      const struct finding *f = &r->findings[i];
      if (!repairable_p (f))
	continue;
      if (f->kind == WRONG_DIVISION && division_repair (f, words))
	{
	  add_instead (find_site (sites, n, f->insn), words[0]);
	  add_instead (find_site (sites, n, f->origin), words[1]);
	}
      else if (f->kind == WRONG_PRODUCT)
	{
	  product_repair (f->object, f->insn, words[0]);
	  add_instead (find_site (sites, n, f->insn), words[0]);
	}
      else
	add_wish (find_site (sites, n, f->insn), f);
    }
  return sites;
}

/* Adds to SITES, *N of them, those of libgomp's barriers in O, called NAME;
   returns the larger array.  A place that wants something else as well keeps
   both: what its code had before it stands first.  */

static struct fix_site *
add_tasks (struct fixer *f, const char *name, const struct object *o,
	   struct fix_site *sites, size_t *n)
{
  struct task_sites t;
  find_task_sites (o, &t);
  if (t.why)
    fprintf (stderr, "%s: %s: the barriers of libgomp, in which tasks hang, stay "
	     "as they are: they %s\n", program_name, name, t.why);
  sites = xgrow (sites, *n + t.n + 1, sizeof *sites);
  for (size_t i = 0; i < t.n; i++)
    {
      size_t k = 0;
      while (k < *n && sites[k].insn != t.sites[i].insn)
	k++;
      if (k == *n)
	sites[(*n)++] = t.sites[i];
      else
	{
	  /* An s_barrier, or a comparison: no findings are about these.  */
	  memcpy (sites[k].before, t.sites[i].before,
		  sizeof sites[k].before);
	  sites[k].n_before = t.sites[i].n_before;
	  sites[k].instead = t.sites[i].instead;
	  sites[k].tasks = true;
	}
    }
  f->counts->tasks += t.n;
  free (t.sites);
  return sites;
}

static void
count_findings (struct fix_counts *c, const struct report *r)
{
  for (size_t i = 0; i < r->n_findings; i++)
    if (repairable_p (&r->findings[i]))
      switch (r->findings[i].kind)
	{
	case MISSING_WAIT_STATES:
	  if (r->findings[i].elsewhere)
	    c->elsewhere++;
	  else
	    c->waits++;
	  break;
	case NO_TERMINATOR: case WILD_BRANCH: c->ends++; break;
	case WRONG_DIVISION: c->divisions++; break;
	case WRONG_PRODUCT: c->products++; break;
	default: c->m0++;
	}
}

/* Counts the findings of R, about O, that would be repaired if O were for
   another processor.  */

static void
note_others (struct fixer *f, const struct object *o, const struct report *r)
{
  if (extensible_p (o))
    return;
  for (size_t i = 0; i < r->n_findings; i++)
    if (REPAIRABLE & 1u << r->findings[i].kind
	&& !in_place_p (r->findings[i].kind))
      {
	f->n_not++;
	snprintf (f->not_on, sizeof f->not_on, "%s", o->cpu);
      }
}

/* Adds the findings of R, about O, to what is left.  Returns whether there are
   any: O is needed then.  */

static bool
keep_findings (struct report *left, const struct report *r)
{
  left->findings = xgrow (left->findings, left->n_findings + r->n_findings,
			  sizeof *left->findings);
  if (r->n_findings)
    memcpy (left->findings + left->n_findings, r->findings,
	    r->n_findings * sizeof *r->findings);
  left->n_findings += r->n_findings;
  left->n_objects += r->n_objects;
  left->n_functions += r->n_functions;
  left->n_accesses += r->n_accesses;
  left->n_m0_writes += r->n_m0_writes;
  left->n_insns += r->n_insns;
  left->n_units += r->n_units;
  left->n_variables += r->n_variables;
  left->n_unknown += r->n_unknown;
  left->n_jumps += r->n_jumps;
  for (unsigned i = 0; i < MAX_HAZARD_RULES; i++)
    left->hazards[i] += r->hazards[i];
  return r->n_findings != 0;
}

/* Reads and checks the SIZE bytes at DATA as object NAME into *R.  Returns null
   after an error.  */

static struct object *
check (const struct fixer *f, const char *name, const unsigned char *data,
       size_t size, bool repair, struct report *r)
{
  char error[1024];
  struct object *o = read_object (name, data, size, error, sizeof error);
  memset (r, 0, sizeof *r);
  r->checks = f->left->checks;
  r->repair = repair;
  if (o && check_object (o, f->objdump, r, error, sizeof error))
    return o;
  if (o)
    free_object (o);
  complain (error);
  return NULL;
}

/* Says that after the repair there is still F.  */

static void
complain_still (const char *name, const struct finding *f)
{
  fprintf (stderr, "%s: %s: %s: %s+0x%llx: '%s' could not be put right\n",
	   program_name, name, f->function,
	   f->object->sections[f->insn->at.section].name,
	   (unsigned long long) f->insn->at.offset, f->insn->text);
}

/* Checks the repaired object of SIZE bytes at DATA.  Returns false, after an
   error, where something is left that should not be.  */

static bool
check_result (struct fixer *f, const char *name, const unsigned char *data,
	      size_t size)
{
  struct report after;
  struct object *o = check (f, name, data, size, false, &after);
  if (!o)
    return false;
  for (size_t i = 0; i < after.n_findings; i++)
    if (repairable_p (&after.findings[i]))
      {
	complain_still (name, &after.findings[i]);
	return false;
      }
  if (!keep_findings (f->left, &after))
    free_object (o);
  free (after.findings);
  return true;
}

/* Puts right the object NAME of SIZE bytes at DATA: sets *OUT to its new
   contents, of *OUT_SIZE bytes, or to null where it stays as it is.  Returns
   false after an error.  */

static bool
fix_one (struct fixer *f, const char *name, const unsigned char *data,
	 size_t size, unsigned char **out, size_t *out_size)
{
  char error[1024];
  size_t n;
  bool ok = true;
  struct report r;
  *out = NULL;
  f->any = true;
  struct object *o = check (f, name, data, size, true, &r);
  if (!o)
    return false;
  note_others (f, o, &r);
  struct fix_site *sites = collect_sites (&r, &n);
  if (f->tasks)
    sites = add_tasks (f, name, o, sites, &n);
  for (size_t i = 0; i < n && ok; i++)
    if (sites[i].m0 && m0_operand_p (sites[i].insn))
      {
	fprintf (stderr, "%s: %s: %s+0x%llx: '%s' takes an address from M0, "
		 "which nothing but its source can put right\n", program_name,
		 name, o->sections[sites[i].insn->at.section].name,
		 (unsigned long long) sites[i].insn->at.offset,
		 sites[i].insn->text);
	ok = false;
      }
  if (ok && n)
    {
      ok = fix_object (o, sites, n, out, out_size, error, sizeof error);
      if (!ok)
	complain (error);
      else
	ok = check_result (f, name, *out, *out_size);
      count_findings (f->counts, &r);
      f->counts->objects++;
      free_object (o);
    }
  else if (ok && !keep_findings (f->left, &r))
    free_object (o);
  free (sites);
  free (r.findings);
  return ok;
}

/* Whether the member of an archive of SIZE bytes at DATA need not be read:
   there is nothing in it that could be repaired.  llvm-objdump, which has to
   read what is for GFX10 and later, would take minutes for a library.  */

static bool
unread_p (struct fixer *f, const unsigned char *data, size_t size)
{
  char error[1024];
  struct object *o = read_object (f->file, data, size, error, sizeof error);
  bool unread = o && !extensible_p (o) && !divides_p (o);
  if (unread)
    {
      f->any = true;
      f->n_unread++;
      f->left->n_objects++;
      snprintf (f->not_on, sizeof f->not_on, "%s", o->cpu);
    }
  if (o)
    free_object (o);
  return unread;
}

/* For archive.c: member NAME.  */

static bool
fix_member (void *closure, const char *name, const unsigned char *data,
	    size_t size, unsigned char **out, size_t *out_size)
{
  struct fixer *f = closure;
  *out = NULL;
  if (!amdgcn_elf_p (data, size) || unread_p (f, data, size))
    return true;
  /* Findings name it.  */
  char *whole = xalloc (strlen (f->file) + strlen (name) + 3, 1);
  sprintf (whole, "%s(%s)", f->file, name);
  return fix_one (f, whole, data, size, out, out_size);
}

/* ---- Files.  */

/* Writes SIZE bytes at DATA to OUT, which appears whole or not at all.  */

static bool
write_file (const char *out, const unsigned char *data, size_t size,
	    mode_t mode)
{
  char *temp = xalloc (strlen (out) + 8, 1);
  sprintf (temp, "%s.XXXXXX", out);
  int fd = mkstemp (temp);
  bool ok = false;
  if (fd >= 0)
    {
      size_t n = 0;
      while (n < size)
	{
	  ssize_t w = write (fd, data + n, size - n);
	  if (w < 0 && errno == EINTR)
	    continue;
	  if (w <= 0)
	    break;
	  n += w;
	}
      ok = n == size && fchmod (fd, mode & 07777) == 0;
      ok = close (fd) == 0 && ok;
      ok = ok && rename (temp, out) == 0;
    }
  if (!ok)
    {
      fprintf (stderr, "%s: %s: cannot write: %s\n", program_name, out,
	       strerror (errno));
      if (fd >= 0)
	unlink (temp);
    }
  free (temp);
  return ok;
}

/* Makes the repaired form of the SIZE bytes at DATA, which F->file held: *OUT,
   of *OUT_SIZE bytes.  */

static bool
fix_data (struct fixer *f, const unsigned char *data, size_t size,
	  unsigned char **out, size_t *out_size)
{
  char error[1024];
  if (archive_p (data, size))
    {
      if (!rewrite_archive (f->file, data, size, fix_member, f, out, out_size,
			    error, sizeof error))
	{
	  if (*error)
	    complain (error);
	  return false;
	}
    }
  else if (amdgcn_elf_p (data, size))
    {
      if (!fix_one (f, f->file, data, size, out, out_size))
	return false;
      if (!*out)
	{
	  *out = xalloc (size, 1);
	  memcpy (*out, data, size);
	  *out_size = size;
	}
    }
  if (f->any)
    return true;
  fprintf (stderr, "%s: %s: --fix takes amdgcn object files and archives of "
	   "them, and this is none\n", program_name, f->file);
  return false;
}

/* Checks FILE, puts right what it can and writes the result to OUT; with
   TASKS, libgomp's barriers too.  LEFT has the checks to make, and gets what
   the result still has; COUNTS what was put right.  Returns false after an
   error; then OUT is as it was.  */

bool
fix_file (const char *file, const char *out, const char *objdump, bool tasks,
	  struct report *left, struct fix_counts *counts)
{
  struct fixer f = { .file = file, .objdump = objdump, .left = left,
		     .counts = counts, .tasks = tasks };
  struct stat st, st_out;
  size_t size, new_size = 0;
  unsigned char *data = read_file (file, &size), *new = NULL;
  if (!data)
    return false;
  memset (&st, 0, sizeof st);
  st.st_mode = 0644;
  stat (file, &st);
  if (stat (out, &st_out) == 0 && st_out.st_dev == st.st_dev
      && st_out.st_ino == st.st_ino)
    {
      fprintf (stderr, "%s: %s: is the input itself, which is never "
	       "overwritten\n", program_name, out);
      free (data);
      return false;
    }
  bool ok = (fix_data (&f, data, size, &new, &new_size)
	     && write_file (out, new, new_size, st.st_mode));
  if (ok && (f.n_not || f.n_unread))
    fprintf (stderr, "%s: %s: code for %s is repaired only where that takes no "
	     "room: %u findings stay, %u objects were not looked at\n",
	     program_name, file, f.not_on, f.n_not, f.n_unread);
  free (new);
  /* DATA stays: findings may name what is in it.  */
  return ok;
}
