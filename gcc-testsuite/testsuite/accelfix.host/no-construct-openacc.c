/* The same with a routine of OpenACC.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-on "host" } */
/* { dg-host-without "crash" } */

#pragma acc routine seq
int
next (int x)
{
  return x + 1;
}

int
main (void)
{
  return next (1) != 2;
}
