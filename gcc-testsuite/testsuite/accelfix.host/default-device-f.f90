! A target region in a parallel region; OMP_TARGET_OFFLOAD is mandatory in the two machines.
! { dg-host-without "wrong right 11 right 12" }

program main
  use omp_lib
  implicit none
  integer :: k, total
  total = 0
  !$omp parallel do num_threads(2) reduction(+: total)
  do k = 1, 4
    call add (total, k)
  end do
  if (total /= 10) then
    print *, 'wrong: ', total
    stop 1
  end if
contains
  subroutine add (sum, n)
    integer, intent(inout) :: sum
    integer, intent(in) :: n
    !$omp target map(tofrom: sum) map(to: n)
    sum = sum + n
    !$omp end target
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
