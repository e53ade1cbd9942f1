/* Test of options and their variables.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "simt/base/options.h"
#include "test.h"

enum colour { RED, GREEN, BLUE };
struct values
{
  bool flag;
  uint8_t byte;
  uint16_t half;
  unsigned word;
  uint64_t size;
  double seconds;
  const char *file;
  enum colour colour;
  int odd;
};

/* An option with a function of its own, into the whole struct.  */
static bool
parse_odd (const struct simt_option *d, void *to, const char *value)
{
  struct values *v = to;
  (void) d;
  uint64_t n;
  if (!simt_read_number (value, &n, false) || n % 2 == 0)
    return false;
  v->odd = (int) n;
  return true;
}

static const char *const colours[] = { "red", "green", "blue", NULL };

#define V(MEMBER) SIMT_MEMBER (struct values, MEMBER)
static const struct simt_option table[] =
{
  { "flag", NULL, "", simt_option_switch, V (flag), "0 or 1", 0, 0, NULL },
  { "byte", "N", "", simt_option_number, V (byte), "a byte", 0, 0, NULL },
  { "half", "N", "", simt_option_bytes, V (half), "a half", 0, 0, NULL },
  { "word", "N", "", simt_option_number, V (word), "3 to 9", 3, 9, NULL },
  { "max-size", "N", "", simt_option_bytes, V (size), "bytes", 0, 0, NULL },
  { "seconds", "N", "", simt_option_seconds, V (seconds), "s", 0, 0, NULL },
  { "file", "F", "", simt_option_text, V (file), "a file", 0, 0, NULL },
  { "colour", "C", "", simt_option_word, V (colour), "red, green or blue",
    0, 0, colours },
  { "odd", "N", "", parse_odd, 0, sizeof (struct values), "an odd number",
    0, 0, NULL },
  { NULL, NULL, NULL, NULL, 0, 0, NULL, 0, 0, NULL }
};

static struct values v;

/* Is VALUE legal for the option NAME?  */
static bool
legal (const char *name, const char *value)
{
  char why[100] = "";
  const struct simt_option *d = table;
  while (strcmp (d->name, name))
    d++;
  bool ok = simt_option_parse (d, &v, value, why, sizeof why);
  if (!ok)
    {
      char want[100];
      snprintf (want, sizeof want, "expected %s", d->legal);
      check_text (why, want, name);
    }
  return ok;
}

static void
numbers (void)
{
  memset (&v, 0xee, sizeof v);
  check (legal ("byte", "255") && v.byte == 255 && v.half == 0xeeee, "byte");
  check (!legal ("byte", "256") && !legal ("byte", "-1") && !legal ("byte", "")
	 && !legal ("byte", " 1") && !legal ("byte", "1 ")
	 && !legal ("byte", "0x1") && !legal ("byte", "1K"), "bad bytes");
  check (legal ("half", "63K") && v.half == 63 << 10 && v.word == 0xeeeeeeee,
	 "half");
  check (!legal ("half", "64K") && !legal ("half", "1M"), "bad halves");
  check (legal ("word", "3") && v.word == 3 && legal ("word", "9")
	 && v.word == 9 && v.size == 0xeeeeeeeeeeeeeeee, "word");
  check (!legal ("word", "2") && !legal ("word", "10")
	 && !legal ("word", "4294967299"), "bad words");
  check (legal ("max-size", "5g") && v.size == UINT64_C (5) << 30
	 && legal ("max-size", "18446744073709551615")
	 && v.size == UINT64_MAX, "size");
  check (!legal ("max-size", "18446744073709551616")
	 && !legal ("max-size", "17179869184G") && !legal ("max-size", "1T")
	 && !legal ("max-size", "1KK") && !legal ("max-size", "K"),
	 "bad sizes");
  check (legal ("seconds", "2.5") && v.seconds == 2.5
	 && legal ("seconds", "0") && v.seconds == 0, "seconds");
  check (!legal ("seconds", "-1") && !legal ("seconds", "1e999")
	 && !legal ("seconds", "inf") && !legal ("seconds", "nan")
	 && !legal ("seconds", "1s") && !legal ("seconds", ""), "bad seconds");
}

static void
words (void)
{
  memset (&v, 0, sizeof v);
  check (legal ("flag", "1") && v.flag && legal ("flag", "0") && !v.flag
	 && !legal ("flag", "yes") && !legal ("flag", ""), "switch");
  const char *name = "a b";
  check (legal ("file", name) && v.file == name && !legal ("file", ""),
	 "text");
  check (legal ("colour", "blue") && v.colour == BLUE && legal ("colour", "red")
	 && v.colour == RED, "word");
  check (!legal ("colour", "Blue") && !legal ("colour", "blu")
	 && !legal ("colour", "blue ") && !legal ("colour", ""), "bad words");
  check (legal ("odd", "7") && v.odd == 7 && !legal ("odd", "8"),
	 "a function of its own");
}

static void
environment (void)
{
  char name[40], why[100] = "";
  simt_option_variable ("TEST", &table[4], name, sizeof name);
  check_text (name, "TEST_MAX_SIZE", "variable");
  memset (&v, 0, sizeof v);
  setenv ("TEST_MAX_SIZE", "1K", 1);
  setenv ("TEST_COLOUR", "green", 1);
  setenv ("OTHER_FLAG", "maybe", 1);
  check (simt_options_from_environment ("TEST", table, &v, why, sizeof why)
	 && v.size == 1024 && v.colour == GREEN && !v.file, "environment");
  setenv ("TEST_WORD", "1", 1);
  check (!simt_options_from_environment ("TEST", table, &v, why, sizeof why),
	 "bad variable");
  check_text (why, "TEST_WORD is '1': expected 3 to 9", "its message");
}

int
main (void)
{
  numbers ();
  words ();
  environment ();
  return finish_tests ();
}
