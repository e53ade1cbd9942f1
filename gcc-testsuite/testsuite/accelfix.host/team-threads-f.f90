! A parallel region of a target region has as many threads as it asks for.
! { dg-host-without "wrong" }
! { dg-host-said "1 target regions with as many threads" }
program main
  implicit none
  integer :: threads
  threads = 0
  !$omp target parallel num_threads (13) map (tofrom: threads)
  !$omp atomic
  threads = threads + 1
  !$omp end target parallel
  if (threads /= 13) error stop "wrong"
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
