! Optional scalars without a clause, of which the actual argument is a constant.
! { dg-host-without "wrong" }

program main
  implicit none
  integer :: a(10), i
  a = [(i, i = 1, 10)]
  call add (a, 5)
  call add (a)
  call scale (a, 2d0)
  if (any (a /= [(2 * (i + 6), i = 1, 10)])) then
    print *, 'wrong: ', a
    stop 1
  end if
  i = 0
  call back (i)
  if (i /= 3) stop 2
contains
  subroutine add (x, k)
    integer, intent(inout) :: x(10)
    integer, optional :: k
    integer :: j
    !$omp target teams distribute parallel do map(tofrom: x)
    do j = 1, 10
      if (present (k)) then
        x(j) = x(j) + k
      else
        x(j) = x(j) + 1
      end if
    end do
  end subroutine
  subroutine scale (x, f)
    integer, intent(inout) :: x(10)
    real(8), intent(in), optional :: f
    !$omp target map(tofrom: x)
    x = int (x * f)
    !$omp end target
  end subroutine
  ! A clause stays as it is.
  subroutine back (k)
    integer, optional :: k
    !$omp target map(tofrom: k)
    k = 3
    !$omp end target
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
