/* Mishaps, and time. Every mishap uses up one of MISHAPS, so all combinations of that many are searched. */

#define UP(w) (owner_of[w] != 0)
#define WELL(w) (UP(w) && !frozen[w])
#define HOLDS(w) (WELL(w) && owner_of[w] == owner)

/* More than 4 s have passed since the last renewal, and therefore more than 3 s since a mark that renewed the lease. */
inline lapse(to) {
  lease = to;
  excused = true;
  if
  :: owner_of[0] == owner -> fresh[0] = false; fresh[1] = false
  :: owner_of[1] == owner -> fresh[2] = false
  :: else
  fi
}

/* Time passes for a lease that no heartbeat renews. */
proctype time() {
  bool was;
  do
  :: atomic { state == SENDING && lease != OVER && !(HOLDS(0) && held_by[0] != 0) && !(HOLDS(1) && held_by[1] != 0) ->
    was = excused || !(HOLDS(0) || HOLDS(1));
    if :: lease == HELD -> lapse(SILENT) :: else -> lapse(OVER) fi;
    excused = was; was = false }
  od
}

inline forget(r) {
  at[r] = IDLE; attempt[r] = 0; out[r] = LOST; aborted[r] = GO_ON; fresh[r] = false; dead[r] = false; looks[r] = 0
}

/* kill -9, a crash, the end of the machine; an orderly stop leaves no more behind. */
inline kill(w) {
  GOES_WRONG;
  lock_free[owner_of[w]] = true;
  owner_of[w] = 0; frozen[w] = false; held_by[w] = 0;
  if
  :: w == 0 -> forget(0); forget(1)
  :: else -> forget(2)
  fi
}

#ifdef WHOLE_INSTANT
#define MAY_FREEZE(w) true
#define MAY_DROP(w) true
#else
/* The kernel keeps the connection of a frozen process. */
#define MAY_FREEZE(w) (!lock_free[owner_of[w]])
#define MAY_DROP(w) (!frozen[w])
#endif

/* SIGSTOP, swapped out, or paused with its machine. */
inline freeze(w) {
  GOES_WRONG;
  frozen[w] = true
}

/* Connections break: the lock becomes free, and the lease may not be renewed for a while either. */
inline drop(w) {
  GOES_WRONG;
  lock_free[owner_of[w]] = true;
  if
  :: state == SENDING && owner == owner_of[w] && lease == HELD -> lapse(SILENT)
  :: true
  fi
}

proctype mishap() {
  byte n, born = 2;
  do
  :: atomic { MAY_GO_WRONG && UP(0) -> kill(0) }
  :: atomic { MAY_GO_WRONG && UP(1) -> kill(1) }
  :: atomic { MAY_GO_WRONG && WELL(0) && MAY_FREEZE(0) -> freeze(0) }
  :: atomic { MAY_GO_WRONG && WELL(1) && MAY_FREEZE(1) -> freeze(1) }
  :: atomic { MAY_GO_WRONG && UP(0) && !lock_free[owner_of[0]] && MAY_DROP(0) -> drop(0) }
  :: atomic { MAY_GO_WRONG && UP(1) && !lock_free[owner_of[1]] && MAY_DROP(1) -> drop(1) }
  :: atomic { MAY_GO_WRONG -> /* the database is restarted: all locks are free */
    GOES_WRONG;
    lock_free[owner_of[0]] = true; lock_free[owner_of[1]] = true; lock_free[0] = false;
    for (n : 1 .. ATTEMPTS) { provable[n] = false };
    n = 0 }
  :: atomic { MAY_GO_WRONG && state == SENDING && lease != OVER -> /* the event loop or the database stalls */
    GOES_WRONG;
    if :: lapse(SILENT) :: lapse(OVER) fi }
#ifndef WHOLE_INSTANT
  :: atomic { MAY_GO_WRONG && state == SENDING && lease != OVER -> /* the database's clock is set forward */
    GOES_WRONG; excused = true; lease = OVER }
#endif
  :: atomic { !UP(0) -> born++; owner_of[0] = born }
  :: atomic { !UP(1) -> born++; owner_of[1] = born }
  :: atomic { frozen[0] -> frozen[0] = false }
  :: atomic { frozen[1] -> frozen[1] = false }
#ifdef FOR_EVER
  :: WELL(0) || WELL(1) -> break
#endif
  od
}

#ifdef FOR_EVER
/* Steps that never end, even when the queue stands still: SPIN looks for fair runs among endless ones. */
proctype world() {
  bit day;
  do
  :: atomic { day = 1; day = 0 }
  od
}
#endif
