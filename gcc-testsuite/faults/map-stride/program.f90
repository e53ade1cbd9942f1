! A row of a matrix is the argument.
program main
  implicit none
  integer :: b(4, 6), behind, i
  common /all/ b, behind
  b = reshape ([(i, i = 1, 24)], [4, 6])
  behind = 77
  call set (b(4, :))
  print '(a, 4 (1x, i0), a, i0)', 'column', b(:, 2), '; behind the matrix ', behind
contains
  subroutine set (x)
    integer, intent (out) :: x(:)
    integer :: k
    !$omp target map(from: x)
    do k = 1, ubound (x, 1)
       x(k) = 100 * k
    end do
    !$omp end target
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
