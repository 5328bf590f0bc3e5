import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { events, TOPICS } from '#contract/live-events.ts';
import type { Topic } from '#contract/live-events.ts';
import { callUrl } from './call-api.ts';

/** The first wait before connecting again; it doubles up to the longest one. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

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
  useEffect(
    () =>
      listen((topic) => {
        for (const key of TOPIC_KEYS[topic]) void client.invalidateQueries({ queryKey: [key] });
      }),
    [client],
  );
}

function listen(onTopic: (topic: Topic) => void): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  const connect = () => {
    source = new EventSource(callUrl(events));
    source.addEventListener('open', () => {
      wait = FIRST_WAIT_MS;
    });
    for (const topic of TOPICS) source.addEventListener(topic, () => onTopic(topic));
    source.addEventListener('message', (event: MessageEvent<string>) => {
      const topic = TOPICS.find((known) => known === event.data);
      if (topic !== undefined) onTopic(topic);
    });
    source.addEventListener('error', () => {
      // The browser would come back at once, with every other browser; after an outage that is a second outage.
      source?.close();
      timer = setTimeout(connect, wait / 2 + Math.random() * (wait / 2));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
