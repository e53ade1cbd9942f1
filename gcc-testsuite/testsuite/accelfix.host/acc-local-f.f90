! Variables of a BLOCK inside a data construct, and bounds that are computed there.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong" }
! { dg-host-on "nvptx amdgcn" }

program main
  implicit none
  integer :: t(30), after, sum_after, copied, q
  logical :: failed = .false.

  t = 0
  !$acc data copy(t)
  block
    integer :: value, named, s, i
    value = 5
    !$acc parallel num_gangs(1)
    value = value + 2
    t(1) = value
    !$acc end parallel
    after = value
    named = 1
    !$acc parallel num_gangs(1) copy(named)
    named = named + 2
    !$acc end parallel
    copied = named
    s = 1
    !$acc parallel loop reduction(+: s)
    do i = 1, 30
      s = s + i
    end do
    sum_after = s
  end block
  !$acc end data
  if (after /= 5 .or. t(1) /= 7) call wrong ("its own")
  if (copied /= 3) call wrong ("copied")
  if (sum_after /= 466) call wrong ("reduced")

  t = 0
  !$acc data copy(t)
  do q = 1, 30
    call set (t, q)
  end do
  !$acc wait
  !$acc end data
  if (any (t /= [(q, q = 1, 30)])) call wrong ("queues")
  if (failed) stop 1
contains
  subroutine set (a, n)
    integer :: a(30), n
    !$acc data present(a)
    block
      integer :: k
      k = n
      !$acc parallel async(n)
      a(k) = k
      !$acc end parallel
      k = 0
    end block
    !$acc end data
  end subroutine

  subroutine wrong (what)
    character(*), intent(in) :: what
    print *, "wrong: ", what
    failed = .true.
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
