! Components that are pointers, in enter data and exit data.
! { dg-host-without "wrong" }
! { dg-accel-gcc "11 12 13" }
program main
  implicit none
  type t
    integer :: n = 10
    integer, pointer :: a(:) => null ()
    integer, pointer :: b(:) => null ()
  end type
  type(t) :: s, w, e
  type(t) :: arr(3)
  integer :: i, k, tot
  logical :: there(2)
  allocate (s%a(10), s%b(10)); s%a = 1; s%b = 3;  allocate (w%a(10)); w%a = 2
  !$omp target enter data map(to: s)
  !$omp target enter data map(to: s%a, s%b)
  tot = 0
  !$omp target map(tofrom: tot)
  do i = 1, s%n
    tot = tot + s%a(i) + s%b(i)
    s%b(i) = 5
  end do
  !$omp end target
  if (tot /= 40) then; print *, "wrong: present", tot; stop 1; end if
  !$omp target exit data map(from: s%b) map(release: s%a)
  !$omp target exit data map(release: s)
  if (any (s%b /= 5)) then; print *, "wrong: from", s%b; stop 1; end if
  !$omp target enter data map(to: w%a, w%n)
  tot = 0
  !$omp target map(tofrom: tot) map(to: w%a, w%n)
  do i = 1, w%n
    tot = tot + w%a(i)
  end do
  !$omp end target
  if (tot /= 20) then; print *, "wrong: not present", tot; stop 1; end if
  !$omp target exit data map(release: w%a, w%n)
  do k = 1, 3
    allocate (arr(k)%a(10)); arr(k)%a = k
  end do
  !$omp target enter data map(to: arr)
  do k = 1, 3
    !$omp target enter data map(to: arr(k)%a)
  end do
  tot = 0
  !$omp target map(tofrom: tot)
  do k = 1, 3
    do i = 1, arr(k)%n
      tot = tot + arr(k)%a(i)
    end do
  end do
  !$omp end target
  if (tot /= 60) then; print *, "wrong: array", tot; stop 1; end if
  do k = 1, 3
    !$omp target exit data map(release: arr(k)%a)
  end do
  !$omp target exit data map(release: arr)
  if (arr(2)%a(3) /= 2) stop 3
  !$omp target enter data map(to: e)
  !$omp target enter data map(to: e%a, e%b)
  !$omp target map(from: there)
  there(1) = associated (e%a)
  there(2) = associated (e%b)
  !$omp end target
  if (any (there)) then; print *, "wrong: null", there; stop 1; end if
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
