/*
 * The send queue as a model that SPIN searches: one fax, two workers, and everything that may go wrong with them.
 *
 * Each step is one transaction, one request to the line, or one decision between them, and names the function that it
 * represents, so that model and code can be compared. Between two steps anything else may happen, for any length of
 * time. README.md in this folder lists what the model leaves out and what it assumes.
 *
 * Switches (-D):
 *   ONNET           the fax goes to another account of this installation; otherwise over a line that remembers its calls
 *                   (HylaFAX, Telnyx)
 *   MISHAPS=n       how many things go wrong, in any order and combination (mishaps.pml)
 *   RETRIES=n       calls after the first one that fails and counts
 *   CANCELS=n       how often a person cancels the fax
 *   RESENDS=n       how often a person sends a failed or uncertain fax again
 *   WHOLE_INSTANT   a worker cannot stop between its last check of the clocks and the write that follows; in return its
 *                   connections may break while it is frozen
 *   FOR_EVER        what is frozen or dead may stay so, and people need not act
 * Switches that remove a protection, to check that the search then finds the fault:
 *   NO_FENCE NO_AGE NO_PROOF NO_SETTLE NO_REPLY_SETTLE NO_TRANSACTION NO_CANCEL_CHECK NO_TAKE_OVER
 *   FORGET_NEWER
 */

#ifndef MISHAPS
#define MISHAPS 1
#endif
#ifndef RETRIES
#define RETRIES 0
#endif
#ifndef CANCELS
#define CANCELS 1
#endif
#ifndef RESENDS
#define RESENDS 0
#endif

#include "rows.pml"
#include "mishaps.pml"
#include "line.pml"
#include "protections.pml"
#include "worker.pml"
#include "people.pml"

init {
  byte n;
  atomic {
    owner_of[0] = 1;
    owner_of[1] = 2;
    run time();
    run mishap();
    run person();
#ifdef FOR_EVER
    run world();
#endif
    run heartbeat(0);
    run heartbeat(1);
    run job_run(0, 0);
    run job_run(0, 1);
    run job_run(1, 2);
#ifndef ONNET
    for (n : 1 .. ATTEMPTS) { run call_of(n) }
#endif
  }
}

/* (a) Nothing arrives twice unless a person sent it again. */
#define ONCE (arrived <= 1 + resent)
ltl once { [] ONCE }

/* (b) No worker writes how a call ended after the job was taken over. */
#define FENCED (!wrote_late)
ltl fenced { [] FENCED }

/* (b) No worker hands a call over after the job was taken over. */
#define OWNED (!submitted_late)
ltl owned { [] OWNED }

/* (c) Every fax comes to an end, as long as one worker keeps running. */
ltl ends { <> [] ENDED }

/* (d) A fax that was canceled before its call was marked is never handed over. */
#define OBEYED (!submitted_cancelled)
ltl cancelled { [] OBEYED }

/* (e) What people are told is true: "sent" has arrived, "not sent" and "canceled" have not. */
#define TRUTHFUL ((state == DELIVERED -> arrived > 0) && ((state == FAILED || state == CANCELLED) -> arrived <= resent))
ltl truthful { [] TRUTHFUL }

/* (f) A healthy worker keeps its job: only a silent one loses it. */
#define KEPT (!robbed)
ltl kept { [] KEPT }

/* The model has room for every attempt that this many mishaps can cause: nothing was cut off. */
#define ENOUGH (!(state == QUEUED && attempts == ATTEMPTS))
ltl enough { [] ENOUGH }

/* All invariants, for a single search. */
#ifdef WHOLE_INSTANT
ltl safe { [] (ONCE && FENCED && OWNED && OBEYED && TRUTHFUL && KEPT && ENOUGH) }
#else
ltl safe { [] (ONCE && FENCED && OBEYED && TRUTHFUL && KEPT && ENOUGH) }
#endif
