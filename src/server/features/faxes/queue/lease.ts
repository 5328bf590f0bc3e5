/** Leases of jobs and documents: which worker has a row, and when another one may take it over. */

/** A worker that is silent for this long has lost its work even if its connection is still open. */
export const LEASE_SECONDS = 30;

/** How often a worker renews its leases. */
export const HEARTBEAT_MS = 2_000;

/**
 * A worker whose connection is gone counts as dead after this much silence: long enough for a living worker to
 * reconnect after a restart of the database, short enough that a crash delays a fax by only seconds.
 */
export const SILENCE_SECONDS = 4;

/**
 * A worker hands a call over to its line only within this time after it has asked to renew its lease. Nobody takes over
 * a lease that was silent for less than SILENCE_SECONDS, so two workers never hand over the same call, whichever of
 * them was suspended meanwhile.
 */
export const HAND_OVER_MS = 3_000;

/**
 * A call whose outcome only its machine has is left to that machine for this long after the last sign of its worker:
 * the machine may be restarted or reach the database again, and then nobody has to decide.
 */
export const OWN_MACHINE_SECONDS = 300;

/**
 * Class of the advisory lock that every worker holds for as long as it lives; the other half is the worker's number.
 */
export const WORKER_LOCK_CLASS = 7_032_554;

/** Thrown if a write finds its lease taken over: the work belongs to another worker now, and this one drops it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
