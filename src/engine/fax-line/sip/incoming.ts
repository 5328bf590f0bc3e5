import { randomUUID } from 'node:crypto';

import type { Answering, CallAnswer } from '../answering-port.ts';
import type { SipAgent } from './signaling/agent.ts';
import type { IncomingCall } from './signaling/agent.ts';
import { FaxCall } from './fax-call.ts';
import { startLeg } from './media-leg.ts';
import type { MediaLeg } from './media-leg.ts';
import { headerOf } from './signaling/message.ts';
import type { SipRequest } from './signaling/message.ts';
import { parseSdp } from './signaling/sdp.ts';
import { CallRecorder } from './recorder.ts';
import type { Spool } from './spool.ts';
import type { Trunk } from './trunk.ts';
import { uriOf, userOf } from './signaling/uri.ts';

/** Dependencies of answering. */
export interface AnswerParts {
  trunk: Trunk;
  spool: Spool;
  agent: SipAgent;
  speed: number;
}

/** How an unanswered call is refused (RFC 3261 21). */
const REFUSALS = {
  blocked: [603, 'Decline'],
  full: [503, 'Service Unavailable'],
} as const;

/** Answers the calls of a line until stopped; calls in progress then continue. */
export class CallAnswerer {
  readonly #parts: AnswerParts;
  readonly #how: Answering;
  readonly #under = new Set<Promise<void>>();
  #stopped = false;

  constructor(parts: AnswerParts, how: Answering) {
    this.#parts = parts;
    this.#how = how;
    parts.agent.onCall = (call) => this.#ring(call);
  }

  /** Accepts no new calls; resolves when those in progress have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#under);
  }

  #ring(call: IncomingCall): void {
    if (this.#stopped) return call.refuse(503, 'Service Unavailable');
    if (this.#under.size >= this.#parts.trunk.settings.calls) return call.refuse(486, 'Busy Here');
    const answered = this.#answer(call)
      // Before the call is answered, the caller is told about errors; afterwards the leg's journal records what
      // arrived.
      .catch((error: unknown) => {
        this.#how.failed(error instanceof Error ? error.message : String(error));
        call.refuse(500, 'Server Internal Error');
      })
      .catch((error: unknown) => this.#how.failed(`the caller could not be told: ${String(error)}`))
      .finally(() => this.#under.delete(answered));
    this.#under.add(answered);
  }

  async #answer(call: IncomingCall): Promise<void> {
    const { spool, agent } = this.#parts;
    const { request } = call;
    const called = digitsOf(userOf(request.uri) || userOf(uriOf(headerOf(request, 'to'))));
    const caller = callerOf(request);
    const id = randomUUID();
    const recorder = new CallRecorder();
    recorder.message(false, request.text);
    recorder.follow(agent, request.callId);
    try {
      const answer = await this.#how.answerFor({ id, called, caller });
      if (answer.kind === 'refuse') {
        const [status, reason] = REFUSALS[answer.because];
        return call.refuse(status, reason);
      }
      recorder.watch = answer.watch;
      const files = await spool.begin(id, { called, caller, receivedAt: new Date() });
      await this.#converse(call, files, answer, recorder);
    } finally {
      recorder.done();
    }
  }

  async #converse(
    call: IncomingCall,
    files: { pages: string; journal: string },
    answer: Extract<CallAnswer, { kind: 'answer' }>,
    recorder: CallRecorder,
  ): Promise<void> {
    const { trunk } = this.#parts;
    const leg = await this.#openLeg(files, answer, recorder);
    try {
      const address = await trunk.ownAddress();
      const fax = new FaxCall({ ...this.#parts, settings: trunk.settings, address, leg, calling: false });
      await converse(call, fax, recorder.answered);
    } finally {
      leg.stop();
      await leg.gone;
      this.#how.arrived();
    }
  }

  async #openLeg(
    { pages, journal }: { pages: string; journal: string },
    { stationId }: Extract<CallAnswer, { kind: 'answer' }>,
    recorder: CallRecorder,
  ): Promise<MediaLeg> {
    const { trunk, speed } = this.#parts;
    const { mediaPorts: ports, maxRate, ecm, secure } = trunk.settings;
    const address = await trunk.ownAddress();
    return await startLeg(
      { job: { receive: pages }, journal, stationId, address, ports, maxRate, ecm, secure, speed },
      recorder.heard,
    );
  }
}

/** Accepts the call and follows it to its end; refuses it if it cannot carry a fax. */
async function converse(call: IncomingCall, fax: FaxCall, answered: () => void): Promise<void> {
  const { body } = call.request;
  if (body === '') {
    // The caller expects our offer and answers it in its ACK (RFC 3261 13.2.1).
    const accepted = await call.accept(fax.offer());
    if (!accepted) return;
    answered();
    if (fax.begin(accepted.ack.body)) await fax.follow(accepted.dialog);
    else await accepted.dialog.end();
    return;
  }
  const answer = fax.answer(parseSdp(body));
  if (!answer) return call.refuse(488, 'Not Acceptable Here');
  const accepted = await call.accept(answer.sdp);
  if (!accepted) return;
  answered();
  answer.start();
  await fax.follow(accepted.dialog);
}

/** Returns the caller's number, as asserted by the trunk rather than by the caller (RFC 3325); empty if withheld. */
function callerOf(request: SipRequest): string {
  const headers = ['p-asserted-identity', 'remote-party-id', 'from'];
  const asserted = headers.map((name) => headerOf(request, name)).find((value) => value !== '') ?? '';
  return digitsOf(userOf(uriOf(asserted)));
}

/** Returns the digits of a number, ten for a North American one; empty for a name. */
function digitsOf(user: string): string {
  if (!/^\+?[\d().-]{1,32}$/.test(user)) return '';
  const digits = user.replaceAll(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}
