! An allocatable array that a declare directive names is updated.
! Copyright (C) 2026 The accelfix authors.
!
! This file is part of accelfix.  accelfix is free software; you can
! redistribute it and/or modify it under the terms of the GNU General Public
! License as published by the Free Software Foundation; either version 3, or
! (at your option) any later version.  See the file COPYING.

module m
  implicit none
  integer, allocatable :: a(:)
  !$acc declare create (a)
end module

program main
  use m
  implicit none
  integer :: i
  allocate (a(10))
  a = [(i, i = 1, 10)]
  !$acc update device (a)
  !$acc parallel loop present (a)
  do i = 1, 10
    a(i) = a(i) + 1
  end do
  !$acc update self (a)
  print '(i0)', sum (a)
  deallocate (a)
end program
