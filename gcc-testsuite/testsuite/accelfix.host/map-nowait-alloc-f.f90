! Sections of allocatable and pointer arrays in regions that nobody waits for.
! { dg-host-without "wrong right 11" }
! { dg-host-said "descriptors of regions that nobody waits for" }
module arrays
  implicit none
  integer, parameter :: n = 32
  integer, allocatable :: g(:, :)
contains
  ! Of dummy arguments.
  subroutine dummies (a, p)
    integer, allocatable, intent (inout) :: a(:, :)
    integer, pointer :: p(:, :)
    integer :: x, y
    do x = 1, 4
       !$omp target map (tofrom: a(1:n, x)) nowait firstprivate (x)
       do y = 1, n
          a(y, x) = a(y, x) + 10 * x
       end do
       !$omp end target
       !$omp target map (tofrom: p(2:n, x)) nowait firstprivate (x)
       do y = 2, n
          p(y, x) = p(y, x) + 10 * x
       end do
       !$omp end target
    end do
    !$omp taskwait
  end subroutine

  ! Bounds that do not begin at 1, and what is not allocated.
  subroutine others ()
    integer, allocatable :: a(:, :), none(:)
    integer :: x, y
    logical :: there(4)
    allocate (a(-3:n, 5:8))
    a = 0
    do x = 5, 8
       !$omp target map (tofrom: a(0:n, x)) nowait firstprivate (x)
       do y = 0, n
          a(y, x) = x + y + 100 * lbound (a, 1)
       end do
       !$omp end target
    end do
    !$omp taskwait
    do x = 5, 8
       do y = 0, n
          if (a(y, x) /= x + y - 300) error stop "bounds"
       end do
    end do
    if (any (a(-3:-1, :) /= 0)) error stop "beyond the section"
    there = .true.
    do x = 1, 4
       !$omp target map (none) map (from: there(x:x)) nowait firstprivate (x)
       there(x) = allocated (none)
       !$omp end target
    end do
    !$omp taskwait
    if (any (there)) error stop "not allocated"
  end subroutine
end module

program main
  use arrays
  implicit none
  integer, allocatable :: a(:, :), whole(:)
  integer, target :: t(n, 4)
  integer, pointer :: p(:, :)
  integer :: x, y
  allocate (a(n, 4), g(n, 4), whole(n))
  a = 0
  t = 0
  g = 0
  whole = 1
  p => t
  do x = 1, 4
     !$omp target map (tofrom: a(1:n, x)) nowait firstprivate (x)
     do y = 1, n
        a(y, x) = x * y
     end do
     !$omp end target
     !$omp target map (tofrom: p(1:n, x)) nowait firstprivate (x)
     do y = 1, n
        p(y, x) = x + y
     end do
     !$omp end target
     !$omp target map (tofrom: g(3:n, x)) nowait firstprivate (x)
     do y = 3, n
        g(y, x) = x - y
     end do
     !$omp end target
  end do
  !$omp taskwait
  do x = 1, 4
     do y = 1, n
        if (a(y, x) /= x * y) error stop "allocatable"
        if (t(y, x) /= x + y) error stop "pointer"
        if (y > 2 .and. g(y, x) /= x - y) error stop "of a module"
     end do
  end do
  call dummies (a, p)
  do x = 1, 4
     do y = 1, n
        if (a(y, x) /= x * y + 10 * x) error stop "a dummy argument"
        if (y > 1 .and. t(y, x) /= x + y + 10 * x) error stop "a dummy pointer"
     end do
  end do
  call others ()
  ! One after the other on a whole array.
  !$omp target enter data map (to: whole)
  !$omp target nowait depend (inout: whole)
  whole = whole + 1
  !$omp end target
  !$omp target nowait depend (inout: whole)
  whole(2:) = whole(2:) * 2
  !$omp end target
  !$omp taskwait
  !$omp target exit data map (from: whole)
  if (whole(1) /= 2 .or. any (whole(2:) /= 4)) error stop "a whole array"
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
