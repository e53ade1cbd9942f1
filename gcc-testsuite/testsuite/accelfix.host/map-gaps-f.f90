! What the host writes between the elements of an array with gaps while it is mapped stays, and
! what the device has there is its own.
! { dg-host-on "nvptx amdgcn" }
! { dg-host-without "wrong" }
! { dg-host-said "maps of arrays that may have gaps" }
module m
  implicit none
  integer :: b(4, 10), c(4, 10), failed = 0
contains
  subroutine check (what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got(:, :), want(:, :)
    if (any (got /= want)) then
      print *, 'wrong: ', what, got
      failed = 1
    end if
    b = 1
    c = 1
  end subroutine
  subroutine unstructured (x)
    integer :: x(:)
    !$omp target enter data map(to: x)
    !$omp target
    x = x + 1
    !$omp end target
    b([1, 3, 4], :) = 5
    !$omp target exit data map(from: x)
  end subroutine
  subroutine exits (x, n)
    integer :: x(:), n
    !$omp target exit data map(from: x) if(n > 0)
  end subroutine
  subroutine updates (x)
    integer :: x(:)
    b([1, 3, 4], :) = 6
    !$omp target update from(x)
  end subroutine
  subroutine send (x)
    integer :: x(:)
    x = 8
    !$omp target update to(x)
  end subroutine
  subroutine region (x)
    integer :: x(:)
    !$omp target data map(from: x)
    !$omp target
    x = 9
    !$omp end target
    b([1, 3, 4], :) = 7
    !$omp end target data
  end subroutine
  subroutine both (x)
    integer :: x(:)
    !$omp target data map(tofrom: x)
    !$omp target
    x = x + 10
    !$omp end target
    b([1, 3, 4], :) = 3
    !$omp end target data
  end subroutine
  subroutine always (x)
    integer :: x(:)
    x = 20
    !$omp target map(always, tofrom: x)
    x = x + 1
    !$omp end target
  end subroutine
  subroutine threads (x)
    integer :: x(:)
    !$omp parallel num_threads(2)
    !$omp single
    !$omp task shared(x)
    b([1, 3, 4], :) = 6
    !$omp target update from(x)
    !$omp end task
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine rows (x)
    integer :: x(:, :)
    !$omp target enter data map(to: x)
    !$omp target
    x = x + 1
    !$omp end target
    b = 5
    !$omp target update from(x)
    x = 30
    !$omp target exit data map(from: x)
  end subroutine
end module
program main
  use m
  implicit none
  integer, pointer :: p(:)
  integer, target :: t(20), s(20)
  b = 1
  c = 1
  call unstructured (b(2, :))
  c = 5
  c(2, :) = 2
  call check ('exit data', b, c)
  call unstructured (b(2, 10:1:-1))
  c = 5
  c(2, :) = 2
  call check ('exit data, backwards', b, c)

  ! The matrix is on the device all the time.
  !$omp target enter data map(to: b)
  !$omp target
  b = 2
  !$omp end target
  call updates (b(2, :))
  c = 6
  c(2, :) = 2
  call check ('update from', b, c)
  !$omp target
  b = 2
  !$omp end target
  call updates (b(2, 9:1:-2))
  c = 6
  c(2, 1:9:2) = 2
  c(2, 2:10:2) = 1
  call check ('update from, backwards', b, c)
  !$omp target
  b = 2
  !$omp end target
  call threads (b(2, :))
  c = 6
  c(2, :) = 2
  call check ('update from, in a task', b, c)
  call send (b(3, 1:10:3))
  !$omp target update from(b)
  c = 2
  c(3, 1:10:3) = 8
  call check ('update to', b, c)
  !$omp target
  b = 2
  !$omp end target
  call unstructured (b(2, :))
  c([1, 3, 4], :) = 5
  call check ('exit data of what stays', b, c)
  !$omp target
  b = 2
  !$omp end target
  call region (b(2, :))
  c([1, 3, 4], :) = 7
  call check ('a data region of what stays', b, c)
  !$omp target
  b = 2
  !$omp end target
  call always (b(2, :))
  c(2, :) = 21
  call check ('always', b, c)
  !$omp target update from(b)
  c = 2
  c(2, :) = 21
  call check ('always, the device', b, c)
  !$omp target exit data map(release: b)

  call region (b(2, :))
  c = 7
  c(2, :) = 9
  call check ('a data region', b, c)
  call region (b(2, 10:1:-1))
  c = 7
  c(2, :) = 9
  call check ('a data region, backwards', b, c)
  call both (b(3, :))
  c = 3
  c(2, :) = 1
  c(3, :) = 11
  call check ('a data region, both', b, c)
  call always (b(2, :))
  c(2, :) = 21
  call check ('always, alone', b, c)
  call rows (b(2:3, 2:6:2))
  c = 5
  c(2:3, 2:6:2) = 2
  call check ('rows', b, c)
  call rows (b(:, 7:2:-1))
  c = 5
  c(:, 2:7) = 2
  call check ('columns', b, c)
  call exits (b(2, :), 1)
  call exits (b(2, 1:0), 1)
  call updates (b(2, 1:0))
  c([1, 3, 4], :) = 6
  call check ('nothing is there', b, c)

  t = 1
  s = 1
  p => t(19:2:-3)
  !$omp target enter data map(to: p)
  !$omp target
  p = p + 1
  !$omp end target
  t = 4
  !$omp target update from(p)
  s = 4
  s(19:2:-3) = 2
  if (any (t /= s)) failed = 1
  if (any (t /= s)) print *, 'wrong: pointer', t
  t = 5
  !$omp target exit data map(from: p)
  s = 5
  s(19:2:-3) = 2
  if (any (t /= s)) failed = 1
  if (any (t /= s)) print *, 'wrong: pointer, exit data', t
  if (failed /= 0) stop 1
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
