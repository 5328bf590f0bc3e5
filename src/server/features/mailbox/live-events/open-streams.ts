import { AppError } from '#server/kit/app-error.ts';
import type { Caller } from '#server/kit/scope.ts';

/** Maximum streams of one session: more windows than a user has open. A new one closes the oldest (A-DOS-03). */
const MOST_OF_SESSION = 5;
/** Maximum streams of one account, whose sessions may belong to many people. */
const MOST_OF_ACCOUNT = 20;
/** Retry delay; meanwhile the client polls, as it does without a stream. */
const AGAIN_AFTER_SECONDS = 60;

interface OpenStream {
  accountId: number;
  session: string;
  end: () => void;
}

/** The streams of this process, in the order in which they were opened. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  #ended = false;

  /**
   * Makes room for one more stream of this session. Throws TOO_MANY_REQUESTS if its account has too many, and
   * UNAVAILABLE while the server stops, because a new stream would delay that.
   */
  makeRoom(caller: Caller): void {
    if (this.#ended) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 1 });
    const ofSession = this.#of((stream) => stream.session === sessionOf(caller));
    if (ofSession.length >= MOST_OF_SESSION) {
      ofSession[0]?.end();
      return;
    }
    if (this.#of((stream) => stream.accountId === caller.accountId).length >= MOST_OF_ACCOUNT)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: AGAIN_AFTER_SECONDS });
  }

  /** Registers a stream until the returned function is called. */
  add(caller: Caller, end: () => void): () => void {
    const stream = { accountId: caller.accountId, session: sessionOf(caller), end };
    this.#open.add(stream);
    return () => void this.#open.delete(stream);
  }

  /** Ends every stream because the server stops. */
  endAll(): void {
    this.#ended = true;
    for (const { end } of this.#open) end();
  }

  #of(which: (stream: OpenStream) => boolean): OpenStream[] {
    return [...this.#open].filter(which);
  }
}

function sessionOf(caller: Caller): string {
  return caller.sessionIdHash.toString('base64');
}
