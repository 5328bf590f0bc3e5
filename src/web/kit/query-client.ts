import { MutationCache, QueryCache } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { FreshQueryClient } from './fresh-query-client.ts';
import { i18n } from './i18n.ts';
import { hasEnded, onSessionEnd } from './session-store.ts';

/** How long data count as fresh, so that moving between pages does not refetch what was just shown. */
const FRESH_MS = 5000;

/** Returns whether to retry: a response is final; only a missing response or a server error is worth a retry. */
function worthRetry(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Retry rule for polled queries: one lost response is retried at once, and no further requests follow. */
export function pollRetry(failures: number, error: Error): boolean {
  return failures < 1 && worthRetry(failures, error);
}

/**
 * The only cache for all server data. Polls stop automatically while the page is hidden. Failures that no page shows
 * are only logged to the browser console (ERR-02).
 */
export const queryClient = new FreshQueryClient({
  queryCache: new QueryCache({ onError: logFailure }),
  mutationCache: new MutationCache({ onError: logFailure }),
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: worthRetry, refetchIntervalInBackground: false },
    mutations: { retry: false },
  },
});

onSessionEnd(() => queryClient.clear());

// The server provides the names and pictures of templates, and they differ by language.
i18n.on('languageChanged', () => void queryClient.invalidateQueries({ queryKey: ['cover-pages'] }));

function logFailure(error: Error): void {
  // A leftover request of a page that is gone: nobody is signed in anymore.
  if (error instanceof ApiError && error.code === 'AUTH_REQUIRED' && hasEnded()) return;
  // Only codes, never the data that was sent or received.
  const what = error instanceof ApiError ? `${error.status} ${error.code}` : error.name;
  // oxlint-disable-next-line no-console -- the browser console is the log of the pages
  console.error(`call failed: ${what}`);
}
