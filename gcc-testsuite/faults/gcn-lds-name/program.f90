! An expression, given by reference to a routine in a loop over gangs.
program gcn_lds_name
  implicit none
  integer, parameter :: n = 4, m = 10
  real :: x(n * m)
  integer :: i, g, wrong

  x = 1
  !$acc parallel loop gang num_gangs (2) num_workers (4) copy (x)
  do g = 1, n
    call scale (x((g - 1) * m + 1), m, 0.5 * g)
  end do
  wrong = 0
  do i = 1, n * m
    if (x(i) /= 0.5 * ((i - 1) / m + 1)) wrong = wrong + 1
  end do
  write (*, '(i0, a, i0, a)') wrong, ' of ', n * m, ' values are wrong'
  if (wrong /= 0) stop 1
contains
  subroutine scale (p, n, k)
    !$acc routine vector
    integer :: n, i
    real :: p(n), k
    !$acc loop vector
    do i = 1, n
      p(i) = p(i) * k
    end do
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
