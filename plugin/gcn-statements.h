/* Reads assembly text statement by statement.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_GCN_STATEMENTS_H
#define ACCELFIX_GCN_STATEMENTS_H

/* The statements of a text, by the rules of LLVM's AMDGPU assembler, the one
   that GCC uses (llvm-mc 13 was asked about each of these):

   - a statement ends with its line; `;' and `//' start a comment, so does
     `#' as the first character of a statement; a C comment may stand
     between any two tokens and span lines;
   - mnemonics may be written in capitals, register names may not;
   - any number of labels stands before a mnemonic.  */

class gcn_statements
{
public:
  /* TEXT is the template of an asm with operands, where %% is a percent sign,
     or, unless HAS_OPERANDS, text as it is printed.  */
  gcn_statements (const char *text, bool has_operands);
  ~gcn_statements ();

  /* Goes on to the next statement that has more than labels or comments, and
     sets the fields below.  Returns false at the end; `label' then says whether
     labels came last.  */
  bool next ();

  /* Feeds the operands of data directive `mnemonic' to FUNCTION, byte by
     byte.  Returns false where it is no such directive.  */
  template <typename F> bool data (F function);

  char *statement;		/* Without labels and comments.  */
  char *args;			/* What follows the mnemonic in it.  */
  char mnemonic[64];		/* In lower case; a directive has its dot.  */
  bool label;			/* A label stands before it.  */
  size_t offset;		/* Of the mnemonic in the text.  */

private:
  bool read ();
  int data_size () const;

  const char *text, *p;
  bool has_operands;
  char *buf;
  size_t *where;		/* Offset in the text of each character.  */
  size_t size;
};

extern bool gcn_name_char_p (char);

template <typename F>
bool
gcn_statements::data (F function)
{
  int n = data_size ();
  if (!n)
    return false;
  for (const char *a = args; *a; )
    {
      char *end;
      unsigned HOST_WIDE_INT v = strtoull (a, &end, 0);
      if (end == a)
	v = 0;
      for (int i = 0; i < n; i++)
	function ((unsigned) (v >> (8 * i)) & 0xff);
      a = end + strcspn (end, ",");
      if (*a)
	a++;
    }
  return true;
}

#endif /* ACCELFIX_GCN_STATEMENTS_H */
