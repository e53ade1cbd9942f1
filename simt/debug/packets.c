/* GDB's remote protocol: its packets.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A packet is `$', its text, `#' and two hexadecimal digits, the sum of the text's bytes
   modulo 256 (Debugging with GDB, "Overview" of the remote protocol).  `+' says that it has
   arrived, `-' that it is to be sent again.  The socket is bound at once, so that a port in
   use is an error at the beginning; it listens when there is something to debug.  */

#include <arpa/inet.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "packets.h"

static int listener = -1, connection = -1;
static unsigned port_taken;
static bool trusting;
static uint8_t input[4096];
static size_t input_at, input_n;

unsigned
packets_open (unsigned port)
{
  struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons (port),
			    .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t n = sizeof at;
  int on = 1;
  listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0
      || setsockopt (listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on)
      || bind (listener, (struct sockaddr *) &at, sizeof at)
      || getsockname (listener, (struct sockaddr *) &at, &n))
    {
      int why = errno;
      if (listener >= 0)
	close (listener);
      listener = -1;
      errno = why;
      return 0;
    }
  return port_taken = ntohs (at.sin_port);
}

void
packets_close (void)
{
  if (connection >= 0)
    close (connection);
  connection = -1;
}

bool
packets_connected_p (void)
{
  return connection >= 0;
}

void
packets_trust (void)
{
  trusting = true;
}

/* With the listening socket closed, a second debugger is refused.  */

void
packets_wait (const char *tool)
{
  packets_close ();
  if ((listener < 0 && !packets_open (port_taken)) || listen (listener, 1))
    {
      fprintf (stderr, "%s: port %u, for a debugger, cannot be listened to: %s\n",
	       tool, port_taken, strerror (errno));
      exit (2);
    }
  fprintf (stderr, "%s: waiting for a debugger at 127.0.0.1:%u\n", tool, port_taken);
  fflush (stderr);
  do
    connection = accept4 (listener, NULL, NULL, SOCK_CLOEXEC);
  while (connection < 0 && (errno == EINTR || errno == ECONNABORTED));
  if (connection < 0)
    {
      fprintf (stderr, "%s: no debugger can connect: %s\n", tool, strerror (errno));
      exit (2);
    }
  close (listener);
  listener = -1;
  trusting = false;
  input_at = input_n = 0;
}

/* ---- Bytes.  */

/* The next one; -1 if the connection is lost.  */

static int
byte (void)
{
  if (input_at == input_n)
    {
      ssize_t n;
      do
	n = connection < 0 ? 0 : recv (connection, input, sizeof input, 0);
      while (n < 0 && errno == EINTR);
      if (n <= 0)
	{
	  packets_close ();
	  return -1;
	}
      input_at = 0;
      input_n = (size_t) n;
    }
  return input[input_at++];
}

static void
put (const char *p, size_t n)
{
  while (n && connection >= 0)
    {
      ssize_t k = send (connection, p, n, MSG_NOSIGNAL);
      if (k < 0 && errno == EINTR)
	continue;
      if (k <= 0)
	{
	  packets_close ();
	  return;
	}
      p += k;
      n -= (size_t) k;
    }
}

int
packet_waiting (void)
{
  uint8_t c;
  if (input_at < input_n)
    c = input[input_at];
  else
    {
      ssize_t n = connection < 0 ? 0 : recv (connection, &c, 1,
					     MSG_PEEK | MSG_DONTWAIT);
      if (n == 0)
	return -1;
      if (n < 0)
	return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
    }
  /* Nothing else is said while the program runs but the acknowledgement of the
     packet that let it go on.  */
  int got = byte ();
  return got == 3 ? 3 : 0;
}

/* ---- Packets.  */

static int
digit (int c)
{
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
	 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Read what is between `$' and the end of the sum into TEXT, of MOST_PACKET + 1 bytes: 1 if
   it is right, 0 if not, -1 if the connection is lost.  */

static int
read_text (char *text)
{
  unsigned sum = 0;
  size_t n = 0;
  bool fits = true;
  int c;
  while ((c = byte ()) >= 0 && c != '#')
    {
      if (c == '$')
	{
	  /* The packet before it was cut off.  */
	  n = sum = 0;
	  fits = true;
	  continue;
	}
      sum += (unsigned) c;
      if (n < MOST_PACKET)
	text[n++] = (char) c;
      else
	fits = false;
    }
  int high = c < 0 ? -1 : byte (), low = high < 0 ? -1 : byte ();
  if (low < 0)
    return -1;
  /* Of one that is too long nothing is left, which is answered as what is not known.  */
  text[fits ? n : 0] = '\0';
  return digit (high) >= 0 && digit (low) >= 0
	 && (unsigned) (digit (high) << 4 | digit (low)) == (sum & 0xff);
}

char *
packet_read (void)
{
  static char text[MOST_PACKET + 1];
  for (int c; (c = byte ()) >= 0;)
    if (c == 3)
      return strcpy (text, "\3");
    else if (c == '$')
      {
	int right = read_text (text);
	if (right < 0)
	  return NULL;
	if (!trusting)
	  put (right ? "+" : "-", 1);
	if (right || trusting)
	  return text;
      }
  return NULL;
}

void
packet_send_bytes (const char *text, size_t n)
{
  char *out = malloc (2 * n + 5);
  unsigned sum = 0;
  size_t k = 0;
  if (!out)
    abort ();
  out[k++] = '$';
  for (size_t i = 0; i < n; i++)
    {
      char c = text[i];
      if (c == '#' || c == '$' || c == '}' || c == '*')
	{
	  out[k++] = '}';
	  c ^= 0x20;
	}
      out[k++] = c;
    }
  for (size_t i = 1; i < k; i++)
    sum += (uint8_t) out[i];
  k += (size_t) sprintf (out + k, "#%02x", sum & 0xff);
  int c;
  do
    {
      put (out, k);
      if (trusting)
	break;
      /* What else comes is late, until the packet is acknowledged; a `$' begins the next
	 one, so this has arrived.  */
      do
	c = byte ();
      while (c >= 0 && c != '+' && c != '-' && c != '$');
      if (c == '$')
	input_at--;
    }
  while (c == '-');
  free (out);
}

void
packet_send (const char *text)
{
  packet_send_bytes (text, strlen (text));
}
