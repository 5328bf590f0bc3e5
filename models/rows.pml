/* The state of the database, the workers and the line, and the variables of the properties. */

mtype:state = { QUEUED, SENDING, DELIVERED, FAILED, UNCERTAIN, CANCELLED };
/*
 * HELD: renewed within 4 s. SILENT: longer ago (SILENCE_SECONDS). OVER: more than 30 s ago (LEASE_SECONDS). See
 * faxes/queue/lease.ts.
 */
mtype:lease = { HELD, SILENT, OVER };
/* Where a worker's run stands: it may stay there for a long time, or die there. */
mtype:at = { IDLE, CLAIMED, MARKED, INSTANT, CALLED, WITHDRAWING, DOUBTING, ASKING, FOLLOWING, WRITING };
mtype:abort = { GO_ON, HANG_UP, LEAVE };
mtype:outcome = { LOST, SENT, FAILS, UNSURE };
mtype:call = { NONE, CALLING, ARRIVED, NOT_ARRIVED, NOT_KNOWN };
mtype:reply = { NO_REPLY, TAKEN, REFUSED, BROKEN };

#define RUNS 3
#define OWNERS (2 + MISHAPS)
/* Every claim is an attempt. That the mishaps cause no more attempts than these is a separate property. */
#define ATTEMPTS (1 + RETRIES + RESENDS + MISHAPS)

/*
 * send_job. QUEUED also represents WAITING: when a job is due does not matter here. A token is the number of the run
 * that has it, plus one: a number that only grows would tell no more, because a run has one job at a time.
 */
mtype:state state = QUEUED;
byte token;
byte owner;
mtype:lease lease = HELD;
bool cancel_asked;
byte retries = RETRIES;

/* send_attempt, by its number. `provable`: the database was not restarted since the mark. */
byte attempts;
bool dialled[ATTEMPTS + 1];
byte dialled_by[ATTEMPTS + 1];
bool provable[ATTEMPTS + 1];
bool ended[ATTEMPTS + 1];

/* The advisory lock of each worker number (presence.store.ts). */
bool lock_free[OWNERS + 1];

/* The two processes: the number of each, 0 if it is dead, and the run, plus one, that it believes to hold the job. */
byte owner_of[2];
bool frozen[2];
byte held_by[2];

/* The runs: worker 0 has two in parallel, worker 1 has one. `fresh`: less than 3 s since its mark (HAND_OVER_MS). */
#define WORKER_OF(r) (r == 2 -> 1 : 0)
mtype:at at[RUNS] = IDLE;
byte attempt[RUNS];
mtype:outcome out[RUNS] = LOST;
mtype:abort aborted[RUNS] = GO_ON;
bool fresh[RUNS];
bool dead[RUNS];
byte looks[RUNS];

/* The line, by attempt: whether the command is on its way to it, its call, and the answer that we received. */
bool under_way[ATTEMPTS + 1];
mtype:call call[ATTEMPTS + 1] = NONE;
mtype:reply reply[ATTEMPTS + 1] = NO_REPLY;

byte mishaps = MISHAPS;
#define MAY_GO_WRONG (mishaps > 0)
#define GOES_WRONG mishaps--

/* Variables of the properties; nothing in the product sees them. */
byte arrived;
byte resent;
bool wrote_late;
bool submitted_late;
bool submitted_cancelled;
bool robbed;
/* From this attempt on, none may be handed over: the fax was canceled before it was marked. */
byte barred_from;
/* The holder's silence has an excuse: it stood still, or the database did, or a clock was set. */
bool excused;
/* The job's own worker does not know of its claim, because it did not hear of the commit. */
bool unheard;

#define ENDED (state != QUEUED && state != SENDING)
