! A select case of strings in a target region.
! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
program main
  implicit none
  character(len=4) :: names(3) = [ 'ab  ', 'cd  ', 'xy  ' ]
  integer :: r(3), i
  r = 0
  !$omp target map(to: names) map(from: r)
  do i = 1, 3
    select case (names(i))
      case ('ab')
        r(i) = 1
      case ('cd':'ef')
        r(i) = 2
      case default
        r(i) = 3
    end select
  end do
  !$omp end target
  print '(3i2)', r
  if (any (r /= [1, 2, 3])) stop 1
end program
