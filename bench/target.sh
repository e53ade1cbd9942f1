# The offload targets of the machines, for openmp/run and apps/run, which have die.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# The offload target of machine $1.
target ()
{
  case $1 in
    ptxvm) echo nvptx-none ;;
    gcnvm) echo amdgcn-amdhsa ;;
    *) die "there is no machine '$1': ptxvm or gcnvm" ;;
  esac
}
