/* Tests of simt/base/places.h and of what SARIF has of it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "simt/report/sarif.h"
#include "test.h"
#include "simt/base/text.h"

static const struct simt_place here[] =
{
  { "inner", "a/b.c", 3, true },
  { "out\"er", "a/b.c", 9, false },
  { NULL, NULL, 0, false }
};
static const struct simt_place there[] =
{
  { "other", "c.c", 5, false },
  { "out\"er", "a/b.c", 12, false }
};
static const struct simt_place born[] = { { "main", "c.c", 1, false } };
static const struct simt_related related[] =
{
  { "allocation", "allocated here", SIMT_BEFORE, born, 1 },
  { "other access", "the store", SIMT_BESIDE, there, 2 },
  { "host", "host address 0x10", SIMT_BEFORE, NULL, 0 }
};
static const struct simt_places all = { here, 3, related, 3 };
static const struct simt_places none, one = { here, 1, NULL, 0 };

/* What WRITE writes of P.  */
static char *
written (void (*write) (FILE *, const struct simt_places *),
	 const struct simt_places *p)
{
  struct simt_text t;
  if (!simt_text_open (&t))
    abort ();
  write (t.out, p);
  if (!simt_text_close (&t))
    abort ();
  return t.p ? t.p : strdup ("");
}

static void
text (FILE *out, const struct simt_places *p)
{
  simt_places_text (out, "toy: ", p);
}

static void
sarif (FILE *out, const struct simt_places *p)
{
  static const struct sarif_rule rule = { "race", "error", "A race.", NULL };
  const struct sarif_result r
    = { .rule = 0, .text = "they race", .file = "a/b.c", .line = 3,
	.function = "inner", .code_file = "b.s", .code_line = 7,
	.code_is = "the code", .places = *p };
  sarif_result (out, &rule, &r);
}

#define SAME(WRITE, P, WANT)						\
  do									\
    {									\
      char *got = written (WRITE, P);					\
      check_text (got, WANT, #WRITE " of " #P);				\
      free (got);							\
    }									\
  while (0)

/* True if the SARIF result of P has PART.  */
#define HAS(P, PART)							\
  do									\
    {									\
      char *got = written (sarif, P);					\
      check (strstr (got, PART) != NULL, "no %s in %s", PART, got);	\
      free (got);							\
    }									\
  while (0)

int
main (void)
{
  SAME (text, &none, "");
  SAME (text, &one, "");
  SAME (text, &all,
	"toy:   inlined into out\"er (b.c:9)\n"
	"toy:   called from unknown code\n"
	"toy:   allocated here: main (c.c:1)\n"
	"toy:   the store: other (c.c:5)\n"
	"toy:     called from out\"er (b.c:12)\n"
	"toy:   host address 0x10\n");
  SAME (simt_places_json, &none, "");
  SAME (simt_places_json, &all,
	",\"stack\":[{\"inlined\":true,\"function\":\"inner\","
	"\"file\":\"a/b.c\",\"line\":3},{\"inlined\":false,"
	"\"function\":\"out\\\"er\",\"file\":\"a/b.c\",\"line\":9},"
	"{\"inlined\":false}],\"related\":[{\"role\":\"allocation\","
	"\"text\":\"allocated here\",\"stack\":[{\"inlined\":false,"
	"\"function\":\"main\",\"file\":\"c.c\",\"line\":1}]},"
	"{\"role\":\"other access\",\"text\":\"the store\",\"stack\":["
	"{\"inlined\":false,\"function\":\"other\",\"file\":\"c.c\","
	"\"line\":5},{\"inlined\":false,\"function\":\"out\\\"er\","
	"\"file\":\"a/b.c\",\"line\":12}]},{\"role\":\"host\","
	"\"text\":\"host address 0x10\"}]");

  /* Places with the code first, each with its number.  */
  HAS (&all, "\"relatedLocations\":[{\"id\":1,\"physicalLocation\":{"
       "\"artifactLocation\":{\"uri\":\"b.s\"},\"region\":{"
       "\"startLine\":7}},\"message\":{\"text\":\"the code\"}},"
       "{\"id\":2,\"physicalLocation\":{\"artifactLocation\":{\"uri\":"
       "\"c.c\"},\"region\":{\"startLine\":1}}");
  HAS (&all, "\"message\":{\"text\":\"the store\"}}],\"stacks\":[{"
       "\"message\":{\"text\":\"they race\"},\"frames\":[{\"location\":{");
  /* A thread flow begins with the allocation, goes on from the outside to the
     inside; the other access has its own.  */
  HAS (&all, "\"threadFlows\":[{\"id\":\"1\",\"locations\":[{\"location\":{"
       "\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"c.c\"},"
       "\"region\":{\"startLine\":1}}");
  HAS (&all, "\"message\":{\"text\":\"they race\"}},\"nestingLevel\":2}]},"
       "{\"id\":\"2\",\"locations\":[{\"location\":{\"physicalLocation\":{"
       "\"artifactLocation\":{\"uri\":\"a/b.c\"},\"region\":{"
       "\"startLine\":12}}");
  HAS (&all, "\"message\":{\"text\":\"the store\"}},\"nestingLevel\":1}]}]}]}");

  char *got = written (sarif, &one);
  check (!strstr (got, "codeFlows") && strstr (got, "stacks"),
	 "a stack of one: %s", got);
  free (got);
  got = written (sarif, &none);
  check (!strstr (got, "codeFlows") && !strstr (got, "stacks"), "none: %s",
	 got);
  free (got);
  return finish_tests ();
}
