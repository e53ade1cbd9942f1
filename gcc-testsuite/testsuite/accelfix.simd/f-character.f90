! Character variables: private, built, compared and searched.
! { dg-simd-without "wrong crash 16" }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O1 -O2 -Os" }
! { dg-accel-options "-lgfortran -lm" }
include 'simd.inc'
module m
contains
  subroutine spell (s, i)
    !$omp declare target
    character(*), intent(out) :: s
    integer, intent(in) :: i
    integer :: j, k
    k = i
    s = ' '
    do j = 1, 4
      s(j:j) = achar (iachar ('0') + mod (k, 10))
      k = k / 10
    end do
  end subroutine
end module
program main
  use simd
  use m
  implicit none
  character(len = 9) :: s
  character(len = 4) :: t(2)
  integer :: b(n), i, k
  !$omp target map(from: b)
  !$omp simd private(s, t, k)
  do i = 1, n
    call spell (s, i * 37)
    s(6:) = 'x' // s(2:3)
    call spell (t(1), i)
    t(2) = s(1:4)
    k = len_trim (s) + 10 * index (s, 'x') + 1000 * iachar (s(7:7))
    if (t(1) == t(2)) k = k + 1
    if (t(1) < t(2)) k = k + 2
    b(i) = k + iachar (t(1 + mod (i, 2))(1:1))
  end do
  !$omp end target
  do i = 1, n
    call spell (s, i * 37)
    s(6:) = 'x' // s(2:3)
    call spell (t(1), i)
    t(2) = s(1:4)
    k = len_trim (s) + 10 * index (s, 'x') + 1000 * iachar (s(7:7))
    if (t(1) == t(2)) k = k + 1
    if (t(1) < t(2)) k = k + 2
    call expect ('b', i, b(i), k + iachar (t(1 + mod (i, 2))(1:1)))
  end do
  call finish
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
