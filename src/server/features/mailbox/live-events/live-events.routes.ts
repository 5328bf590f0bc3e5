import { setInterval } from 'node:timers';

import { events } from '#contract/mailbox/live-events.ts';
import type { Topic } from '#contract/mailbox/live-events.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { sessionToken } from '#server/kit/cookies.ts';

import type { LiveEvents } from './live-events.service.ts';
import { OpenStreams } from './open-streams.ts';

/** Heartbeat interval: proxies cut streams that are silent for a minute. It also detects that a session has ended. */
const BEAT_MS = 25_000;
/** A burst of changes (a hundred faxes marked read) becomes one hint per topic. */
const GATHER_MS = 100;

/** Whether a session token is still valid on this host. */
type StillSignedIn = (token: string, host: string) => Promise<boolean>;

/** Mounts the stream of hints (spec http-api 12.1). It ends with its session and when the server stops. */
export function mountLiveEvents(app: App, live: LiveEvents, stillSignedIn: StillSignedIn): void {
  const open = new OpenStreams();
  app.addHook('preClose', async () => open.endAll());

  mount(app, events, async ({ caller, request, reply }) => {
    open.makeRoom(caller);
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    stream.write(': hello\n\n');
    const gathered = gatherTopics((topic) => stream.write(`event: ${topic}\ndata: ${topic}\n\n`));
    const unsubscribe = live.subscribe(caller.accountId, (topic) => {
      gathered.add(topic);
      // The person's membership may have ended.
      if (topic === 'account') endUnlessSignedIn();
    });
    const end = () => {
      clearInterval(beat);
      unsubscribe();
      gathered.stop();
      forget();
      stream.end();
    };
    const endUnlessSignedIn = () => {
      stillSignedIn(sessionToken(request) ?? '', request.hostname).then(
        (standing) => standing || end(),
        // The database is unreachable: the stream stays open until the session can be checked.
        () => {},
      );
    };
    const beat = setInterval(() => {
      stream.write(': beat\n\n');
      endUnlessSignedIn();
    }, BEAT_MS);
    const forget = open.add(caller, end);
    request.raw.on('close', end);
    return reply;
  });
}

/** Collects topics for a moment, then passes each on once. */
function gatherTopics(pass: (topic: Topic) => void): { add: (topic: Topic) => void; stop: () => void } {
  const waiting = new Set<Topic>();
  let timer: NodeJS.Timeout | undefined;
  return {
    add: (topic) => {
      waiting.add(topic);
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const name of waiting) pass(name);
        waiting.clear();
      }, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
