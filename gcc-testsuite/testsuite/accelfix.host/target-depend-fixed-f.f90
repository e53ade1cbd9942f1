! The clause depend of a directive in fixed form.
! { dg-options "-ffixed-form" }
! { dg-host-without "wrong" }
! { dg-host-off "target-depend=0" }
! { dg-host-said "1 regions whose depend was lost" }
      PROGRAM MAIN
      INTEGER A, B, DEPEND(3)
      INTEGER, VOLATILE :: K
      A = 0
      B = 0
      DEPEND = 1
C     Have the device start: see target-depend-f.f90.
C$OMP TARGET
C$OMP END TARGET
C$OMP PARALLEL NUM_THREADS(2)
C$OMP SINGLE
C$OMP TASK DEPEND(OUT: A) SHARED(A) PRIVATE(K)
      DO K = 1, 10000000
      END DO
      A = 7
C$OMP END TASK
C$OMP TARGET PARALLEL MAP(TO: A)
C     A comment, which says DEPEND (IN: A)
*$OMP+MAP(FROM: B)
C$OMP1 DEPEND (IN: A)
C$OMP MASTER
      B = A
C$OMP END MASTER
C$OMP END TARGET PARALLEL
!$OMP TARGET PARALLEL MAP(TO: DEPEND)
!$OMP+ MAP(TOFROM: A)
C$OMP MASTER
      A = A + DEPEND (1)
C$OMP END MASTER
C$OMP END TARGET PARALLEL
C$OMP END SINGLE
C$OMP END PARALLEL
      IF (B .NE. 7) PRINT *, 'wrong: after a task'
      IF (A .NE. 8) PRINT *, 'wrong: another region'
      IF (B .NE. 7 .OR. A .NE. 8) STOP 1
      END

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
