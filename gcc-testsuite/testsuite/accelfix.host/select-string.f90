! select case with strings, in a target region and in a procedure that it calls,
! with the number of cases as an int.
! { dg-host-without "wrong" }
! { dg-host-said "2 arguments with their parameters' types" }
! { dg-options "-foffload=-lgfortran" }
! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
module kinds
  implicit none
contains
  integer function kind_of (name)
    !$omp declare target
    character(len=*), intent(in) :: name
    select case (name)
      case ('mass', 'time')
        kind_of = 1
      case ('speed')
        kind_of = 2
      case default
        kind_of = 3
    end select
  end function
end module

program main
  use kinds
  implicit none
  character(len=5) :: names(4) = [ 'mass ', 'speed', 'time ', 'x    ' ]
  integer :: r(4), s(4), i
  r = 0
  s = 0
  !$omp target map(to: names) map(tofrom: r, s)
  do i = 1, 4
    r(i) = kind_of (names(i))
    select case (names(i))
      case (:'m')
        s(i) = 1
      case ('mass':'speed')
        s(i) = 2
      case default
        s(i) = 3
    end select
  end do
  !$omp end target
  if (any (r /= [1, 2, 1, 3]) .or. any (s /= [2, 2, 3, 3])) then
    print *, 'wrong:', r, s
    stop 1
  end if
end program
