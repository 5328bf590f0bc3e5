/* The protections of the queue; a switch can remove each of them. `r` is the run that checks. */

/* The number of the attempt that a run works on. */
#define N attempt[r]

#ifdef NO_FENCE
#define MINE (state == SENDING)
#else
#define MINE (state == SENDING && token == r + 1)
#endif

#ifdef NO_CANCEL_CHECK
#define WANTED true
#else
#define WANTED (!cancel_asked)
#endif

#ifdef NO_AGE
#define FRESH true
#else
#define FRESH fresh[r]
#endif

/*
 * An answer that the line does not know a call counts only if the call's unanswered command cannot be in progress any
 * more.
 */
#ifdef NO_REPLY_SETTLE
#define REPLY_SETTLED true
#else
#define REPLY_SETTLED (!under_way[N])
#endif

/*
 * Ten seconds (settleMs): the last command has reached the line or is lost, and a running worker is past its instant.
 */
#define PASSED(i) (!((at[i] == MARKED || at[i] == INSTANT) && attempt[i] == N && !frozen[WORKER_OF(i)]))
#ifdef NO_SETTLE
#define SETTLED true
#else
#define SETTLED (!under_way[N] && PASSED(0) && PASSED(1) && PASSED(2))
#endif

inline time_has_passed() {
#ifndef NO_SETTLE
  if :: attempt[0] == N -> fresh[0] = false :: else fi;
  if :: attempt[1] == N -> fresh[1] = false :: else fi;
  if :: attempt[2] == N -> fresh[2] = false :: else fi
#else
  skip
#endif
}

#ifdef NO_PROOF
#define DEAD true
#else
#define DEAD (provable[N] && lock_free[dialled_by[N]])
#endif
