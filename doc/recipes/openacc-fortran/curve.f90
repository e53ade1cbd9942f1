! Length of a curve with OpenACC, on the device and on the host.
!
! Copyright (C) 2026 The accelfix authors.
!
! This file is part of accelfix.  accelfix is free software; you can
! redistribute it and/or modify it under the terms of the GNU General Public
! License as published by the Free Software Foundation; either version 3, or
! (at your option) any later version.  See the file COPYING.

program curve
  use openacc
  implicit none
  integer, parameter :: steps = 1000
  real(8), parameter :: pi = 3.141592653589793d0
  real(8) :: device, host
  logical :: on_host
  integer :: k

  device = 0
  host = 0
  on_host = .true.
  !$acc parallel copyout(on_host)
  on_host = acc_on_device (acc_device_host)
  !$acc end parallel
  !$acc parallel loop gang vector reduction(+: device)
  do k = 0, steps - 1
    device = device + piece (k)
  end do
  do k = 0, steps - 1
    host = host + piece (k)
  end do
  print '(a, f8.6, a, a)', 'length ', device, ', computed on the ', &
    merge ('host  ', 'device', on_host)
  if (abs (device - host) > 1d-9 * host) error stop 1

contains

  function piece (k) result (length)
    !$acc routine seq
    integer, value :: k
    real(8) :: length, x
    x = k * (pi / steps)
    length = sqrt (1 + cos (x)**2) * (pi / steps)
  end function piece

end program curve
