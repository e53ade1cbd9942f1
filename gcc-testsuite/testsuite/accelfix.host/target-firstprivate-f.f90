! Allocatable arrays that target constructs make firstprivate.
! { dg-host-without "wrong" }
! { dg-options "-foffload=-lgfortran" }
! { dg-host-off "target-firstprivate=0" }
! { dg-host-said "allocatable arrays that regions have copies of" }
module arrays
  implicit none
  integer, parameter :: n = 40
  real, allocatable :: g(:)
contains
  subroutine dummy (a, s)
    integer, allocatable, intent (inout) :: a(:, :)
    integer, intent (out) :: s
    integer :: x, y
    s = 0
    !$omp target firstprivate (a) map (tofrom: s)
    do x = lbound (a, 2), ubound (a, 2)
       do y = lbound (a, 1), ubound (a, 1)
          s = s + a(y, x)
          a(y, x) = -1
       end do
    end do
    !$omp end target
  end subroutine
end module

program main
  use arrays
  implicit none
  integer, allocatable :: a(:, :), b(:), none(:), empty(:)
  character (len=3), allocatable :: c(:)
  integer, allocatable, target :: t(:)
  integer, pointer :: p(:)
  integer :: i, s, r(n)
  logical :: there(2), same
  real :: sum_g

  ! A dummy argument, bounds that do not begin at 1.
  allocate (a(-2:5, 3:7))
  a = 3
  call dummy (a, s)
  if (s /= 120) call wrong ("dummy: the sum")
  if (any (a /= 3)) call wrong ("dummy: changed")

  ! Two, with teams; the array is on the device with other values.
  allocate (b(n), t(n))
  b = [(i, i = 1, n)]
  t = 100
  r = 0
  !$omp target data map (to: b)
  b = b + 1
  !$omp target teams distribute parallel do firstprivate (b, t) map (from: r) &
  !$omp   num_teams (2) thread_limit (4)
  do i = 1, n
     r(i) = b(i) + t(i)
  end do
  !$omp end target data
  if (any (r /= [(i + 101, i = 1, n)])) call wrong ("teams")

  ! Of a module, in a loop; each region has the values of its time.
  allocate (g(n))
  do s = 1, 3
     g = s
     sum_g = 0
     !$omp target firstprivate (g) map (tofrom: sum_g)
     do i = 1, n
        g(i) = g(i) + 1
        sum_g = sum_g + g(i)
     end do
     !$omp end target
     if (sum_g /= n * (s + 1)) call wrong ("module: the sum")
     if (any (g /= s)) call wrong ("module: changed")
  end do

  ! Not allocated, without elements.
  allocate (empty(3:2))
  there = [.true., .false.]
  s = -1
  !$omp target firstprivate (none, empty) map (tofrom: there, s)
  there = [allocated (none), allocated (empty)]
  s = size (empty)
  !$omp end target
  if (there(1) .or. .not. there(2) .or. s /= 0) call wrong ("nothing")

  ! Strings.
  allocate (c(2))
  c = ["abc", "def"]
  same = .false.
  !$omp target firstprivate (c) map (tofrom: same)
  same = c(1)(2:2) == "b" .and. c(2)(3:3) == "f"
  c(2)(1:1) = "x"
  !$omp end target
  if (.not. same .or. c(2) /= "def") call wrong ("strings")

  ! A pointer is another matter: its region has what it points to if that is mapped.
  p => t
  s = 0
  !$omp target map (tofrom: t, s) map (to: p)
  t(1) = 7
  s = p(1)
  !$omp end target
  if (s /= 7 .or. t(1) /= 7) call wrong ("a pointer")
contains
  subroutine wrong (what)
    character (len=*), intent (in) :: what
    print "(2a)", "wrong: ", what
    stop 1
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
