! Enter data with a component that is a pointer.
! Copyright (C) 2026 The accelfix authors.
!
! This file is part of accelfix.  accelfix is free software; you can
! redistribute it and/or modify it under the terms of the GNU General Public
! License as published by the Free Software Foundation; either version 3, or
! (at your option) any later version.  See the file COPYING.

program main
  implicit none
  type list
     integer :: n = 10
     integer, pointer :: a(:)
  end type
  type(list) :: s
  integer :: i, total
  allocate (s%a(10))
  s%a = [(i, i = 1, 10)]
  !$omp target enter data map (to: s)
  !$omp target enter data map (to: s%a)
  total = 0
  !$omp target map (tofrom: total)
  do i = 1, s%n
     total = total + s%a(i)
  end do
  !$omp end target
  print '(a, i0)', "the sum is ", total
  if (total /= 55) stop 1
end program
