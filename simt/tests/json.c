/* Test of JSON text and of SARIF documents.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <errno.h>
#include <unistd.h>

#include "simt/base/json.h"
#include "simt/report/sarif.h"
#include "test.h"

/* S as a JSON string must be WANT.  */
static void
string (const char *s, const char *want)
{
  char *got = NULL;
  size_t n = 0;
  FILE *f = open_memstream (&got, &n);
  json_string (f, s);
  fclose (f);
  check_text (got, want, "json_string");
  free (got);
}

static void
strings (void)
{
#define BAD "\357\277\275"
  string ("", "\"\"");
  string ("a \"quoted\" \\", "\"a \\\"quoted\\\" \\\\\"");
  string ("\n\t\177", "\"\\u000a\\u0009\\u007f\"");
  /* Sequences of two, three and four bytes.  */
  string ("\303\244 \342\202\254 \360\237\230\200",
	  "\"\303\244 \342\202\254 \360\237\230\200\"");
  /* A byte alone, an overlong form, a surrogate, a value beyond U+10FFFF, and
     a sequence that the end cuts off.  */
  string ("\344", "\"" BAD "\"");
  string ("\300\200", "\"" BAD BAD "\"");
  string ("\355\240\200", "\"" BAD BAD BAD "\"");
  string ("\364\220\200\200", "\"" BAD BAD BAD BAD "\"");
  string ("\342\202", "\"" BAD BAD "\"");
}

static void
members (void)
{
  char *got = NULL;
  size_t n = 0;
  FILE *f = open_memstream (&got, &n);
  json_member (f, "a", "1");
  json_member (f, "b", NULL);
  json_member (f, "c\"", "");
  fclose (f);
  check_text (got, ",\"a\":\"1\",\"c\\\"\":\"\"", "json_member");
  free (got);
}

static const struct sarif_rule rules[] =
{
  { .id = "one", .level = "error", .text = "The first." },
  { .id = "two", .level = "note", .text = "The second." }
};

/* R written as a result must be WANT.  */
static void
result (const char *what, const struct sarif_result *r, const char *want)
{
  char *got = NULL;
  size_t n = 0;
  FILE *f = open_memstream (&got, &n);
  sarif_result (f, rules, r);
  fclose (f);
  check_text (got, want, what);
  free (got);
}

static void
results (void)
{
#define TWO "{\"ruleId\":\"two\",\"ruleIndex\":1,\"level\":\"note\"," \
  "\"message\":{\"text\":\"T\"},"
  struct sarif_result r = { .rule = 1, .text = "T" };
  result ("nothing known", &r, TWO "\"locations\":[]}");
  r.function = "f";
#define IN_F "\"logicalLocations\":[{\"name\":\"f\",\"kind\":\"function\"}]"
  result ("function", &r, TWO "\"locations\":[{" IN_F "}]}");
  r.file = "/no such: folder/a.c";
  r.line = 7;
#define AT "\"physicalLocation\":{\"artifactLocation\":{\"uri\":" \
  "\"file:///no%20such%3A%20folder/a.c\"},\"region\":{\"startLine\":7}}"
  result ("file", &r, TWO "\"locations\":[{" AT "," IN_F "}]}");
  r.code_file = "b.s";
  r.code_line = 3;
  r.code_is = "the code";
#define CODE "\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"b.s\"}," \
  "\"region\":{\"startLine\":3}}"
  result ("file and code", &r,
	  TWO "\"locations\":[{" AT "," IN_F "}],\"relatedLocations\":[{"
	  "\"id\":1," CODE ",\"message\":{\"text\":\"the code\"}}]}");
  r.file = NULL;
  r.function = NULL;
  const struct sarif_property props[]
    = { { "x", NULL }, { "y", "1" }, { "z", "2" } };
  r.props = props;
  r.n_props = 3;
  result ("code alone, properties", &r,
	  TWO "\"locations\":[{" CODE "}],"
	  "\"properties\":{\"y\":\"1\",\"z\":\"2\"}}");
}

/* How a run ended, with and without a reason.  */
static void
ends (void)
{
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream (&text, &size);
  sarif_end (f, true, NULL);
  sarif_end (f, false, "it \"fell\"");
  fclose (f);
  check_text (text, "\n],\n\"invocations\":[{\"executionSuccessful\":true}]}]}"
	      "\n\n],\n\"invocations\":[{\"executionSuccessful\":false,"
	      "\"toolExecutionNotifications\":[{\"level\":\"error\","
	      "\"message\":{\"text\":\"it \\\"fell\\\"\"}}]}]}]}\n", "ends");
  free (text);
}

int
main (void)
{
  strings ();
  members ();
  results ();
  ends ();
  return finish_tests ();
}
