/* Stands for gcc-N, g++-N and gfortran-N in tests that offload to amdgcn.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* mkoffload of amdgcn writes the linked code object as C, a number for each byte, and has the
   host's compiler compile that: half of the time that a test's compilation takes.  With the
   folder of this program first in PATH, whose links are called as the compilers are, that file
   is changed to one that includes the bytes as they are.  All else goes to the next compiler
   of that name in PATH, with the same arguments.  */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The whole of file NAME, with a null character behind it, in memory that is never freed;
   null if it cannot be read.  */

static char *
read_all (const char *name)
{
  FILE *f = fopen (name, "r");
  struct stat st;
  char *text = NULL;
  if (f && fstat (fileno (f), &st) == 0 && (text = malloc (st.st_size + 1)))
    {
      size_t n = fread (text, 1, st.st_size, f);
      text[n] = 0;
      if (n != (size_t) st.st_size)
	text = NULL;
    }
  if (f)
    fclose (f);
  return text;
}

/* Writes N bytes at P to a new file NAME; whether it could.  */

static int
write_all (const char *name, const void *p, size_t n)
{
  FILE *f = fopen (name, "w");
  return f && (fwrite (p, 1, n, f) == n) & (fclose (f) == 0);
}

/* Changes SOURCE if mkoffload of amdgcn wrote it, with the bytes in a file IMAGE; whether it
   did.  */

static int
include_image (const char *source, const char *image)
{
  static const char begin[] = "unsigned char gcn_code[] = {";
  char *text = read_all (source), *at = text ? strstr (text, begin) : NULL;
  char *end = at ? strstr (at, "};") : NULL, *line = at;
  if (!end)
    return 0;
  while (line > text && line[-1] != '\n')
    line--;
  char *bytes = malloc (end - at), *from = at + sizeof begin - 1;
  size_t n = 0;
  while (bytes)
    {
      char *after;
      unsigned long v = strtoul (from, &after, 0);
      if (after == from || after > end)
	break;
      if (v > 255)
	return 0;
      bytes[n++] = v;
      from = after + strspn (after, ", \t\n");
    }
  if (!bytes || from != end || !write_all (image, bytes, n))
    return 0;
  char *changed = NULL;
  int size = asprintf (&changed,
		       "%.*s"
		       "asm (\".pushsection .data\\n\\t.balign 32\\ngcn_code:\\n"
		       "\\t.incbin \\\"%s\\\"\\n\\t.popsection\");\n"
		       "extern unsigned char gcn_code[] "
		       "__attribute__ ((visibility (\"hidden\")));\n%s",
		       (int) (line - text), text, image, end + 2);
  return size >= 0 && write_all (source, changed, size);
}

/* Changes the C file in the response file RESPONSE, a word a line, if mkoffload of amdgcn
   wrote it: the bytes are then in the file whose name goes to IMAGE, which has room for
   PATH_MAX characters.  Whether there is one.  Options, too, have names that end so.  */

static int
change_source (const char *response, char *image)
{
  char *text = read_all (response), *rest = NULL;
  for (char *word = text ? strtok_r (text, "\n ", &rest) : NULL; word;
       word = strtok_r (NULL, "\n ", &rest))
    {
      size_t n = strlen (word);
      if (n > 2 && !strcmp (word + n - 2, ".c") && !strpbrk (word, "\\\"'")
	  && snprintf (image, PATH_MAX, "%s.image", word) < PATH_MAX
	  && include_image (word, image))
	return 1;
    }
  return 0;
}

/* The next program called NAME in PATH that is not this one.  */

static const char *
next_in_path (const char *name)
{
  struct stat own, st;
  char *path = getenv ("PATH");
  if (stat ("/proc/self/exe", &own) != 0 || !path || !(path = strdup (path)))
    return NULL;
  for (char *dir = strtok (path, ":"); dir; dir = strtok (NULL, ":"))
    {
      static char found[PATH_MAX];
      if (snprintf (found, sizeof found, "%s/%s", dir, name) < (int) sizeof found
	  && access (found, X_OK) == 0 && stat (found, &st) == 0
	  && (st.st_ino != own.st_ino || st.st_dev != own.st_dev))
	return found;
    }
  return NULL;
}

int
main (int argc, char **argv)
{
  const char *slash = strrchr (argv[0], '/'), *name = slash ? slash + 1 : argv[0];
  const char *compiler = next_in_path (name);
  if (!compiler)
    {
      fprintf (stderr, "%s: there is no other %s in PATH\n", argv[0], name);
      return 127;
    }
  /* The driver is called by its name alone, so that mkoffload, too, finds this program in
     PATH; where its parts are it would then derive from where this program is.  */
  argv[0] = (char *) name;
  char parts[PATH_MAX];
  if (snprintf (parts, sizeof parts, "%.*s/../lib/gcc/",
		(int) (strrchr (compiler, '/') - compiler), compiler) < (int) sizeof parts)
    setenv ("GCC_EXEC_PREFIX", parts, 0);
  char image[PATH_MAX];
  if (argc == 2 && argv[1][0] == '@' && change_source (argv[1] + 1, image))
    {
      int status = 1;
      pid_t pid = fork ();
      if (pid == 0)
	{
	  execv (compiler, argv);
	  _exit (127);
	}
      if (pid > 0)
	while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
	  ;
      unlink (image);
      return WIFEXITED (status) ? WEXITSTATUS (status) : 1;
    }
  execv (compiler, argv);
  fprintf (stderr, "%s: cannot run %s: %s\n", name, compiler, strerror (errno));
  return 127;
}
