/* A worker process: its heartbeat, its lock and its runs. A frozen one does nothing. */

#define HELD_RUN (held_by[w] - 1)
#define KNOWS_OF_JOB (WELL(w) && held_by[w] != 0)

proctype heartbeat(byte w) {
  do
  /* queue.store.ts: renewJobs, by its owner */
  :: atomic { KNOWS_OF_JOB && state == SENDING && owner == owner_of[w] && lease != HELD -> lease = HELD; excused = false }
  /* outbox.worker.ts: renewHeldJobs */
  :: atomic { KNOWS_OF_JOB && !(state == SENDING && owner == owner_of[w]) && aborted[HELD_RUN] == GO_ON ->
    aborted[HELD_RUN] = LEAVE }
  /* cancelled-calls.ts: watchCancelled */
  :: atomic { KNOWS_OF_JOB && state == SENDING && owner == owner_of[w] && cancel_asked && aborted[HELD_RUN] == GO_ON ->
    aborted[HELD_RUN] = HANG_UP }
  /* presence.store.ts: announceWorker takes its lock again */
  :: atomic { WELL(w) && lock_free[owner_of[w]] -> lock_free[owner_of[w]] = false }
  od
}

#define LOOKS 3

#define STANDS(place) (!frozen[w] && at[r] == place)

/* leased-work.ts: during */
inline begin(place) {
  held_by[w] = r + 1;
  at[r] = place
}

inline end_run() {
#ifdef FORGET_NEWER
  held_by[w] = 0;
#else
  if :: held_by[w] == r + 1 -> held_by[w] = 0 :: else fi;
#endif
  forget(r)
}

/* queue.store.ts: claimJob */
inline claim() {
  state = SENDING; token = r + 1; owner = owner_of[w]; lease = HELD; excused = false; unheard = false;
  attempts++;
  N = attempts;
  if
  :: begin(CLAIMED)
  :: MAY_GO_WRONG -> GOES_WRONG; unheard = true; forget(r) /* committed, but we do not hear of it */
  fi
}

/* recover.store.ts: isAbandoned, holderIsDead */
#define ABANDONED (owner != owner_of[w] || (lease == OVER && held_by[w] == 0))
#define HOLDER_IS_DEAD (lease == OVER || (lease == SILENT && lock_free[owner]))

/* recover.store.ts: takeOverJob; place-call.ts: adoptCall */
inline take_over() {
  robbed = robbed || !(excused || unheard);
  token = r + 1; owner = owner_of[w]; lease = HELD; excused = false; unheard = false;
  N = attempts;
  if
  :: dialled[N] -> begin(DOUBTING)
  :: !dialled[N] -> out[r] = LOST; begin(WRITING)
  :: MAY_GO_WRONG -> GOES_WRONG; unheard = true; forget(r) /* committed, but we do not hear of it */
  fi
}

/* hand-over.ts: handOver, mark; finish.store.ts: markDialled */
inline mark() {
  if
  :: aborted[r] == GO_ON && MINE && WANTED ->
    dialled[N] = true; dialled_by[N] = owner_of[w]; provable[N] = true;
    lease = HELD; excused = false; fresh[r] = true;
    if
    :: at[r] = MARKED
    :: MAY_GO_WRONG -> GOES_WRONG; at[r] = WITHDRAWING /* the answer comes too late */
    :: MAY_GO_WRONG -> GOES_WRONG; at[r] = WRITING /* committed, but we do not hear of it: the mark stays */
    fi
  :: else -> at[r] = WRITING
  fi
}

/* hand-over.ts: handOver, after the database has agreed: checks both clocks and the signal */
inline look_at_clocks() {
  if
  :: aborted[r] == GO_ON && FRESH ->
    at[r] = INSTANT;
#ifdef WHOLE_INSTANT
    command()
#endif
  :: else -> at[r] = WITHDRAWING
  fi
}

/* hand-over.ts: command() */
inline command() {
  submitted_late = submitted_late || !(state == SENDING && token == r + 1);
  submitted_cancelled = submitted_cancelled || (barred_from != 0 && N >= barred_from);
  under_way[N] = true;
  fresh[r] = false;
  at[r] = CALLED
}

/* hand-over.ts: withdraw; finish.store.ts: markWithdrawn, which needs no token */
inline withdraw() {
  if
  :: !ended[N] -> dialled[N] = false; dialled_by[N] = 0; provable[N] = false
  :: ended[N]
  :: MAY_GO_WRONG -> GOES_WRONG /* the mark stays */
  fi;
  fresh[r] = false;
  at[r] = WRITING
}

inline ends_as(what) {
  out[r] = what; dead[r] = false; looks[r] = 0;
  at[r] = WRITING
}

/* The line is known to have the call: follow-call.ts: followCall; follow-fax.ts: followFax */
#define FOLLOWS (STANDS(FOLLOWING) || (STANDS(CALLED) && reply[N] != NO_REPLY && call[N] != NONE))
#define UNANSWERED (STANDS(CALLED) && reply[N] == BROKEN && call[N] == NONE)

/*
 * record-outcome.ts: recordOutcome, endCancelled; write-outcome.ts: putBack; finish.store.ts: endJob, finishWaiting,
 * endAttempt. All in one transaction; a run whose token is gone throws LeaseLost and changes nothing.
 */
