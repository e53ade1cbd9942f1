/* One thread leaves a barrier out.  */
#include <omp.h>

int
main (void)
{
  int x = 0;
#pragma omp target parallel num_threads(4) map(tofrom: x)
  {
#ifndef RIGHT
    if (omp_get_thread_num () != 2)
#endif
      {
#pragma omp barrier		/* here */
      }
#pragma omp atomic
    x++;
  }
  return x != 4;
}
