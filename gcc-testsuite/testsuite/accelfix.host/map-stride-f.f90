! Arrays with gaps between their elements: dummy arguments and pointers, in all
! directions.  What is in the gaps stays as it is.
! { dg-host-without "wrong" }
! { dg-host-said "maps of arrays that may have gaps" }
module procedures
  implicit none
  type pt
    integer :: a = 1
    real :: b = 2
  end type
contains
  subroutine from (x)
    integer, intent (inout) :: x(:)
    integer :: i
    !$omp target map(from: x)
    do i = 1, ubound (x, 1)
      x(i) = 100 * i
    end do
    !$omp end target
  end subroutine
  subroutine from_data (x)
    integer, intent (inout) :: x(:, :)
    integer :: i, j
    !$omp target data map(from: x)
    !$omp target
    do j = 1, ubound (x, 2)
      do i = 1, ubound (x, 1)
        x(i, j) = 100 * i + j
      end do
    end do
    !$omp end target
    !$omp end target data
  end subroutine
  subroutine later (x)
    integer, intent (inout) :: x(:)
    !$omp target nowait map(from: x)
    x = 5
    !$omp end target
    !$omp taskwait
  end subroutine
  subroutine unstructured (x)
    integer, intent (inout) :: x(:)
    !$omp target enter data map(to: x)
    !$omp target
    x = x + 1
    !$omp end target
    !$omp target update from(x)
    !$omp target map(tofrom: x)
    x = x * 2
    !$omp end target
    !$omp target exit data map(from: x)
  end subroutine
  subroutine maybe (x)
    integer, intent (inout), optional :: x(:)
    !$omp target map(tofrom: x)
    if (present (x)) x = x + 1
    !$omp end target
  end subroutine
  subroutine within (x)
    integer, intent (inout) :: x(:)
    integer :: k
    !$omp parallel do num_threads(2)
    do k = 1, 1
      !$omp target map(tofrom: x)
      x = x + 10
      !$omp end target
    end do
  end subroutine
  subroutine pointer (p)
    real, pointer, intent (in) :: p(:)
    !$omp target map(from: p)
    p = 7
    !$omp end target
  end subroutine
end module

program main
  use procedures
  implicit none
  integer :: a(20), b(4, 6), c(4, 6), guard(2), i, j
  integer, pointer :: q(:, :), n(:)
  integer, target :: u(6, 8)
  integer :: v(6, 8)
  integer, allocatable, target :: al(:)
  type (pt), target :: ps(9)
  real, pointer :: p(:)
  common /all/ b, guard
  guard = 77
  b = reshape ([(i, i = 1, 24)], [4, 6])
  c = b
  call from (b(4, :))
  c(4, :) = [(100 * i, i = 1, 6)]
  call check (all (b == c), "a row")
  call from (b(2:3, 2))
  c(2:3, 2) = [100, 200]
  call check (all (b == c), "without gaps")
  call from (b(4, 6:1:-2))
  c(4, 6:1:-2) = [100, 200, 300]
  call check (all (b == c), "backwards")
  a = [(i, i = 1, 20)]
  call from (a(20:1:-1))
  call check (all (a == [(100 * (21 - i), i = 1, 20)]), "backwards, all")
  call from (a(5:4))
  call check (all (a == [(100 * (21 - i), i = 1, 20)]), "nothing")
  call from_data (b(2:3, 2:5))
  c(2:3, 2:5) = reshape ([((100 * i + j, i = 1, 2), j = 1, 4)], [2, 4])
  call check (all (b == c), "data")
  call from_data (b(4:1:-3, 6:1:-1))
  c(4:1:-3, 6:1:-1) = reshape ([((100 * i + j, i = 1, 2), j = 1, 6)], [2, 6])
  call check (all (b == c), "data, backwards")
  call from_data (b)
  c = reshape ([((100 * i + j, i = 1, 4), j = 1, 6)], [4, 6])
  call check (all (b == c), "data without gaps")
  call later (b(1, :))
  c(1, :) = 5
  call check (all (b == c), "nowait")
  call unstructured (b(3, 2:6:2))
  c(3, 2:6:2) = 2 * (c(3, 2:6:2) + 1)
  call check (all (b == c), "enter data")
  a = [(i, i = 1, 20)]
  call unstructured (a(19:2:-3))
  call check (all (a == [(merge (2 * i + 2, i, mod (i, 3) == 1 .and. i > 1), &
                          i = 1, 20)]), "enter data again")
  call maybe (a(2:20:3))
  call maybe ()
  call within (a(2:20:3))
  call check (all (a(2:20:3) == [(i + 11, i = 2, 20, 3)]), "optional, parallel")
  call check (all (guard == 77), "behind the array")

  u = reshape ([(i, i = 1, 48)], [6, 8])
  v = u
  q => u(5:2:-3, 3:7)
  !$omp target map(from: q)
  q = 1000
  !$omp end target
  v(5:2:-3, 3:7) = 1000
  call check (all (u == v), "a pointer")
  !$omp target enter data map(to: q)
  !$omp target
  q = q + 1
  !$omp end target
  !$omp target exit data map(from: q)
  v(5:2:-3, 3:7) = 1001
  call check (all (u == v), "enter data of a pointer")
  allocate (al(10))
  al = 1
  n => al(10:1:-3)
  !$omp target
  n = n + 1
  !$omp end target
  call check (all (al == [2, 1, 1, 2, 1, 1, 2, 1, 1, 2]), "a target")
  p => ps%b
  call pointer (p)
  call check (all (ps%b == 7 .and. ps%a == 1), "a component")
  ps%b = 2
  p => ps(9:1:-2)%b
  call pointer (p)
  call check (all (ps(1:9:2)%b == 7), "a component, backwards")
  call check (all (ps(2:8:2)%b == 2 .and. ps(2:8:2)%a == 1), "between them")
contains
  subroutine check (right, what)
    logical, intent (in) :: right
    character (len=*), intent (in) :: what
    if (.not. right) then
      print *, what
      error stop
    end if
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
