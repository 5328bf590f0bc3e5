import { AppError } from '#server/kit/app-error.ts';
import type { Caller } from '#server/kit/scope.ts';

/** Streams of one session: more windows than anybody looks at. The oldest makes room (A-DOS-03). */
const MOST_OF_SESSION = 5;
/** Streams of one account, whose sessions may be many people. */
const MOST_OF_ACCOUNT = 20;
/** The client asks by itself meanwhile, as it does without a stream. */
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
   * Makes room for one more stream of this session. Throws TOO_MANY_REQUESTS when its account has too many, and
   * UNAVAILABLE when the server stops: a new stream would hold that up.
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

  /** Remembers a stream until the function that comes back is called. */
  add(caller: Caller, end: () => void): () => void {
    const stream = { accountId: caller.accountId, session: sessionOf(caller), end };
    this.#open.add(stream);
    return () => void this.#open.delete(stream);
  }

  /** Ends every stream: the server stops. */
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
