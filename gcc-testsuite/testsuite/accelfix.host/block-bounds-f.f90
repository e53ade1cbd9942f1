! Automatic arrays in a BLOCK: each iteration, thread and task has its own bounds.
! { dg-host-without "crash" }
! { dg-host-said "bounds of a BLOCK's arrays made its own" }
program main
  implicit none
  integer, parameter :: n = 97
  type pair
    integer :: a, b
  end type
  integer :: c(n), d(n), i, j
  logical :: off
  ! In the lanes of a simd loop, a BLOCK in a BLOCK under a condition.
  c = 0
  d = 0
  !$omp target map(tofrom: c, d)
  !$omp parallel do simd
  do i = 1, n
    block
      integer :: w(mod (i, 5) + 1), v(mod (i, 3) + 2)
      w = i
      v = 2 * i
      c(i) = w(ubound (w, 1)) + ubound (w, 1) + v(ubound (v, 1)) * 3
      if (c(i) > 200) then
        block
          integer :: z(0:c(i) / 100)
          z = w(1)
          d(i) = sum (z) + ubound (z, 1)
        end block
      end if
    end block
  end do
  !$omp end target
  do i = 1, n
    if (c(i) /= i + mod (i, 5) + 1 + 6 * i) error stop "simd"
    j = c(i) / 100
    if (d(i) /= merge ((j + 1) * i + j, 0, c(i) > 200)) error stop "condition"
  end do
  ! All levels of a region, two dimensions, lower bounds.
  c = 0
  !$omp target teams distribute parallel do map(tofrom: c)
  do i = 1, n
    block
      integer :: lo
      lo = -mod (i, 7)
      block
        integer :: w(lo:mod (i, 5), 0:mod (i, 3))
        integer :: x, y
        do y = lbound (w, 2), ubound (w, 2)
          do x = lbound (w, 1), ubound (w, 1)
            w(x, y) = i + x
          end do
        end do
        c(i) = w(ubound (w, 1), ubound (w, 2)) + 1000 * (ubound (w, 1) - lo + 1) &
          * (ubound (w, 2) + 1) + w(lo, 0)
      end block
    end block
  end do
  do i = 1, n
    j = (mod (i, 5) + mod (i, 7) + 1) * (mod (i, 3) + 1)
    if (c(i) /= 2 * i + mod (i, 5) - mod (i, 7) + 1000 * j) error stop "levels"
  end do
  ! On the host.
  d = 0
  !$omp parallel num_threads (4)
  !$omp single
  do i = 1, n
    !$omp task firstprivate (i) shared (d)
    d(i) = 0
    block
      type (pair) :: p(mod (i, 9) + 1)
      integer :: k
      do k = 1, size (p)
        p(k) = pair (i, k)
      end do
      d(i) = sum (p%a) + p(size (p))%b
    end block
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  do i = 1, n
    if (d(i) /= (i + 1) * (mod (i, 9) + 1)) error stop "tasks"
  end do
  !$omp parallel do num_threads (4) private (j) schedule (dynamic, 1)
  do i = 1, n
    block
      character (len=mod (i, 13) + 1) :: s, many(mod (i, 3) + 1)
      do j = 1, 3000
        s = repeat ('x', 20)
        many = s // 'y'
      end do
      d(i) = len (s) + 100 * len_trim (many(size (many))) + 10000 * size (many)
    end block
  end do
  do i = 1, n
    if (d(i) /= 101 * (mod (i, 13) + 1) + 10000 * (mod (i, 3) + 1)) &
      error stop "characters"
  end do
  ! A construct in the BLOCK: its threads have the array and its bounds in common.
  do i = 1, 9
    block
      integer :: v(2 * i + 1)
      !$omp parallel do num_threads (3)
      do j = 1, 2 * i + 1
        v(j) = size (v)
      end do
      off = any (v /= 2 * i + 1)
      !$omp target map (tofrom: v)
      v = v + ubound (v, 1)
      !$omp end target
      if (off .or. any (v /= 4 * i + 2)) error stop "a construct in the BLOCK"
    end block
  end do
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
