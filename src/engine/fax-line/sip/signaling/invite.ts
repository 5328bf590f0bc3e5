import type { SipAgent } from './agent.ts';
import type { CallIdentity } from './call-identity.ts';
import type { ClientTransaction } from './client-transactions.ts';
import { ALLOWED, Dialog, SDP } from './dialog.ts';
import { headerOf } from './message.ts';
import type { SipHeader, SipResponse } from './message.ts';
import type { FinalResponse, RequestToSend } from './transaction.ts';
import { uriOf } from './uri.ts';
import type { SipPeer } from './uri.ts';

/** A call to place. */
export interface InviteToSend {
  identity: CallIdentity;
  to: string;
  from: string;
  peer: SipPeer;
  sdp: string;
  headers: readonly SipHeader[];
  /** How long it may ring. */
  ringMs: number;
}

/**
 * How an INVITE of ours ended. A refusal has a null response if nothing was received, and an acceptance if it came
 * after we had canceled the call.
 */
export type InviteEnd =
  | { kind: 'answered'; dialog: Dialog; response: SipResponse }
  | { kind: 'refused'; response: FinalResponse };

/** A call of ours from its INVITE to its first answer (RFC 3261 13.2); the constructor sends the INVITE. */
export class OutgoingInvite {
  readonly end: Promise<InviteEnd>;
  readonly #agent: SipAgent;
  readonly #invite: InviteToSend;
  #cseq = 0;
  #cancelled = false;
  #transaction: ClientTransaction | undefined;
  #dialog: Dialog | undefined;

  constructor(agent: SipAgent, invite: InviteToSend) {
    this.#agent = agent;
    this.#invite = invite;
    this.end = this.#run();
  }

  /** Cancels the call, unless it has been answered. */
  cancel(): void {
    this.#cancelled = true;
    this.#transaction?.cancel();
  }

  async #run(): Promise<InviteEnd> {
    const ringing = setTimeout(() => this.cancel(), this.#invite.ringMs);
    const response = await this.#agent.ask(
      (authorization) => this.#request(authorization),
      { repeated: (again) => this.#again(again) },
      (begun) => {
        this.#transaction = begun;
        if (this.#cancelled) begun.cancel();
      },
    );
    clearTimeout(ringing);
    if (!response || response.status >= 300) return { kind: 'refused', response };
    this.#dialog = this.#answered(response);
    if (!this.#cancelled) return { kind: 'answered', dialog: this.#dialog, response };
    void this.#dialog.end();
    return { kind: 'refused', response };
  }

  #request(authorization: readonly SipHeader[]): RequestToSend {
    const { to, from, peer, sdp, headers } = this.#invite;
    this.#cseq += 1;
    return {
      method: 'INVITE',
      uri: to,
      peer,
      body: sdp,
      headers: [
        ['From', `<${from}>;tag=${this.#invite.identity.tag}`],
        ['To', `<${to}>`],
        ['Call-ID', this.#invite.identity.id],
        ['CSeq', `${this.#cseq} INVITE`],
        ['Contact', this.#agent.contact(peer.transport)],
        ALLOWED,
        SDP,
        ...headers,
        ...authorization,
      ],
    };
  }

  #answered(response: SipResponse): Dialog {
    const { from, to, peer } = this.#invite;
    const dialog = new Dialog(this.#agent, {
      callId: this.#invite.identity.id,
      local: { uri: from, tag: this.#invite.identity.tag },
      remote: { uri: to, tag: response.toTag },
      target: uriOf(headerOf(response, 'contact')) || to,
      routes: [...(response.headers.get('record-route') ?? [])].toReversed(),
      peer,
      cseq: this.#cseq,
    });
    this.#agent.join(dialog);
    dialog.acknowledge(this.#cseq);
    return dialog;
  }

  /** Handles a repeated acceptance; one from a second far end, rung by a proxy too, is hung up (RFC 3261 13.2.2.4). */
  #again(response: SipResponse): void {
    const dialog = this.#dialog;
    if (!dialog || response.status >= 300) return;
    if (dialog.isWith(response.toTag)) return dialog.acknowledgeAgain();
    void this.#answered(response).end();
    if (!dialog.over) this.#agent.join(dialog);
  }
}
