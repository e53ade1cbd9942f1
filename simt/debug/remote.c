/* GDB's remote protocol: sessions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The other side is a debugger, gdb or LLDB, that has connected to a port of this machine
   (Debugging with GDB, "Remote Protocol").  The program is held at the first instruction of
   its first kernel until one does.  Threads are waves; breakpoints are addresses, as the
   machine stops at each instruction; what our debugger can is a `monitor' command.  A
   debugger that vanishes leaves the program held, for the next one to connect, as
   gdbserver has it.  */

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "packets.h"
#include "remote-int.h"

static const char *name;	/* Of the tool.  */
static bool met;		/* One has connected, or the program is held.  */
static char *said;		/* What the commands say, ...  */
static size_t said_n;
static FILE *saying;
static enum remote_why why;	/* ... and why the program stands.  */
static uint64_t why_address;
static const void *module_seen;	/* That it knows of.  */
static uint64_t registers_of;	/* The thread whose registers are asked for; 0: the
				   selected one.  */
static bool module_new;		/* LLDB is to look for what is loaded.  */

/* The step that is being made: an instruction of the innermost frame, whose calls are a
   part of it.  On a stack that grows upwards LLDB takes a function that is called for one
   that called, and so cannot step over it itself.  */
static struct { bool on; uint64_t launch, group; unsigned number; uint32_t calls; } step;

/* ---- Where it stops.  */

/* Whether the step has been made now that a wave with the facts F is at P; or the wave that
   was to make it has ended.  */

static bool
stepped (const struct place *p, const struct wave_facts *f)
{
  if (!step.on)
    return false;
  if (f->launch != step.launch)
    return true;
  if (f->index != step.group)
    return false;
  return (f->number == step.number ? p->calls <= step.calls
	  : !machine->sibling (p->wave, step.number));
}

/* Why the program is to stop where a wave has come to P, or WHY_NOT.  */

static enum remote_why
due (const struct place *p)
{
  static unsigned turn;
  struct wave_facts f = facts_of (p->wave);
  if (!met)
    return WHY_ENTRY;
  if (!packets_connected_p ())
    return WHY_NOT;
  /* Where the connection is lost, the program is held for the next one, too.  */
  if (++turn % 256 == 0 && packet_waiting ())
    return WHY_INTERRUPT;
  if (remote_point_at ((uintptr_t) p->pc))
    return WHY_POINT;
  if (stepped (p, &f))
    return WHY_STEP;
  if (f.module != module_seen)
    return WHY_MODULE;
  why_address = remote_watched (p);
  return why_address ? WHY_WATCH : WHY_NOT;
}

static bool
remote_due (const struct place *p)
{
  enum remote_why w = due (p);
  if (w != WHY_NOT)
    why = w;
  return w != WHY_NOT;
}

/* ---- Packets.  */

static void
put_stopped (FILE *to)
{
  static const struct { const char *signal, *lldb; } how[] =
    {
      [WHY_ENTRY] = { "05", "" },
      [WHY_POINT] = { "05", "reason:breakpoint;" },
      [WHY_STEP] = { "05", "reason:trace;" },
      [WHY_WATCH] = { "05", "" },
      [WHY_INTERRUPT] = { "02", "reason:signal;" },
      [WHY_REPORT] = { "06", "reason:exception;" },
      [WHY_MODULE] = { "05", "" },
      [WHY_COMMAND] = { "05", "reason:signal;" }
    };
  fprintf (to, "T%sthread:%" PRIx64 ";", how[why].signal, thread_of (debug.at.wave));
  if (why == WHY_WATCH)
    fprintf (to, "watch:%" PRIx64 ";", why_address);
  if (module_new)
    fputs ("library:;", to);
  if (!remote_lldb)
    return;
  fputs ("name:", to);
  thread_name_put (to, debug.at.wave, false);
  fputs (";threads:", to);
  threads_put (to);
  fprintf (to, ";%s", how[why].lldb);
  if (why == WHY_REPORT)
    {
      static const char text[] = "reported; see what the program has written";
      fputs ("description:", to);
      hex_put (to, text, sizeof text - 1);
      putc (';', to);
    }
}

/* Show what the commands have said since the program went on.  */

static void
send_said (void)
{
  fflush (saying);
  output_send (said, said_n);
  rewind (saying);
}

/* H, as in "g2": select a thread.  Gdb does so for its user; LLDB, which looks at all
   threads, for itself.  */

