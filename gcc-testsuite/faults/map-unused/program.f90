! A region that does not use a pointer array in its map clause.
!
! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
program main
  implicit none
  integer, pointer :: p(:)
  integer :: n
  allocate (p(10))
  p = 5
  n = 1
  !$omp target map(tofrom: n, p)
  n = n + 1
  !$omp end target
  print '(a, i0, a, i0)', "n is ", n, ", the sum ", sum (p)
end program
