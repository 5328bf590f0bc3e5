/** Leases of jobs and documents: who works on a row, and when somebody else may take it over. */

/** A worker that says nothing for this long has lost its work even if its connection still stands. */
export const LEASE_SECONDS = 30;

/** How often a worker says that it still works. */
export const HEARTBEAT_MS = 2_000;

/**
 * A worker whose connection is gone counts as dead after this much silence: long enough for a living worker to come
 * back after the database was restarted, short enough that a crash delays a fax by seconds only.
 */
export const SILENCE_SECONDS = 4;

/**
 * A worker hands a call over to its line only so soon after it has asked to renew its lease. Nobody takes a lease over
 * before it was silent for longer (SILENCE_SECONDS), so two workers never hand the same call over, whichever of them
 * stood still meanwhile.
 */
export const HAND_OVER_MS = 3_000;

/**
 * A call of which only the machine that placed it knows what became is left to that machine for so long after its worker
 * was heard last: it may be started again, or reach the database again, and then nobody has to decide.
 */
export const OWN_MACHINE_SECONDS = 300;

/** Workers hold an advisory lock of this class for as long as they live; the other half is their own number. */
export const WORKER_LOCK_CLASS = 7_032_554;

/** Thrown when a write finds its lease taken over: the work is somebody else's now, this worker lets go of it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
