/*
 * A line that remembers its calls under our name for them (HylaFAX: JOBINFO; Telnyx: client_state), as its answers show
 * it. The line chooses how a call ends, so hanging up needs no separate step: the call ends somehow.
 */
proctype call_of(byte n) {
  do
  :: atomic { under_way[n] -> /* JSUBM, POST /faxes */
    under_way[n] = false; call[n] = CALLING;
    if :: reply[n] == NO_REPLY -> reply[n] = TAKEN :: else fi }
  /* The connection breaks, or the server answers too slowly: the command either continues or is lost. */
  :: atomic { under_way[n] && reply[n] == NO_REPLY && MAY_GO_WRONG -> GOES_WRONG; reply[n] = BROKEN;
    if :: under_way[n] = false :: under_way[n] = false; call[n] = CALLING :: true fi }
  :: atomic { under_way[n] && reply[n] == NO_REPLY && MAY_GO_WRONG -> GOES_WRONG;
    under_way[n] = false; reply[n] = REFUSED }
  :: atomic { call[n] == CALLING ->
    if
    :: call[n] = ARRIVED; arrived++
    :: call[n] = NOT_ARRIVED
    :: call[n] = NOT_KNOWN; arrived++
    :: call[n] = NOT_KNOWN
    fi }
  od
}
