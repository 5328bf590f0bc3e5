import type { SipAgent } from './signaling/agent.ts';
import { sipUri } from './signaling/dialog.ts';
import { headerOf } from './signaling/message.ts';
import type { FinalResponse } from './signaling/transaction.ts';
import type { Trunk } from './trunk.ts';

/**
 * Requested lifetime of a registration: calls are lost for at most five minutes if a trunk loses our registration,
 * unless it grants a longer lifetime.
 */
const WANTED_SECONDS = 300;
/** A registrar may grant a longer lifetime, but beyond 24 days Node would fire the timer immediately. */
const LONGEST_SECONDS = 86_400;
/** The registration is renewed after this share of its lifetime, or after this delay if it failed. */
const AT_SHARE = 0.8;
const AGAIN_MS = 15_000;
/** How long stopping waits for a registration in progress; a trunk that does not answer takes 32 s to time out. */
const STOP_MS = 5_000;

/** Keeps a line registered at its trunk (RFC 3261 10). */
export class Registration {
  readonly #agent: SipAgent;
  readonly #trunk: Trunk;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** The registration in progress. */
  #running: Promise<void> = Promise.resolve();
  /** Why the line is not registered; empty while it is. */
  fault = 'The line is not registered yet.';

  constructor(agent: SipAgent, trunk: Trunk) {
    this.#agent = agent;
    this.#trunk = trunk;
  }

  async register(): Promise<void> {
    this.#running = this.#register();
    await this.#running;
  }

  async #register(): Promise<void> {
    const response = await this.#ask(WANTED_SECONDS).catch((error: unknown) => String(error));
    if (typeof response === 'string') {
      this.fault = `The registration failed: ${response}.`;
      return this.#again(AGAIN_MS);
    }
    const registered = response?.status === 200;
    this.fault = registered ? '' : faultOf(response);
    const granted = Number(
      /;\s*expires=(\d{1,6})/i.exec(response?.headers.get('contact')?.join() ?? '')?.[1],
    );
    const header = response ? Number(headerOf(response, 'expires')) : 0;
    const seconds = Math.min(granted || header || WANTED_SECONDS, LONGEST_SECONDS);
    this.#again(registered ? Math.max(seconds * 1_000 * AT_SHARE, 1_000) : AGAIN_MS);
  }

  #again(ms: number): void {
    if (!this.#stopped) this.#timer = setTimeout(() => void this.register(), ms).unref();
  }

  /** Unregisters, so that the trunk sends no more calls here; also what a registration in progress still obtains. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const patience = new Promise<void>((resolve) => void setTimeout(resolve, STOP_MS).unref());
    await Promise.race([this.#running, patience]);
    // An unavailable trunk drops the registration by itself.
    if (this.fault === '') await this.#ask(0).catch(() => null);
  }

  async #ask(seconds: number): Promise<FinalResponse> {
    const { credentials, domain } = this.#trunk.settings;
    const peer = await this.#trunk.peer();
    const address = sipUri(credentials?.user ?? '', domain);
    const more = [['Expires', String(seconds)]] as const;
    const response = await this.#agent.askOnce('REGISTER', address, peer, { more });
    if (!response || response.status === 503) this.#trunk.targets.failed(peer);
    return response;
  }
}

function faultOf(response: FinalResponse): string {
  if (!response) return 'The trunk does not answer the registration.';
  if ([401, 403, 407].includes(response.status)) return 'The trunk does not take the user name and password.';
  return `The trunk refuses the registration (${response.status} ${response.reason.slice(0, 100)}).`;
}
