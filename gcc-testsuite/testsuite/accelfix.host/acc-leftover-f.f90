! OpenACC: enter data of dummy arguments in procedures that are called again, and in others.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong" }
! { dg-host-said "pointers of procedures that enter data leaves out" }
module work
contains
  subroutine both (b, n, first)
    integer, intent(in) :: n
    real(8), intent(inout) :: b(n)
    logical, intent(in) :: first
    integer :: i
    if (first) then
       !$acc enter data copyin(b)
    else
       !$acc parallel loop present(b)
       do i = 1, n
          b(i) = 2 * b(i)
       end do
       !$acc update self(b)
    end if
  end subroutine
  subroutine begin (a, n)
    integer, intent(in) :: n
    real(8), allocatable, intent(out) :: a(:)
    allocate (a(n))
    a = 1
    !$acc enter data copyin(a)
  end subroutine
  subroutine finish (a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    !$acc exit data copyout(a)
  end subroutine
end module
program main
  use work
  implicit none
  real(8), allocatable :: x(:), y(:), z(:)
  allocate (x(100), y(50))
  x = 1
  y = 1
  call both (x, 100, .true.)
  call both (y, 50, .true.)
  call begin (z, 30)
  call both (x, 100, .false.)
  call both (y, 50, .false.)
  call both (z, 30, .false.)
  if (any (x /= 2) .or. any (y /= 2) .or. any (z /= 2)) error stop "again"
  call finish (x, 100)
  call finish (y, 50)
  call finish (z, 30)
  if (any (x /= 2) .or. any (y /= 2) .or. any (z /= 2)) error stop "back"
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
