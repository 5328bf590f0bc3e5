import { MutationCache, QueryCache } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { FreshQueryClient } from './fresh-query-client.ts';
import { i18n } from './i18n.ts';
import { hasEnded, onSessionEnd } from './session-store.ts';

/** Data stays fresh this long, so that moving between pages does not ask again for what was just shown. */
const FRESH_MS = 5000;

/** An answer that came is final; only a missing one or a server fault is worth a second try. */
function worthRetry(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** For what is polled: one lost answer is made good at once, and no more is asked than that. */
export function pollRetry(failures: number, error: Error): boolean {
  return failures < 1 && worthRetry(failures, error);
}

/**
 * One cache for all server data. Polls stop by themselves while the page is hidden. Failures that nobody shows
 * are only logged by the browser (ERR-02).
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

// Names and pictures of templates are words of the server: another language has others.
i18n.on('languageChanged', () => void queryClient.invalidateQueries({ queryKey: ['cover-pages'] }));

function logFailure(error: Error): void {
  // Left behind by a page that is gone: nobody is logged in any more.
  if (error instanceof ApiError && error.code === 'AUTH_REQUIRED' && hasEnded()) return;
  // Codes only: never what was sent or received.
  const what = error instanceof ApiError ? `${error.status} ${error.code}` : error.name;
  // oxlint-disable-next-line no-console -- the browser console is the log of the pages
  console.error(`call failed: ${what}`);
}
