! A constant as the actual argument of an optional dummy that a region uses.
program main
  implicit none
  integer :: total
  total = 0
  call add (total, 42)
  print '(i0)', total
contains
  subroutine add (sum, k)
    integer, intent(inout) :: sum
    integer, intent(in), optional :: k
    !$omp target map(tofrom: sum)
    if (present (k)) sum = sum + k
    !$omp end target
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
