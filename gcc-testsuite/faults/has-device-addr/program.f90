! The clause has_device_addr of a combined construct.
program main
  implicit none
  integer :: a(100)
  a = 1
  call add (a(1:50))
  print '(i0)', sum (a)
contains
  subroutine add (x)
    integer, intent(inout), target :: x(:)
    integer :: k
    integer(8) :: outside, inside
    !$omp target data map(tofrom: x) use_device_addr(x)
    outside = loc (x)
    !$omp target parallel do has_device_addr(x) map(from: inside)
    do k = 1, size (x)
      if (k == 1) inside = loc (x)
      x(k) = x(k) + k
    end do
    !$omp end target data
    ! A copy has another address.
    if (inside /= outside) print '(a)', 'a copy'
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
