! Arrays with gaps between their elements, in OpenACC.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong" }
! { dg-host-said "maps of arrays that may have gaps" }
program main
  implicit none
  integer :: a(20), b(4, 6), c(4, 6), i
  integer, pointer :: p(:)
  integer, target :: t(30)
  a = [(i, i = 1, 20)]
  call add (a(1:20:3))
  if (any (a(1:20:3) /= [(3 * i - 2 + 100 * i, i = 1, 7)])) &
    error stop "forwards"
  a = [(i, i = 1, 20)]
  call add (a(20:1:-2))
  if (any (a(20:1:-2) /= [(22 - 2 * i + 100 * i, i = 1, 10)])) &
    error stop "backwards"
  if (any (a(1:19:2) /= [(i, i = 1, 19, 2)])) error stop "between"
  b = reshape ([(i, i = 1, 24)], [4, 6])
  c = b
  call out (b(2:4:2, 6:1:-1))
  c(2:4:2, 6:1:-1) = 9
  if (any (b /= c)) error stop "copyout"
  t = 1
  p => t(30:2:-4)
  !$acc parallel copy(p)
  p(1) = 5
  p(8) = 6
  !$acc end parallel
  if (t(30) /= 5 .or. t(2) /= 6 .or. sum (t) /= 28 + 11) error stop "a pointer"
  t = 1
  !$acc data copy(p)
  !$acc parallel loop present(p)
  do i = 1, 8
    p(i) = p(i) + i
  end do
  !$acc end data
  if (any (t(30:2:-4) /= [(i + 1, i = 1, 8)]) .or. sum (t) /= 66) &
    error stop "a pointer in a data region"
contains
  subroutine add (x)
    integer, intent (inout) :: x(:)
    integer :: k
    !$acc parallel loop copy(x)
    do k = 1, ubound (x, 1)
      x(k) = x(k) + 100 * k
    end do
  end subroutine
  subroutine out (x)
    integer, intent (inout) :: x(:, :)
    !$acc parallel copyout(x)
    x = 9
    !$acc end parallel
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