inline write_outcome() {
  if
  :: MINE ->
    wrote_late = wrote_late || token != r + 1;
    if
    :: out[r] == SENT -> state = DELIVERED
    :: out[r] == UNSURE -> state = UNCERTAIN
    :: (out[r] == LOST || out[r] == FAILS) && cancel_asked -> state = CANCELLED
    :: out[r] == LOST && !cancel_asked -> state = QUEUED
    :: out[r] == FAILS && !cancel_asked && retries > 0 -> state = QUEUED; retries-- /* retry-plan.ts: planRetry */
    :: out[r] == FAILS && !cancel_asked && retries == 0 -> state = FAILED
    fi;
    owner = 0; token = 0; lease = HELD; excused = false; unheard = false; ended[N] = true
  :: else
  fi;
  end_run()
}

/* place-call.ts: deliverOnNet. The arrival and the end of the job are one transaction. */
inline deliver_on_net() {
  if
  :: MINE && !cancel_asked ->
    wrote_late = wrote_late || token != r + 1;
    arrived++;
    out[r] = SENT;
#ifdef NO_TRANSACTION
    at[r] = WRITING
#else
    write_outcome()
#endif
  :: MINE && cancel_asked -> write_outcome()
  :: MINE && !cancel_asked -> out[r] = FAILS; write_outcome() /* the number accepts no faxes from this caller */
  :: else -> end_run()
  fi
}

/*
 * A piece of work, from claim or takeover to its end: outbox.worker.ts: nextCalls; crash-recovery.ts: nextInterrupted
 */
proctype job_run(byte w; byte r) {
  do
  :: atomic { STANDS(IDLE) && UP(w) && state == QUEUED && attempts < ATTEMPTS -> claim() }
#ifndef NO_TAKE_OVER
  :: atomic { STANDS(IDLE) && UP(w) && state == SENDING && ABANDONED && HOLDER_IS_DEAD -> take_over() }
#endif
  :: atomic { STANDS(WRITING) -> write_outcome() }
#ifdef ONNET
  :: atomic { STANDS(CLAIMED) -> deliver_on_net() }
#else
  :: atomic { STANDS(CLAIMED) -> mark() }
  :: atomic { STANDS(MARKED) -> look_at_clocks() }
  :: atomic { STANDS(INSTANT) -> command() }
  :: atomic { STANDS(WITHDRAWING) -> withdraw() }

  /* Our own call. hylafax.ts: send, askUntilAnswered; telnyx.ts: place, find */
  :: atomic { STANDS(CALLED) && reply[N] == REFUSED -> ends_as(LOST) }
  :: atomic { UNANSWERED && REPLY_SETTLED -> ends_as(LOST) }
  :: atomic { UNANSWERED && aborted[r] == LEAVE -> end_run() }
  :: atomic { UNANSWERED && (MAY_GO_WRONG || aborted[r] == HANG_UP) -> ends_as(UNSURE) }

  :: atomic { FOLLOWS && call[N] == ARRIVED -> ends_as(SENT) }
  :: atomic { FOLLOWS && call[N] == NOT_ARRIVED -> ends_as(FAILS) }
  :: atomic { FOLLOWS && call[N] == NOT_KNOWN -> ends_as(UNSURE) }
  :: atomic { FOLLOWS && MAY_GO_WRONG -> GOES_WRONG; ends_as(UNSURE) } /* the line is unavailable for too long */
  :: atomic { FOLLOWS && aborted[r] == LEAVE -> end_run() }
  /* Writing the outcome fails permanently. write-outcome.ts: writeBroken, writeUncertain */
  :: atomic { STANDS(WRITING) && (out[r] == SENT || out[r] == FAILS) && MAY_GO_WRONG -> GOES_WRONG; out[r] = UNSURE }

  /* The call of another worker. doubt.ts: becameOf; recover.store.ts: readDialler */
  :: atomic { STANDS(DOUBTING) && !dialled[N] -> ends_as(LOST) } /* withdrawn */
  :: atomic { STANDS(DOUBTING) && dialled[N] && !(DEAD && dead[r]) -> dead[r] = DEAD; looks[r]++; at[r] = ASKING }
  :: atomic { STANDS(DOUBTING) && dialled[N] && DEAD && dead[r] && SETTLED -> time_has_passed(); looks[r] = 0; at[r] = ASKING }
  :: atomic { STANDS(ASKING) && call[N] != NONE -> dead[r] = false; looks[r] = 0; at[r] = FOLLOWING }
  :: atomic { STANDS(ASKING) && call[N] == NONE ->
    if
    :: looks[r] == 0 -> ends_as(LOST) /* never-placed, by a worker that was proved dead before the line was asked */
    :: looks[r] == LOOKS -> ends_as(UNSURE)
    :: looks[r] > 0 && looks[r] < LOOKS -> at[r] = DOUBTING
    :: aborted[r] == LEAVE -> end_run()
    :: MAY_GO_WRONG -> GOES_WRONG; ends_as(UNSURE) /* the line is unavailable too long, or its memory is unreliable */
    fi }
#endif
  od
}
