import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { events, TOPICS } from '#contract/live-events.ts';
import type { Topic } from '#contract/live-events.ts';
import { callUrl } from './call-api.ts';

/**
 * After a restart everybody has lost the stream at the same moment. Coming back is spread over this long, so that ten
 * thousand browsers are no second outage (F-client-03); the polls bridge the time. Later tries wait longer.
 */
const SPREAD_MS = 15_000;
const SHORTEST_WAIT_MS = 500;

/** Asking whether the server is away is spread as well: where only the stream broke, everybody asks at once. */
const PROBE_SPREAD_MS = 3000;

/** First parts of the query keys that a topic makes stale; features use these as the first part of their keys. */
export const TOPIC_KEYS: Record<Topic, readonly string[]> = {
  faxes: ['inbox', 'dashboard', 'main'],
  outbox: ['outbox', 'dashboard', 'main'],
  account: ['main', 'settings'],
};

/**
 * Listens while somebody is signed in: each event says that a topic changed, so that its queries ask now instead of at
 * the next poll. The polls go on all the same, so a lost connection costs seconds, never truth.
 */
export function useLiveEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stale = (topic: Topic) => {
      for (const key of TOPIC_KEYS[topic]) void client.invalidateQueries({ queryKey: [key] });
    };
    return listen({
      onTopic: stale,
      onLost: () => void client.invalidateQueries({ queryKey: ['main'] }),
      // What was hinted at meanwhile is not known.
      onBack: () => TOPICS.forEach(stale),
    });
  }, [client]);
}

/** Milliseconds before the next try; `failures` are those since the stream was last open, this one included. */
export function reconnectWait(failures: number, random: number): number {
  return SHORTEST_WAIT_MS + (failures > 1 ? SPREAD_MS : 0) + random * SPREAD_MS;
}

interface Hearer {
  onTopic: (topic: Topic) => void;
  /** The stream broke; the server may be away. */
  onLost: () => void;
  /** It is there again. */
  onBack: () => void;
}

function listen({ onTopic, onLost, onBack }: Hearer): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let probe: ReturnType<typeof setTimeout> | undefined;
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
      if (failures === 1) probe = setTimeout(onLost, Math.random() * PROBE_SPREAD_MS);
      timer = setTimeout(connect, reconnectWait(failures, Math.random()));
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    clearTimeout(probe);
    source?.close();
  };
}
