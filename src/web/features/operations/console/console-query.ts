import { useRef } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Call, ReplyOf } from '#contract/kit/call.ts';
import type { operatorAccounts } from '#contract/customers/accounts.admin.ts';
import type { operatorNumbers } from '#contract/customers/numbers.admin.ts';
import { CONSOLE_PAGE } from '#contract/faxes/queue.admin.ts';
import type { operatorJobs } from '#contract/faxes/queue.admin.ts';
import { operatorSession } from '#contract/identity/operators.admin.ts';
import { ApiError } from '#web/kit/api-error.ts';
import type { CallInput } from '#web/kit/call-api.ts';
import { FreshQueryClient } from '#web/kit/fresh-query-client.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { callOperator, whenConsoleEnds } from './call-operator.ts';

/** A refusal is a sentence to read, not a word. */
const READ_MS = 8000;

/** The console's own data: nothing of a mailbox in the same browser gets mixed in. */
export const consoleClient = new FreshQueryClient({
  defaultOptions: { queries: { staleTime: 2000, retry: false }, mutations: { retry: false } },
});

whenConsoleEnds(() => {
  consoleClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== operatorSession.path });
  const asked = consoleClient.getQueryState(['operator', operatorSession.path, null]);
  // The session itself is asked for anew, which shows the form; a refusal of that very call ends here.
  if (asked?.data !== undefined)
    void consoleClient.resetQueries({ queryKey: ['operator', operatorSession.path] });
});

/** Marks what is kept up to date, for the note that says when it was. */
const LIVE = { live: true } as const;

/** What is open is asked for again so often, while the page is in sight. */
export const LIVE_MS = 15_000;
/** Calls that go on are asked for more often. */
export const CALL_LIVE_MS = 1_000;

/**
 * Data of one call; a list keeps its old rows while the next page is on its way. With `everyMs` it is kept up to date;
 * that may depend on what came last.
 */
export function useConsole<C extends Call>(
  call: C,
  query?: CallInput<C>['query'],
  everyMs?: number | ((last: ReplyOf<C> | undefined) => number),
) {
  return useQuery<ReplyOf<C>>({
    queryKey: ['operator', call.path, query ?? null],
    queryFn: ({ client, queryKey }) =>
      callOperator(call, query === undefined ? {} : { query }, client.getQueryData(queryKey) !== undefined),
    placeholderData: keepPreviousData,
    ...(everyMs === undefined
      ? {}
      : {
          refetchInterval: typeof everyMs === 'number' ? everyMs : ({ state }) => everyMs(state.data),
          meta: LIVE,
        }),
  });
}

/** What is asked before an action, and said after it. */
interface ActionWords<Reply> {
  /** Left out where nothing is lost. */
  question?: { title: string; body?: string; confirm: string };
  done: string | ((reply: Reply) => string);
  /** Goes away from what is no longer there, before everything shown is asked for anew. */
  leave?: () => Promise<void>;
}

/**
 * Does something: asks where something is lost, says how it went, and brings everything shown up to date. Gives back the
 * answer; null when it was not done.
 */
export function useAction() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const busy = useRef(false);
  return async <C extends Call>(
    call: C,
    body: CallInput<C>['body'],
    words: ActionWords<ReplyOf<C>>,
  ): Promise<ReplyOf<C> | null> => {
    // A second press of a double click does nothing twice.
    if (busy.current) return null;
    const { question } = words;
    const asked = question && {
      title: question.title,
      body: question.body,
      confirmLabel: question.confirm,
      cancelLabel: t('operator.keep'),
      danger: true,
    };
    if (asked && !(await confirm(asked))) return null;
    busy.current = true;
    try {
      const reply = await callOperator(call, body === undefined ? {} : { body });
      growl.success(typeof words.done === 'string' ? words.done : words.done(reply));
      await words.leave?.();
      return reply;
    } catch (error) {
      growl.error(sentenceOf(error, t('app.unreachable')), READ_MS);
      return null;
    } finally {
      await client.invalidateQueries({ queryKey: ['operator'] }).finally(() => (busy.current = false));
    }
  };
}

/** Whether what was asked for is not there: an address that was typed, or sent on long ago. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** What an error says to people. */
export function sentenceOf(error: unknown, unreachable: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : unreachable;
}

/** Filter and page of the list that is open; they stand in the address, so they survive a reload and can be sent on. */
export function useConsolePlace(): {
  search: Readonly<Record<string, string>>;
  page: number;
  /** `replace` keeps Back from a page that has nothing any more. */
  go: (change: Record<string, string | number>, replace?: boolean) => void;
} {
  const search = useLocation({ select: (here) => here.search as Record<string, string> });
  const navigate = useNavigate();
  const page = Math.max(1, Math.trunc(Number(search['page'] ?? 1)) || 1);
  const go = (change: Record<string, string | number>, replace = false) => {
    // Another filter begins at its first page.
    const next = Object.entries({ ...search, page: '', ...change }).filter(
      ([name, value]) => value !== '' && !(name === 'page' && Number(value) === 1),
    );
    void navigate({ to: '.', search: Object.fromEntries(next) as never, replace });
  };
  return { search, page, go };
}

/** A list that is searched, filtered by state and paged by what the address says. */
export function useConsoleList<C extends ListCall>(call: C) {
  const { search, page } = useConsolePlace();
  // The state is a word of the address: the server refuses one that it does not know.
  const query = {
    search: search['search'] ?? '',
    state: search['state'] ?? '',
    'current-page': page,
    'per-page': CONSOLE_PAGE,
    ...Object.fromEntries(
      ['since', 'until', 'reason'].flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
    ),
  } as CallInput<C>['query'];
  return useConsole(call, query, LIVE_MS);
}

type ListCall = typeof operatorAccounts | typeof operatorJobs | typeof operatorNumbers;
