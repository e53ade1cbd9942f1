/* OpenACC: gangs add to one place.  */
#ifdef RIGHT
# define REDUCTION reduction(+: x)
#else
# define REDUCTION
#endif
#define PRAGMA(X) _Pragma (#X)
#define LOOP(CLAUSE) PRAGMA (acc parallel loop gang copy(x) num_gangs(4) CLAUSE)

int
main (void)
{
  int x = 0;
  LOOP (REDUCTION)
  for (int i = 0; i < 256; i++)
    x += i;			/* here */
  return x < 0;
}
