! A nested function that a variant directive puts in another's place: its call
! passes %chain, which nothing set.
! { dg-do compile }
! { dg-accel-gcc "12 13 14 15 16" }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O2" }
! { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" }
program main
  implicit none
  integer :: v, w
  w = 3
  !$omp target map(from: v)
  v = on (2)
  !$omp end target
  print *, v
contains
  integer function on_device (i)
    integer, intent(in) :: i
    on_device = i + w
  end function on_device
  integer function on (i)
    integer, intent(in) :: i
    !$omp declare variant (on_device) match(construct={target},device={arch(nvptx)})
    on = i
  end function on
end program main
! { dg-final { scan-ptx {call[^;]*%chain\);} {-O0} } }
! { dg-final { ptx-uninit 0 0 } }

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
