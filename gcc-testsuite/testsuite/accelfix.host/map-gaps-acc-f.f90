! What the host writes between the elements of an array with gaps while it is mapped stays:
! OpenACC.
! { dg-host-mode "openacc" }
! { dg-host-on "nvptx amdgcn" }
! { dg-host-without "wrong" }
! { dg-host-said "maps of arrays that may have gaps" }
module m
  implicit none
  integer :: b(4, 10), c(4, 10), failed = 0
contains
  subroutine check (what)
    character(*), intent(in) :: what
    if (any (b /= c)) then
      print *, 'wrong: ', what, b
      failed = 1
    end if
    b = 1
    c = 1
  end subroutine
  subroutine unstructured (x)
    integer :: x(:)
    !$acc enter data copyin(x)
    !$acc parallel present(x)
    x = x + 1
    !$acc end parallel
    b([1, 3, 4], :) = 5
    !$acc exit data copyout(x)
  end subroutine
  subroutine later (x)
    integer :: x(:)
    !$acc enter data copyin(x) async(1)
    !$acc parallel present(x) async(1)
    x = x + 1
    !$acc end parallel
    b([1, 3, 4], :) = 5
    !$acc exit data copyout(x) finalize async(1)
    !$acc wait
  end subroutine
  subroutine updates (x)
    integer :: x(:)
    b([1, 3, 4], :) = 6
    !$acc update self(x)
  end subroutine
  subroutine queued (x)
    integer :: x(:)
    b([1, 3, 4], :) = 6
    !$acc update self(x) async(1)
    !$acc wait(1)
  end subroutine
  subroutine maybe (x)
    integer :: x(:)
    !$acc update self(x) if_present
    b([1, 3, 4], :) = 6
  end subroutine
  subroutine send (x)
    integer :: x(:)
    x = 8
    !$acc update device(x)
  end subroutine
  subroutine region (x)
    integer :: x(:)
    !$acc data copyout(x)
    !$acc parallel present(x)
    x = 9
    !$acc end parallel
    b([1, 3, 4], :) = 7
    !$acc end data
  end subroutine
end module
program main
  use m
  implicit none
  b = 1
  c = 1
  call unstructured (b(2, :))
  c = 5
  c(2, :) = 2
  call check ('exit data')
  call later (b(2, 10:1:-1))
  c = 5
  c(2, :) = 2
  call check ('exit data, finalize and async')
  call region (b(2, :))
  c = 7
  c(2, :) = 9
  call check ('a data region')
  call maybe (b(2, :))
  c([1, 3, 4], :) = 6
  call check ('nothing is there')
  !$acc enter data copyin(b)
  !$acc parallel present(b)
  b = 2
  !$acc end parallel
  call updates (b(2, :))
  c = 6
  c(2, :) = 2
  call check ('update self')
  call queued (b(2, 9:1:-2))
  c = 6
  c(2, 1:9:2) = 2
  c(2, 2:10:2) = 1
  call check ('update self, async')
  call send (b(3, 1:10:3))
  !$acc update self(b)
  c = 2
  c(3, 1:10:3) = 8
  call check ('update device')
  call region (b(4, :))
  c([1, 3], :) = 7
  c(4, :) = 7
  call check ('a data region of what stays')
  !$acc exit data delete(b)
  if (failed /= 0) stop 1
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
