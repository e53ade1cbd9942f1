# What the scripts that simt/tests/run runs have in common.
# Copyright (C) 2026 The accelfix authors.
#
# This file is part of accelfix.  accelfix is free software; you can
# redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation; either version 3, or
# (at your option) any later version.  See the file COPYING.

passed=0 failed=0 skipped=0

# ok [WHAT]: a test has passed; WHAT is printed if it is given.
ok ()
{
  test $# = 0 || echo "PASS: $*"
  passed=`expr $passed + 1`
}

# bad WHAT: a test has failed.  $what, if it is set, is what was tried; the beginning of
# what a program wrote to out and err, in $tmp or here, is shown.
bad ()
{
  failed=`expr $failed + 1`
  echo "FAIL: ${what:+$what: }$*"
  for shown in out err; do
    for place in "${tmp:-.}" .; do
      if test -s "$place/$shown"; then
	cut -c1-300 "$place/$shown" | head -n 8 | sed "s/^/  $shown: /"
	break
      fi
    done
  done
}

# skip WHY: a test cannot run here.
skip ()
{
  echo "UNSUPPORTED: $*"
  skipped=`expr $skipped + 1`
}

# The end of a script.
end ()
{
  echo "$passed passed, $failed failed, $skipped skipped"
  test $failed -eq 0
  exit
}
