! An allocatable array that a target region makes firstprivate.
! Copyright (C) 2026 The accelfix authors.
!
! This file is part of accelfix.  accelfix is free software; you can
! redistribute it and/or modify it under the terms of the GNU General Public
! License as published by the Free Software Foundation; either version 3, or
! (at your option) any later version.  See the file COPYING.

program main
  implicit none
  integer, allocatable :: b(:)
  integer :: i, s

  allocate (b(4))
  b = [1, 2, 3, 4]
  s = 0
  !$omp target data map (tofrom: b)
  !$omp target firstprivate (b) map (tofrom: s)
  do i = 1, 4
     s = s + b(i)
     b(i) = 10
  end do
  !$omp end target
  !$omp end target data
  print "(a, i0, a, 4i3)", "s is ", s, ", b is", b
  if (s /= 10 .or. any (b /= [1, 2, 3, 4])) stop 1
end program
