#!/bin/sh
# Asks the assembler of an amdgcn offload compiler whether it knows M0 as the
# lane select of v_writelane_b32 beside another scalar register.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
#
# Usage: as-writelane-m0.sh GCC-MAJOR TARGET
# Prints a -D option for the C++ compiler; without an assembler it is assumed
# not to know the form, which is right for every assembler.

as=`gcc-$1 -print-prog-name=accel/$2/as 2>/dev/null`
answer=0
if test -x "$as"; then
  if echo 'v_writelane_b32 v1, s2, m0' \
     | "$as" -triple=amdgcn--amdhsa -mcpu=gfx900 -filetype=obj -o /dev/null - \
       >/dev/null 2>&1; then
    answer=1
  fi
fi
echo "-DACCELFIX_AS_WRITELANE_M0=$answer"