static bool
select_thread (const char *text)
{
  const char *p = text + 1;
  struct place at;
  if (*p == '-' || !*text)
    return true;
  uint64_t id = hex_number (&p);
  if (!id)
    return true;
  if (!thread_place (id, &at))
    return false;
  if (*text == 'g' && remote_lldb)
    registers_of = id;
  else if (*text == 'g')
    debug.at = at;
  return true;
}

/* Read N bytes at ADDR into TO: those up to the first that is not there, of which there may
   be none.  LLDB asks for blocks of 512 bytes around what it wants, and takes one of which
   a part is missing for missing altogether: there is 0 there.  */

static size_t
read_some (uint64_t addr, uint8_t *to, size_t n)
{
  if (remote_machine && remote_machine->code (&debug.at, addr, to, n))
    return n;
  bool block = remote_lldb && n && addr % 512 == 0 && n % 512 == 0, any = false;
  if (n && machine->read (&debug.at, addr, to, n))
    return n;
  memset (to, 0, n);
  for (size_t k = 0; k < n; k++)
    if (machine->read (&debug.at, addr + k, to + k, 1))
      any = true;
    else if (!block)
      return k;
  return any ? n : 0;
}

/* m and M, as in "addr,n" and "addr,n:digits".  */

static void
memory (FILE *to, const char *text, bool store)
{
  uint64_t addr = hex_number (&text), n = 0;
  uint8_t bytes[MOST_PACKET / 2];
  if (*text == ',')
    {
      text++;
      n = hex_number (&text);
    }
  if (n > sizeof bytes - 8)
    n = sizeof bytes - 8;
  if (store)
    {
      bool done = (*text == ':' && hex_bytes (text + 1, bytes, (size_t) n)
		   && machine->write (&debug.at, addr, bytes, (size_t) n));
      fputs (done ? "OK" : "E0e", to);
      return;
    }
  size_t k = read_some (addr, bytes, (size_t) n);
  if (n && !k)
    fputs ("E0e", to);
  hex_put (to, bytes, k);
}

/* g, G, p and P.  */

static void
registers (FILE *to, const char *text)
{
  struct place p;
  const char *at = text + 1;
  if (!thread_place (registers_of ? registers_of : thread_of (debug.at.wave), &p))
    {
      fputs ("E01", to);
      return;
    }
  unsigned k = *text == 'g' || *text == 'G' ? 0 : (unsigned) hex_number (&at);
  switch (*text)
    {
    case 'g':
      registers_put (to, &p);
      break;
    case 'p':
      if (!register_put (to, &p, k))
	fputs ("E01", to);
      break;
    default:
      /* All at once could not say which it is that was meant.  */
      fputs (*text == 'P' && *at == '=' && register_set (&p, k, at + 1) ? "OK" : "E01",
	     to);
      break;
    }
}

/* Have the program go on: THREAD, 0 for the selected one, by an instruction, if STEPS.  */

static void
go_on (uint64_t thread, bool steps)
{
  void *w = thread ? wave_of_thread (thread) : debug.at.wave;
  struct wave_facts f = facts_of (w ? w : debug.at.wave);
  struct place p = debug.at;
  machine->place_at (w ? w : debug.at.wave, debug.at.lane, 0, &p);
  step.on = steps;
  step.calls = p.calls;
  step.launch = f.launch;
  step.group = f.index;
  step.number = f.number;
}

/* vCont, as in ";s:2;c": a thread makes a step, and the others run.  False if it is not
   understood.  */

static bool
resume (const char *text)
{
  uint64_t thread = 0;
  bool steps = false, any = false;
  while (*text == ';')
    {
      char how = text[1];
      text += how ? 2 : 1;
      if (how == 'C' || how == 'S')
	hex_number (&text);
      if (!how || !strchr ("cCsS", how))
	return false;
      uint64_t id = 0;
      if (*text == ':')
	{
	  text++;
	  if (*text == '-')
	    text++;
	  else
	    {
	      id = hex_number (&text);
	      if (!wave_of_thread (id))
		id = 0;
	    }
	}
      if (!steps && (how == 's' || how == 'S'))
	{
	  steps = true;
	  thread = id;
	}
      any = true;
    }
  if (any)
    go_on (thread, steps);
  return any;
}

/* The debugger does not want the program any more: it runs on, alone.  */

static void
leave (void)
{
  remote_points_drop ();
  char all[1] = "";
  command_delete (all);
  step.on = false;
  debug.going = GO_ON;
}

/* End the program, from within a launch, where exit could wait for it.  LLDB is told.  */

static void
kill_program (const char *reply)
{
  if (reply)
    packet_send (reply);
  if (remote_machine)
    remote_machine->end ();
  fflush (stdout);
  _exit (1);
}

