! matmul of gfortran's library in a region, of several types.
! From GCC 13 on it needs more than the private stack of amdgcn (fault gcn-stack).
! { dg-host-on "host nvptx" }
! { dg-host-without "wrong" }
! { dg-options "-foffload=-lgfortran -finline-matmul-limit=0" }
! { dg-host-said "functions with parameters for all arguments" }
program main
  implicit none
  integer :: a(3, 4), b(4, 2), c(3, 2), k
  real (8) :: x(2, 3), y(3), z(2)
  complex :: u(2, 2), v(2, 2)
  a = reshape ([(k, k = 1, 12)], [3, 4])
  b = reshape ([(k * k, k = 1, 8)], [4, 2])
  x = reshape ([(k * 0.5d0, k = 1, 6)], [2, 3])
  y = [1, 2, 3]
  u = reshape ([(1, 2), (3, 4), (5, 6), (7, 8)], [2, 2])
  !$omp target map (to: a, b, x, y, u) map (from: c, z, v)
  c = matmul (a, b)
  z = matmul (x, y)
  v = matmul (u, u)
  !$omp end target
  if (any (c /= reshape ([240, 270, 300, 1152, 1326, 1500], [3, 2]))) &
    error stop "integers"
  if (any (z /= [11.0d0, 14.0d0])) error stop "a matrix and a vector"
  if (any (v /= matmul (u, u))) error stop "complex numbers"
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
