! Pointers to parts of allocatable arrays that are targets, and names for such parts,
! may have gaps; the arrays themselves have none, and are mapped as GCC has them.
! { dg-host-without "wrong" }
! { dg-host-said ": 4 maps of arrays that may have gaps" }
program target_arrays
  implicit none
  type pair
    integer :: x, y
  end type
  integer, allocatable, target :: a(:)
  type (pair), allocatable, target :: v(:)
  integer, pointer :: q(:)
  integer :: i
  allocate (a(20), v(10))
  a = [(i, i = 1, 20)]
  v%x = 1
  v%y = 2

  !$omp target map(tofrom: a)
  a = a + 1
  !$omp end target
  call expect (a, [(i + 1, i = 1, 20)])

  associate (part => a(20:1:-2))
    !$omp target map(from: part)
    part = 7
    !$omp end target
  end associate
  call expect (a(2::2), [(7, i = 1, 10)])
  call expect (a(1::2), [(i + 1, i = 1, 20, 2)])

  call fill (a(::3))
  call expect (a(::3), [(4, i = 1, 7)])
  call expect (a(2::3), [7, 6, 7, 12, 7, 18, 7])

  q => v%y
  !$omp target map(from: q)
  q = 9
  !$omp end target
  call expect (v%x, [(1, i = 1, 10)])
  call expect (v%y, [(9, i = 1, 10)])

  associate (x => v%x)
    !$omp target map(from: x)
    x = 8
    !$omp end target
  end associate
  call expect (v%x, [(8, i = 1, 10)])
  call expect (v%y, [(9, i = 1, 10)])
contains
  subroutine fill (z)
    integer, target :: z(:)
    !$omp target map(from: z)
    z = 4
    !$omp end target
  end subroutine

  subroutine expect (got, want)
    integer, intent (in) :: got(:), want(:)
    if (any (got /= want)) then
      print *, "wrong"
      stop 1
    end if
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
