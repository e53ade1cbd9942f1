! A pointer to an array with gaps is mapped in a procedure that is compiled for devices,
! too; GCC 11 cannot link that.
! { dg-accel-gcc "12 13 14 15 16" }
! { dg-host-without "wrong" }
! { dg-host-said ": 1 maps of arrays that may have gaps" }
module procedures
contains
  subroutine fill (z)
    integer, pointer, intent (in) :: z(:)
    !$omp declare target
    !$omp target map(from: z)
    z = 4
    !$omp end target
  end subroutine
end module

program routine
  use procedures
  implicit none
  integer, target :: a(20)
  integer, pointer :: q(:)
  a = 1
  q => a(::2)
  call fill (q)
  if (any (a(1::2) /= 4) .or. any (a(2::2) /= 1)) then
    print *, "wrong"
    stop 1
  end if
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
