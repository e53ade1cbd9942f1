# ssh-run.sh HOST PROGRAM [ARGUMENT...]: run PROGRAM with nvptx-none-run on
# HOST, holding that host's lock; the exit status is the program's.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

host=$1 prog=$2
shift 2
words=
for a in "$@"; do
  words="$words '`printf '%s' "$a" | sed "s/'/'\\\\\\\\''/g"`'"
done
ssh=${ACCEL_SSH:-ssh -o BatchMode=yes -o ConnectTimeout=10}
loader=${ACCEL_SSH_LOADER:-nvptx-none-run}
exec $ssh "$host" "f=\`mktemp\` && trap 'rm -f \"\$f\"' 0 && cat > \"\$f\" \
  && flock \"\${NVPTX_NONE_EXECUTION_LOCK_FILE:-/tmp/gpu.lock}\" \
       $loader \"\$f\" $words" < "$prog"
