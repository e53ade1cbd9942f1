! Dummy arguments in linear and lastprivate clauses of simd loops of offloaded
! code.
! { dg-host-without "crash" }
! { dg-host-off "simd-clauses=0" }
! { dg-accel-levels "-O1 -O2 -O3 -Os" }
! { dg-host-said "references of simd loops with a variable of their own" }
module loops
  implicit none
contains
  subroutine scalars (q, x, y)
    !$omp declare target
    integer :: q(100), x, y, i
    !$omp simd lastprivate (x) linear (y: 2)
    do i = 1, 100
      x = i * 3
      q(i) = x + y
      y = y + 2
    end do
  end subroutine

  subroutine counter (q, i)
    !$omp declare target
    integer :: q(100), i
    !$omp simd
    do i = 1, 100
      q(i) = 7 * i
    end do
  end subroutine

  subroutine array (q, v)
    !$omp declare target
    integer :: q(100), v(5), i, k
    !$omp simd lastprivate (v)
    do i = 1, 100
      do k = 1, 5
        v(k) = i * k
      end do
      q(i) = v(1 + mod (i, 5))
    end do
  end subroutine
end module

program main
  use loops
  implicit none
  integer :: q(100), v(5), x, y, i
  logical :: ok
  x = 0
  y = 1
  !$omp target map (from: q) map (tofrom: x, y)
  call scalars (q, x, y)
  !$omp end target
  ok = x == 300 .and. y == 201
  do i = 1, 100
    ok = ok .and. q(i) == 3 * i + 2 * i - 1
  end do
  if (.not. ok) then
    print *, 'wrong: scalars', x, y
    stop 1
  end if

  !$omp target map (from: q) map (tofrom: x)
  call counter (q, x)
  !$omp end target
  ok = all (q == [(7 * i, i = 1, 100)])
  if (.not. ok) then
    print *, 'wrong: counter'
    stop 1
  end if

  !$omp target map (from: q, v)
  call array (q, v)
  !$omp end target
  ok = all (v == [(100 * i, i = 1, 5)])
  do i = 1, 100
    ok = ok .and. q(i) == i * (1 + mod (i, 5))
  end do
  if (.not. ok) then
    print *, 'wrong: array'
    stop 1
  end if
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
