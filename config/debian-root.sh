# Roots of Debian, for check-debian and check-releases.  A part of these, to be
# read with `.'; POSIX sh.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# How apt reaches the network here, and what it is told to overlook there: lines
# of an apt.conf.
apt_settings ()
{
  apt-config dump |
    grep -E '^Acquire::((http|https|ftp|Retries|ForceIPv|Proxy)[^ ]*|Check-Valid-Until|Check-Date) "[^"]'
  echo 'Acquire::Languages "none";'
}

# base_root SUITE FOLDER LOG MMDEBSTRAP-OPTION...: have FOLDER hold Debian's base
# system of SUITE, whole or not at all.  If that fails, print the reason.
base_root ()
{
  r_suite=$1 r_folder=$2 r_log=$3
  shift 3
  test ! -d "$r_folder" || return 0
  rm -rf --one-file-system "$r_folder.part"
  apt_settings > "$r_folder.conf" &&
    mmdebstrap --variant=minbase --aptopt="$r_folder.conf" "$@" "$r_suite" \
      "$r_folder.part" ${mirror:+"$mirror"} >> "$r_log" 2>&1 < /dev/null 9>&- &&
    mv "$r_folder.part" "$r_folder" || {
      sed -n 's/^E: //p' "$r_log" | sed 1q
      rm -rf --one-file-system "$r_folder.part" "$r_folder.conf"
      return 1
    }
  rm -f "$r_folder.conf"
}

# copy_tree SOURCE FOLDER: the tree as git has it, changes that are not committed
# too, or what the tarball lists.
copy_tree ()
{
  rm -rf --one-file-system "$2"
  mkdir -p "$2" || return 1
  if test -f "$1/MANIFEST"; then
    tar -c -C "$1" -T "$1/MANIFEST"
  else
    (cd "$1" && git ls-files -co --exclude-standard -z |
     xargs -0 sh -c 'for f; do test ! -e "$f" || printf "%s\0" "$f"; done' sh |
     tar -c --null --no-recursion -T -)
  fi | tar -x --no-same-owner -C "$2"
}

# in_root ROOT COMMAND...: run COMMAND there, with a clean environment.
in_root ()
{
  in=$1
  shift
  chroot "$in" /usr/bin/env -i HOME=/root LC_ALL=C TERM=dumb \
    PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    DEBIAN_FRONTEND=noninteractive "$@" < /dev/null 9>&-
}

# in_namespaces SCRIPT ARGUMENT...: run SCRIPT in mount and process namespaces of
# its own, which end with it, however it ends: no mount and no process outlives
# it.  To be started in the background: what is killed then is unshare, and not
# a shell that waits for it.
in_namespaces ()
{
  exec unshare --mount --propagation private --pid --fork --kill-child \
    --mount-proc /bin/sh "$@"
}
