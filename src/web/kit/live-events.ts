import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { events, TOPICS } from '#contract/mailbox/live-events.ts';
import type { Topic } from '#contract/mailbox/live-events.ts';
import { callUrl } from './call-api.ts';

/**
 * The time over which reconnects are spread. After a restart, all clients have lost the stream at the same moment;
 * spreading them keeps ten thousand browsers from causing a second outage (F-client-03): all clients together never
 * send more than three times their usual requests. Polls bridge the time and detect whether the server is away. Later
 * retries wait longer.
 */
const SPREAD_MS = 30_000;
const SHORTEST_WAIT_MS = 500;

/**
 * Queries to reload after the stream was lost, because the missed hints are unknown. Main data are polled; settings
 * seldom change.
 */
const ASKED_AFTER_LOSS = ['inbox', 'dashboard', 'outbox', 'team'] as const;

/** First parts of the query keys that a topic, or a change of our own to such things, makes stale; features use these as the first part of their keys. */
export const TOPIC_KEYS: Record<Topic, readonly string[]> = {
  faxes: ['inbox', 'dashboard', 'main', 'own-accounts', 'all-inboxes'],
  outbox: ['outbox', 'dashboard', 'main'],
  account: ['main', 'settings', 'rules'],
  team: ['team', 'inbox'],
  readers: ['readers'],
};

/**
 * Listens while somebody is signed in: each event names a topic that changed, so that its queries refetch now instead
 * of at the next poll. The polls continue anyway, so a lost connection delays changes by seconds but never loses them.
 */
export function useLiveEvents(): void {
  const client = useQueryClient();
  useEffect(() => followEvents(client), [client]);
}

/** Does the same for one cache; returns the function that stops it. */
export function followEvents(client: QueryClient): () => void {
  const stale = (keys: readonly string[]) => {
    for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
  };
  return listen({ onTopic: (topic) => stale(TOPIC_KEYS[topic]), onBack: () => stale(ASKED_AFTER_LOSS) });
}

/** Returns the milliseconds before the next attempt; `failures` counts all since the stream was last open. */
export function reconnectWait(failures: number, random: number): number {
  return SHORTEST_WAIT_MS + (failures > 1 ? SPREAD_MS : 0) + random * SPREAD_MS;
}

interface Hearer {
  onTopic: (topic: Topic) => void;
  /** Called when the stream is back after it broke. */
  onBack: () => void;
}

function listen({ onTopic, onBack }: Hearer): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const connect = () => {
    source = new EventSource(callUrl(events));
    source.addEventListener('open', () => {
      if (failures > 0) onBack();
      failures = 0;
    });
    for (const topic of TOPICS) source.addEventListener(topic, () => onTopic(topic));
    source.addEventListener('message', (event: MessageEvent<string>) => {
      const topic = TOPICS.find((known) => known === event.data);
      if (topic !== undefined) onTopic(topic);
    });
    source.addEventListener('error', () => {
      // The browser would reconnect at once, together with all other browsers, which would cause a second outage.
      source?.close();
      failures += 1;
      timer = setTimeout(connect, reconnectWait(failures, Math.random()));
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
