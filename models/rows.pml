/* What the database, the workers and the line know, and what the properties look at. */

mtype:state = { QUEUED, SENDING, DELIVERED, FAILED, UNCERTAIN, CANCELLED };
/* Renewed within 4 s; silent for longer (SILENCE_SECONDS); for more than 30 s (LEASE_SECONDS). See faxes/queue/lease.ts. */
mtype:lease = { HELD, SILENT, OVER };
/* Where a run of a worker stands: it may stay there for long, or die there. */
mtype:at = { IDLE, CLAIMED, MARKED, INSTANT, CALLED, WITHDRAWING, DOUBTING, ASKING, FOLLOWING, WRITING };
mtype:abort = { GO_ON, HANG_UP, LEAVE };
mtype:outcome = { LOST, SENT, FAILS, UNSURE };
mtype:call = { NONE, CALLING, ARRIVED, NOT_ARRIVED, NOT_KNOWN };
mtype:reply = { NO_REPLY, TAKEN, REFUSED, BROKEN };

#define RUNS 3
#define OWNERS (2 + MISHAPS)
/* Every claim is an attempt. That no more come of so many mishaps is a property of its own. */
#define ATTEMPTS (1 + RETRIES + RESENDS + MISHAPS)

/*
 * send_job. QUEUED stands for WAITING too: when a job is due does not matter here. A token is the run that has it, plus
 * one: a number that only grows would tell no more, since a run has one job at a time.
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

/* The two processes: the number of each, 0 when it is dead, and the run, plus one, that it knows to hold the job. */
byte owner_of[2];
bool frozen[2];
byte held_by[2];

/* The runs: worker 0 has two side by side, worker 1 has one. `fresh`: less than 3 s since its mark (HAND_OVER_MS). */
#define WORKER_OF(r) (r == 2 -> 1 : 0)
mtype:at at[RUNS] = IDLE;
byte attempt[RUNS];
mtype:outcome out[RUNS] = LOST;
mtype:abort aborted[RUNS] = GO_ON;
bool fresh[RUNS];
bool dead[RUNS];
byte looks[RUNS];

/* The line, by attempt: whether the command is under way to it, its call, and what we heard in answer. */
bool under_way[ATTEMPTS + 1];
mtype:call call[ATTEMPTS + 1] = NONE;
mtype:reply reply[ATTEMPTS + 1] = NO_REPLY;

byte mishaps = MISHAPS;
#define MAY_GO_WRONG (mishaps > 0)
#define GOES_WRONG mishaps--

/* What the properties are about; nothing of the product sees it. */
byte arrived;
byte resent;
bool wrote_late;
bool submitted_late;
bool submitted_cancelled;
bool robbed;
/* From this attempt on none may be handed over: the fax was cancelled before it was marked. */
byte barred_from;
/* The silence of the holder has an excuse: it stood still, or the database did, or a clock was set. */
bool excused;
/* Its own worker does not know of the claim, because it did not hear of the commit. */
bool unheard;

#define ENDED (state != QUEUED && state != SENDING)
