! Each iteration has an array of a length of its own.
program main
  implicit none
  integer, parameter :: n = 100
  integer :: c(n), i, bad
  c = 0
  !$omp target map(tofrom: c)
  !$omp simd
  do i = 1, n
     block
       integer :: w(mod (i, 5) + 1)
       w = i
       c(i) = w(size (w)) + size (w)
     end block
  end do
  !$omp end target
  bad = 0
  do i = 1, n
     if (c(i) /= i + mod (i, 5) + 1) bad = bad + 1
  end do
  print '(i0, a)', bad, ' of 100 are wrong'
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
