! Combined target constructs that depend on tasks, and tasks that depend on them.
! { dg-host-without "wrong" }
! { dg-host-off "target-depend=0" }
! { dg-host-said "4 regions whose depend was lost" }
module state
  implicit none
  integer :: failed = 0
contains
  subroutine check (what, right)
    character(*), intent(in) :: what
    logical, intent(in) :: right
    if (.not. right) print *, 'wrong: ', what
    if (.not. right) failed = 1
  end subroutine

  ! Set X to VALUE, after some time.
  subroutine work (x, value)
    integer, intent(inout) :: x
    integer, intent(in) :: value
    integer, volatile :: k
    do k = 1, 10000000
    end do
    x = value
  end subroutine
end module

! The region comes after a task.
subroutine after_task
  use state
  implicit none
  integer :: a, b(10), i
  a = 0
  b = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task depend(out: a) shared(a)
  call work (a, 5)
  !$omp end task
  !$omp target teams distribute parallel do map(to: a) & ! no depend (here)
  !$omp & depend(in: a) map(tofrom: b)
  do i = 1, 10
    b(i) = a + i
  end do
  !$omp end single
  !$omp end parallel
  call check ('after a task', all (b == [(5 + i, i = 1, 10)]))
end subroutine

! A task comes after the region, and a region after that.
subroutine before_task
  use state
  implicit none
  integer :: a, b, c, i
  a = 0
  b = 0
  c = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp target parallel do map(tofrom: a) nowait &

  !$omp   reduction(+: a) depend(inout: a)
  do i = 1, 100
    a = a + i
  end do
  !$omp task depend(in: a) depend(out: b) shared(a, b)
  call work (b, a)
  !$omp end task
  !$omp target parallel map(to: b) map(from: c) DEPEND (IN: b)
  !$omp master
  c = b
  !$omp end master
  !$omp end target parallel
  !$omp end single
  !$omp end parallel
  call check ('a task after a region', b == 5050)
  call check ('a region after that', c == 5050)
end subroutine

! Regions among themselves, without a task; "target" alone keeps its clause.
subroutine regions
  use state
  implicit none
  integer :: x(1000), y(1000), i
  x = 0
  !$omp target map(tofrom: x) nowait depend(out: x)
  do i = 1, 1000
    x(i) = i
  end do
  !$omp end target
  !$omp target teams distribute parallel do map(to: x) map(from: y) depend(in: x)
  do i = 1, 1000
    y(i) = 2 * x(i)
  end do
  !$omp taskwait
  call check ('regions', all (y == [(2 * i, i = 1, 1000)]))
end subroutine

program main
  use state
  implicit none
  ! From GCC 13 on libgomp finds no device, where there must be one
  ! (OMP_TARGET_OFFLOAD=mandatory), if the first region is in a parallel region.
  !$omp target
  !$omp end target
  call after_task
  call before_task
  call regions
  if (failed /= 0) stop 1
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
