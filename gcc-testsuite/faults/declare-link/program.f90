! A variable of declare target link that a routine of the device uses.
! Copyright (C) 2026 The accelfix authors.
!
! This file is part of accelfix.  accelfix is free software; you can
! redistribute it and/or modify it under the terms of the GNU General Public
! License as published by the Free Software Foundation; either version 3, or
! (at your option) any later version.  See the file COPYING.

module m
  implicit none
  integer :: v(10)
  !$omp declare target link (v)
contains
  subroutine add
    !$omp declare target
    v(2) = v(2) + 1
  end subroutine
end module

program main
  use m
  implicit none
  v = 3
  !$omp target map (tofrom: v)
  call add
  !$omp end target
  print '(i0)', v(2)
end program
