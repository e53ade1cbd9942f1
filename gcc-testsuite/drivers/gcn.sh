# gcn.sh: which processors amdgcn programs are compiled for, and run as on gcnvm;
# the drivers read it with `.'.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# gcn_processors GCC: three for which that release has libraries and gcnvm can
# stand.  The first is what the compiler takes without -march; fiji went with
# GCC 14, the processors by name with GCC 16.
gcn_processors ()
{
  case $1 in
    ?|1[123]) echo fiji gfx900 gfx906 ;;
    1[45]) echo gfx900 gfx906 gfx90a ;;
    *) echo gfx90a gfx908 gfx9-generic ;;
  esac
}

# gcn_two GCC: the two of them that differ most, for what takes long.
gcn_two ()
{
  set -- `gcn_processors $1`
  echo $1 $3
}

# gcn_check PROCESSOR...: die unless gcnvm can stand for each.
gcn_check ()
{
  for p in "$@"; do
    case $p in
      fiji | gfx900 | gfx906 | gfx908 | gfx90[ac] | gfx942 | gfx950 \
      | gfx1030 | gfx1036 | gfx1100 | gfx1103 | gfx9-generic \
      | gfx9-4-generic | gfx10-3-generic | gfx11-generic) ;;
      *) die "gcnvm has no processor '$p': fiji, gfx900, gfx906, gfx908," \
           "gfx90a, gfx90c, gfx942, gfx950, gfx1030, gfx1036, gfx1100, gfx1103," \
           "gfx9-generic, gfx9-4-generic, gfx10-3-generic or gfx11-generic" ;;
    esac
  done
}
