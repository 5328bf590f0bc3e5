import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { events, TOPICS } from '#contract/mailbox/live-events.ts';
import type { Topic } from '#contract/mailbox/live-events.ts';
import { callUrl } from './call-api.ts';

/**
 * After a restart everybody has lost the stream at the same moment. Coming back is spread over this long, so that ten
 * thousand browsers are no second outage (F-client-03): everybody together never ask for more than three times what
 * they usually do. The polls bridge the time, and say whether the server is away. Later tries wait longer.
 */
const SPREAD_MS = 30_000;
const SHORTEST_WAIT_MS = 500;

/** What was hinted at while the stream was lost is not known. Main data are polled, settings seldom change. */
const ASKED_AFTER_LOSS = ['inbox', 'dashboard', 'outbox', 'team'] as const;

/** First parts of the query keys that a topic makes stale; features use these as the first part of their keys. */
export const TOPIC_KEYS: Record<Topic, readonly string[]> = {
  faxes: ['inbox', 'dashboard', 'main'],
  outbox: ['outbox', 'dashboard', 'main'],
  account: ['main', 'settings', 'rules'],
  team: ['team', 'inbox'],
  readers: ['readers'],
};

/**
 * Listens while somebody is signed in: each event says that a topic changed, so that its queries ask now instead of at
 * the next poll. The polls go on all the same, so a lost connection costs seconds, never truth.
 */
export function useLiveEvents(): void {
  const client = useQueryClient();
  useEffect(() => followEvents(client), [client]);
}

/** The same for one cache; gives what ends it. */
export function followEvents(client: QueryClient): () => void {
  const stale = (keys: readonly string[]) => {
    for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
  };
  return listen({ onTopic: (topic) => stale(TOPIC_KEYS[topic]), onBack: () => stale(ASKED_AFTER_LOSS) });
}

/** Milliseconds before the next try; `failures` are those since the stream was last open, this one included. */
export function reconnectWait(failures: number, random: number): number {
  return SHORTEST_WAIT_MS + (failures > 1 ? SPREAD_MS : 0) + random * SPREAD_MS;
}

interface Hearer {
  onTopic: (topic: Topic) => void;
  /** The stream is there again after it broke. */
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
      // The browser would come back at once, with every other browser; after an outage that is a second outage.
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
