! An array in a structure, alone in a clause.
program main
  implicit none
  type t
     integer :: n
     real(8), pointer :: a(:)
  end type
  type(t) :: x
  integer :: i
  allocate (x%a(10))
  x%a = 1
  !$acc parallel loop copy(x%a)
  do i = 1, 9
     x%a(i) = 2 * x%a(i)
  end do
  print '(i0)', count (x%a(1:9) == 2)
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