/* Answer TEXT, a packet, into TO.  True if the program is to go on.  */

static bool
answer (FILE *to, const char *text)
{
  switch (*text)
    {
    case '?':
      put_stopped (to);
      return false;
    case 'H':
      fputs (select_thread (text + 1) ? "OK" : "E01", to);
      return false;
    case 'T':
      text++;
      fputs (wave_of_thread (hex_number (&text)) ? "OK" : "E01", to);
      return false;
    case 'g': case 'G': case 'p': case 'P':
      registers (to, text);
      return false;
    case 'm': case 'M':
      memory (to, text + 1, *text == 'M');
      return false;
    case 'Z': case 'z':
      if (remote_point (text + 1, *text == 'Z'))
	fputs ("OK", to);
      else if (text[1] == '2')
	fputs ("E0e", to);
      return false;
    case 'c': case 's': case 'C': case 'S':
      go_on (0, *text == 's' || *text == 'S');
      return true;
    case 'v':
      if (!strcmp (text, "vCont?"))
	fputs ("vCont;c;C;s;S", to);
      else if (!strncmp (text, "vCont;", 6))
	{
	  if (resume (text + 5))
	    return true;
	  fputs ("E01", to);
	}
      else if (!strncmp (text, "vKill", 5))
	kill_program ("OK");
      return false;
    case 'D':
      packet_send ("OK");
      leave ();
      packets_close ();
      return true;
    case 'k':
      kill_program (remote_lldb ? "X09" : NULL);
      return true;
    case 'q': case 'Q':
      remote_query (to, text);
      return false;
    default:
      /* What is not known is answered by nothing.  */
      return false;
    }
}

/* Serve the debugger until the program is to go on.  */

static void
serve (void)
{
  for (bool going = false; !going;)
    {
      char *text = packet_read (), *reply = NULL;
      size_t n;
      if (!text)
	{
	  fprintf (stderr, "%s: the debugger has gone; the program is held\n", name);
	  remote_points_drop ();
	  module_new = true;
	  remote_lldb = false;
	  packets_wait (name);
	  continue;
	}
      if (*text == 3)
	continue;
      FILE *to = open_memstream (&reply, &n);
      if (!to)
	abort ();
      going = answer (to, text);
      bool trust = !strcmp (text, "QStartNoAckMode");
      fclose (to);
      if (!going)
	packet_send_bytes (reply, n);
      if (trust)
	packets_trust ();
      free (reply);
    }
}

static void
remote_stop (bool reported)
{
  char *reply = NULL;
  size_t n;
  if (why == WHY_NOT)
    why = reported ? WHY_REPORT : WHY_COMMAND;
  step.on = false;
  bool first = !met;
  met = true;
  struct wave_facts f = facts_of (debug.at.wave);
  module_new |= f.module != module_seen;
  module_seen = f.module;
  registers_of = 0;
  if (!first && !packets_connected_p ())
    {
      /* It was left alone, and has nothing to stop for.  */
      why = WHY_NOT;
      return;
    }
  if (first)
    {
      /* Reports would end the launch first, which is held.  */
      signal (SIGTERM, SIG_DFL);
      signal (SIGHUP, SIG_DFL);
      signal (SIGINT, SIG_DFL);
      packets_wait (name);
    }
  else
    {
      send_said ();
      FILE *to = open_memstream (&reply, &n);
      if (!to)
	abort ();
      put_stopped (to);
      fclose (to);
      packet_send (reply);
      free (reply);
    }
  serve ();
  module_new = false;
  why = WHY_NOT;
}

/* ---- The beginning and the end.  */

static void
at_end (int status, void *closure)
{
  char text[8];
  (void) closure;
  if (!met)
    fprintf (stderr, "%s: no kernel was run, so there was nothing to debug\n", name);
  if (!packets_connected_p ())
    return;
  send_said ();
  snprintf (text, sizeof text, "W%02x", status & 0xff);
  packet_send (text);
  packets_close ();
}

static const struct other_debugger this = { remote_due, remote_stop };

void
simt_debug_remote (const struct debug_remote *r, const char *tool, unsigned port)
{
  if (remote)
    return;
  name = tool;
  remote_machine = r;
  if (!packets_open (port))
    {
      fprintf (stderr, "%s: port %u of this machine, for a debugger, cannot be had: "
	       "%s\n", tool, port, strerror (errno));
      exit (2);
    }
  saying = open_memstream (&said, &said_n);
  if (!saying)
    abort ();
  terminal = saying;
  remote = &this;
  on_exit (at_end, NULL);
}
