# What GCC's configure scripts need not find out.  A part of accel-headers, to be
# read with `.'; POSIX sh.
# Copyright (C) 2026 The accelfix authors
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# A configure script of GCC compiles and runs a program for each of hundreds of
# questions, and four sets of headers have four times the same questions.  The
# rows of headers-known.tab answer those that are about the system.  All of them
# are tried here in one program: if one does not hold, configure gets none, and
# finds out by itself, which takes minutes more and gives the same headers.

# Print the program that tries the rows of table $1.  Functions are looked up
# by their symbols, so that no declaration is in the way.
known_program ()
{
  awk '
    BEGIN {
      print "#if !defined __linux__ || !defined __LP64__ || defined __clang__"
      print "#error not a system that the table is for"
      print "#endif"
      print "#include <stdio.h>\n#include <signal.h>\n#include <errno.h>"
      print "#if !defined __GLIBC__ || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__"
      print "#error not a system that the table is for"
      print "#endif"
    }
    function spelled (name)
    {
      gsub (/long_long/, "long long", name)
      gsub (/long_int/, "long int", name)
      sub (/long long_int/, "long long int", name)
      sub (/^unsigned_/, "unsigned ", name)
      sub (/^void_p$/, "void *", name)
      return name
    }
    $1 == "header" {
      for (i = 3; i <= NF; i++)
	if ($2 == "no")
	  print "#if __has_include (<" $i ">)\n#error has " $i "\n#endif"
	else if ($i ~ /hash_map$/)
	  # It warns of its age.
	  print "#if !__has_include (<" $i ">)\n#error no " $i "\n#endif"
	else
	  print "#include <" $i ">"
    }
    $1 == "func" || $1 == "decl" && $2 == "no" {
      for (i = 3; i <= NF; i++)
	if (!seen[$i]++)
	  {
	    weak = $2 == "no" ? " __attribute__ ((weak))" : ""
	    late = late "extern \"C\" char s_" $i " (void)" \
	      " __asm__ (\"" $i "\")" weak ";\n"
	    if ($2 == "no")
	      body = body "  if (s_" $i ")\n    return 1;\n"
	    else
	      body = body "  p = (void *) s_" $i ";\n"
	  }
    }
    $1 == "decl" && $2 == "yes" {
      for (i = 3; i <= NF; i++)
	body = body "#ifndef " $i "\n  p = (void *) " $i ";\n#endif\n"
    }
    $1 == "type" {
      for (i = 3; i <= NF; i++)
	body = body "  n += sizeof (" spelled($i) ");\n"
    }
    $1 == "size" {
      for (i = 3; i <= NF; i++)
	body = body "  static_assert (sizeof (" spelled($i) ") == " $2 \
	  ", \"size\");\n"
    }
    END {
      print late
      print "int\nmain ()\n{\n  void *volatile p;\n  volatile unsigned n = 0;"
      print body "  return p == 0;\n}"
    }' "$1"
}

# Print the rows of table $1 as variables of configure's cache.
known_variables ()
{
  awk '
    function variable (name)
    {
      gsub (/\+/, "p", name)
      gsub (/[^A-Za-z0-9_]/, "_", name)
      return name
    }
    function put (name, value)
    {
      name = variable(name)
      print "test \"${" name "+set}\" = set || " name "=" value
    }
    $1 == "header" { for (i = 3; i <= NF; i++) put("ac_cv_header_" $i, $2) }
    $1 == "func" { for (i = 3; i <= NF; i++) put("ac_cv_func_" $i, $2) }
    $1 == "decl" {
      for (i = 3; i <= NF; i++)
	{
	  put("gcc_cv_have_decl_" $i, $2)
	  put("ac_cv_have_decl_" $i, $2)
	}
    }
    $1 == "type" { for (i = 3; i <= NF; i++) put("ac_cv_type_" $i, $2) }
    $1 == "size" { for (i = 3; i <= NF; i++) put("ac_cv_sizeof_" $i, $2) }
    $1 == "flag" {
      for (i = 3; i <= NF; i++)
	put("acx_cv_prog_cc_warning_" $i, $2)
    }
    $1 == "set" {
      sub (/^set /, "")
      eq = index ($0, "=")
      put(substr ($0, 1, eq - 1), substr ($0, eq + 1))
    }' "$1"
}

# Make file $1 a site file of configure, working in folder $2.  It is empty
# where the table does not hold.
make_site ()
{
  : > "$1"
  mkdir -p "$2" || return 1
  known_program "$parts/headers-known.tab" > "$2/known.cc"
  if g++ -std=gnu++11 -O0 -w \
       $(sed -n 's/^flag yes //p' "$parts/headers-known.tab") \
       -o "$2/known" "$2/known.cc" > "$2/known.log" 2>&1 &&
     "$2/known" > /dev/null 2>&1; then
    known_variables "$parts/headers-known.tab" > "$1"
  else
    say "this system is not the one that config/headers-known.tab is for" \
      "($(sed -n 's/^.*error: *//p' "$2/known.log" | sed 1q)); configure finds" \
      "out by itself, which takes longer"
  fi
}
