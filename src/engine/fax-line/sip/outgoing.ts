import { setTimeout as pause } from 'node:timers/promises';

import { pagesFrom } from '../pages-from.ts';
import { leavesCall } from '../port.ts';
import type { CallOutcome, LostCall, LostCallOutcome, OutgoingCall } from '../port.ts';
import type { SipAgent } from './signaling/agent.ts';
import { newCall } from './signaling/call-identity.ts';
import { FaxCall } from './fax-call.ts';
import { OutgoingInvite } from './signaling/invite.ts';
import type { InviteEnd } from './signaling/invite.ts';
import { journalOf, readJournal } from './journal.ts';
import { startLeg } from './media-leg.ts';
import type { LegEvent, MediaLeg } from './media-leg.ts';
import { endedOutcome, refusedOutcome } from './outcome.ts';
import type { Spool } from './spool.ts';
import { CallRecorder } from './recorder.ts';
import type { Trunk } from './trunk.ts';
import type { SipPeer } from './signaling/uri.ts';

/** Dependencies of calls over a trunk. */
export interface CallParts {
  trunk: Trunk;
  spool: Spool;
  agent(): Promise<SipAgent>;
  /** Speed factor of the clock of media and waits. */
  speed: number;
}

/** How long a call may ring: about ten rings. */
const RING_MS = 60_000;
const LOOK_MS = 200;

/** Places a call and waits for its end. */
export async function placeCall(
  parts: CallParts,
  call: OutgoingCall,
  signal: AbortSignal,
): Promise<LostCallOutcome> {
  const skip = call.skip ?? 0;
  const pages = pagesFrom(await call.tiff(), skip);
  if (pages === null) return { kind: 'final', reason: 'DOCUMENT_REFUSED', pagesConfirmed: skip };
  const events: LegEvent[] = [];
  const recorder = new CallRecorder(call.watch);
  const prepared = await prepare(parts, call, pages, (event) => {
    events.push(event);
    recorder.heard(event);
    if (event.ev === 'page') call.onPage(skip + event.pages);
  });
  if (prepared.kind !== 'prepared') return prepared;
  try {
    const outcome = await dial(parts, call, { ...prepared, events, recorder }, signal);
    return outcome.kind === 'never-placed' ? outcome : shifted(outcome, skip, call.pages);
  } finally {
    prepared.leg.stop();
    // Its journal is then complete, and its last frames have been sent.
    await prepared.leg.gone;
    recorder.done();
  }
}

interface Prepared {
  kind: 'prepared';
  leg: MediaLeg;
  caller: SipAgent;
  peer: SipPeer;
  address: string;
}

/** A prepared call with its events. */
type Dialing = Omit<Prepared, 'kind'> & { events: LegEvent[]; recorder: CallRecorder };

/** Prepares everything that a call needs before dialing; anything missing is a fault of the line. */
async function prepare(
  parts: CallParts,
  call: OutgoingCall,
  pages: Uint8Array,
  heard: (event: LegEvent) => void,
): Promise<Prepared | CallOutcome> {
  try {
    const peer = await parts.trunk.peer();
    const address = await parts.trunk.ownAddress();
    const caller = await parts.agent();
    return { kind: 'prepared', peer, address, caller, leg: await openLeg(parts, call, pages, heard) };
  } catch (error) {
    return {
      kind: 'retry',
      reason: 'LINE_FAULT',
      pagesConfirmed: call.skip ?? 0,
      resume: true,
      detail: String(error),
    };
  }
}

async function openLeg(
  { trunk, spool, speed }: CallParts,
  call: OutgoingCall,
  pages: Uint8Array,
  heard: (event: LegEvent) => void,
): Promise<MediaLeg> {
  const { settings } = trunk;
  const options = {
    job: { send: pages },
    stationId: call.from.stationId,
    journal: await spool.journalOfCall(call.callRef),
    address: await trunk.ownAddress(),
    ports: settings.mediaPorts,
    maxRate: settings.maxRate,
    ecm: settings.ecm,
    secure: settings.secure,
    speed,
  };
  return await startLeg(options, heard);
}

async function dial(
  { trunk, speed }: CallParts,
  call: OutgoingCall,
  { leg, caller, peer, address, events, recorder }: Dialing,
  signal: AbortSignal,
): Promise<CallOutcome | { kind: 'never-placed' }> {
  const { settings } = trunk;
  const fax = new FaxCall({ settings, address, leg, speed, calling: true });
  const identity = newCall();
  recorder.follow(caller, identity.id);
  const invite = {
    identity,
    ...trunk.identity(call.from.number),
    to: trunk.uriOf(call.to),
    peer,
    sdp: fax.offer(),
    ringMs: RING_MS / speed,
  };
  if (signal.aborted) return { kind: 'never-placed' };
  const placed: { call?: OutgoingInvite } = {};
  const handedOver = await call.handOver(() => {
    placed.call = new OutgoingInvite(caller, invite);
  });
  const { call: under } = placed;
  if (!handedOver || !under) return { kind: 'never-placed' };
  const hangUp = (): void => {
    under.cancel();
    leg.stop();
  };
  signal.addEventListener('abort', hangUp);
  try {
    const end = await under.end;
    if (end.kind === 'refused') {
      // The next call, which comes immediately, tries another server of the trunk.
      if (!end.response || end.response.status === 503) trunk.targets.failed(peer);
      return signal.aborted ? cancelled() : refusedOutcome(end.response);
    }
    return await followFax(call, end, fax, { leg, events, recorder }, signal);
  } finally {
    signal.removeEventListener('abort', hangUp);
  }
}

/** Transmits the fax after the call is answered, and hangs up. */
async function followFax(
  call: OutgoingCall,
  answer: Extract<InviteEnd, { kind: 'answered' }>,
  fax: FaxCall,
  { leg, events, recorder }: Pick<Dialing, 'leg' | 'events' | 'recorder'>,
  signal: AbortSignal,
): Promise<CallOutcome> {
  recorder.answered();
  const began = performance.now();
  if (!fax.begin(answer.response.body)) leg.stop();
  if (signal.aborted) leg.stop();
  const ended = await fax.follow(answer.dialog);
  const outcome = endedOutcome(journalOf([...events, ended]), call.pages - (call.skip ?? 0), signal.aborted);
  const seconds = Math.round((performance.now() - began) / 1_000);
  return { ...outcome, link: { ...outcome.link, seconds } };
}

/** Finds out what became of a dead process's call: its leg recorded it in the journal and ended with the process. */
export async function adoptCall(spool: Spool, lost: LostCall, signal: AbortSignal): Promise<LostCallOutcome> {
  const skip = lost.skip ?? 0;
  for (;;) {
    const journal = await readJournal(spool.journalPath(lost.callRef));
    if (!journal) {
      const detail = 'the call was placed on another machine, or its journal is lost';
      return { kind: 'uncertain', pagesConfirmed: lost.pagesConfirmed, detail };
    }
    if (!journal.alive || journal.end) {
      const outcome = endedOutcome(journal, lost.pages - skip, true);
      return shifted(outcome, skip, lost.pages);
    }
    if (signal.aborted && leavesCall(signal)) return { kind: 'left' };
    await pause(LOOK_MS);
  }
}

function cancelled(): CallOutcome {
  return { kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 0, detail: 'ended by this side' };
}

/** Converts page counts within this call to page counts of the document. */
function shifted(outcome: CallOutcome, skip: number, pages: number): CallOutcome {
  if (outcome.kind === 'delivered') return { ...outcome, pages };
  return { ...outcome, pagesConfirmed: outcome.pagesConfirmed + skip };
}
