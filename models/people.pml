/* The sender and the operator. */
proctype person() {
  byte cancels = CANCELS;
  do
  /* outbox.service.ts: cancel; cancel.store.ts: cancelOpenJob, askToCancel */
  :: atomic { cancels > 0 && (state == QUEUED || (state == SENDING && !cancel_asked)) ->
    cancels--;
    if
    :: state == QUEUED -> state = CANCELLED; barred_from = attempts + 1
    :: else ->
      cancel_asked = true;
      if :: dialled[attempts] -> barred_from = attempts + 1 :: else -> barred_from = attempts fi
    fi }
  /*
   * operate-jobs.store.ts: requeueJob. A new job of the same fax (outbox.service.ts: resend) shares less with the old
   * job.
   */
  :: atomic { resent < RESENDS && (state == FAILED || state == UNCERTAIN) ->
    resent++;
    cancel_asked = false; barred_from = 0;
    state = QUEUED }
#ifdef FOR_EVER
  :: break
#endif
  od
}
