! An array in device memory is in the deviceptr clause of a data construct.
! Copyright (C) 2026 The accelfix authors.
!
! This file is part of accelfix.  accelfix is free software; you can
! redistribute it and/or modify it under the terms of the GNU General Public
! License as published by the Free Software Foundation; either version 3, or
! (at your option) any later version.  See the file COPYING.

subroutine add (a, n)
  implicit none
  integer :: n, i, a(n)
  !$acc data deviceptr (a)
  !$acc parallel loop
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$acc end data
end subroutine

program main
  implicit none
  integer, target :: a(10)
  integer :: i
  a = [(i, i = 1, 10)]
  !$acc data copy (a)
  !$acc host_data use_device (a)
  call add (a, 10)
  !$acc end host_data
  !$acc end data
  print '(i0)', sum (a)
end program
