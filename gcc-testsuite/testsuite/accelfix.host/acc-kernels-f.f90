! Assignments to arrays, and loops, in kernels constructs.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong" }
! { dg-host-on "nvptx amdgcn" }

program main
  implicit none
  integer, target :: t(30)
  integer, pointer :: p(:)
  integer :: a(50), lo, hi, i
  real :: x(50)
  logical :: failed = .false.

  lo = command_argument_count () + 2
  hi = lo + 40
  t = 1
  p => t(2:30:4)
  !$acc kernels
  p = p + 1
  !$acc end kernels
  if (any (p /= 2) .or. sum (t) /= 38) call wrong ("a pointer with gaps")

  a = 1
  !$acc kernels copy(a)
  a(lo:hi) = a(lo:hi) + 1
  !$acc end kernels
  if (any (a(lo:hi) /= 2) .or. sum (a) /= 50 + 41) call wrong ("a section")

  a = 1
  !$acc kernels copy(a)
  do i = lo, hi
    a(i) = a(i) * 3
  end do
  !$acc end kernels
  if (any (a(lo:hi) /= 3) .or. sum (a) /= 50 + 82) call wrong ("a loop")

  x = 1
  !$acc kernels copy(x)
  where (x(lo:hi) > 0) x(lo:hi) = x(lo:hi) - 3
  !$acc end kernels
  if (any (x(lo:hi) /= -2) .or. x(hi + 1) /= 1) call wrong ("where")
  if (failed) stop 1
contains
  subroutine wrong (what)
    character(*), intent(in) :: what
    print *, "wrong: ", what
    failed = .true.
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
