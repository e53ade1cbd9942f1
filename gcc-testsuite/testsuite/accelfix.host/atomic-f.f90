! Atomics in simd loops of target regions.
! { dg-host-without "wrong right 16" }
module tally
  implicit none
  type pair
     integer :: n
     real(8) :: s
  end type
contains
  subroutine count (x, n)
    integer, intent(inout) :: x
    integer, intent(in) :: n
    integer :: i
    !$omp target simd map(tofrom: x)
    do i = 1, n
       !$omp atomic
       x = x + 1
    end do
    !$omp end target simd
  end subroutine
end module

program main
  use tally
  implicit none
  integer :: x, i, v, hits(4), old(50)
  type(pair) :: p
  logical :: bad
  bad = .false.

  x = 0
  call count (x, 1000)
  if (x /= 1000) call tell ("a dummy argument")

  p%n = 0
  p%s = 0
  hits = 0
  !$omp target map(tofrom: p, hits)
  !$omp simd
  do i = 1, 100
     !$omp atomic update
     p%n = p%n + 2
     !$omp atomic
     p%s = p%s + 0.5d0
     !$omp atomic
     hits(mod (i, 4) + 1) = hits(mod (i, 4) + 1) + 1
  end do
  !$omp end target
  if (p%n /= 200 .or. p%s /= 50) call tell ("members")
  if (any (hits /= 25)) call tell ("elements")

  x = 0
  !$omp target simd map(tofrom: x) map(from: old) private(v)
  do i = 1, 50
     !$omp atomic capture
     v = x
     x = x + 1
     !$omp end atomic
     old(i) = v
  end do
  !$omp end target simd
  if (x /= 50 .or. sum (old) /= 1225) call tell ("capture")

  x = 1000
  !$omp target teams distribute parallel do simd map(tofrom: x)
  do i = 1, 500
     !$omp atomic
     x = min (x, i)
  end do
  !$omp end target teams distribute parallel do simd
  if (x /= 1) call tell ("min")
  if (bad) stop 1
contains
  subroutine tell (what)
    character(*), intent(in) :: what
    print *, "wrong: ", what
    bad = .true.
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
