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
import { useInFlight } from '#web/kit/in-flight.ts';
import { useDraft } from '#web/kit/use-draft.ts';
import type { Draft } from '#web/kit/use-draft.ts';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { forgetSession } from '#web/ui/store.ts';
import { callOperator, isInConsole, whenConsoleEnds } from './call-operator.ts';

/** How long a refusal is shown, in ms, because it is a full sentence. */
const READ_MS = 8000;

/** The console's own data, never mixed with those of a mailbox in the same browser. */
export const consoleClient = new FreshQueryClient({
  defaultOptions: { queries: { staleTime: 2000, retry: false }, mutations: { retry: false } },
});

whenConsoleEnds(() => {
  // A question or notice that is open is nobody else's.
  forgetSession();
  consoleClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== operatorSession.path });
  const asked = consoleClient.getQueryState(['operator', operatorSession.path, null]);
  // The session query is reset, which shows the sign-in form; if that very call is refused, this ends here.
  if (asked?.data !== undefined)
    void consoleClient.resetQueries({ queryKey: ['operator', operatorSession.path] });
});

/** Marks queries that refresh automatically, for the note about the last update. */
const LIVE = { live: true } as const;

/** How often an open page is refetched, in ms, while it is visible. */
export const LIVE_MS = 15_000;
/** How often calls in progress are refetched, in ms. */
export const CALL_LIVE_MS = 1_000;

/**
 * Loads the data of one call; a list keeps its old rows while the next page loads. With `everyMs` it refreshes
 * automatically; the interval may depend on the last response.
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

/** The texts before and after an action. */
interface ActionWords<Reply> {
  /** Omitted if nothing is lost. */
  question?: { title: string; body?: string; confirm: string };
  done: string | ((reply: Reply) => string);
  /** Leaves a page whose object no longer exists, before everything visible is refetched. */
  leave?: () => Promise<void>;
}

/**
 * Does something: asks where something is lost, says how it went, and brings everything shown up to date. Gives back the
 * answer; null when it was not done. A second press of a double click does nothing twice.
 */
export function useAction() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const inFlight = useInFlight();
  const act = async <C extends Call>(
    call: C,
    body: CallInput<C>['body'],
    words: ActionWords<ReplyOf<C>>,
  ): Promise<ReplyOf<C> | null> => {
    const { question } = words;
    const asked = question && {
      title: question.title,
      body: question.body,
      confirmLabel: question.confirm,
      cancelLabel: t('operator.keep'),
      danger: true,
    };
    if (asked && !(await confirm(asked))) return null;
    try {
      const reply = await callOperator(call, body === undefined ? {} : { body });
      growl.success(typeof words.done === 'string' ? words.done : words.done(reply));
      await words.leave?.();
      return reply;
    } catch (error) {
      growl.error(sentenceOf(error, t('app.unreachable')), READ_MS);
      return null;
    } finally {
      await client.invalidateQueries({ queryKey: ['operator'] });
    }
  };
  return async <C extends Call>(
    call: C,
    body: CallInput<C>['body'],
    words: ActionWords<ReplyOf<C>>,
  ): Promise<ReplyOf<C> | null> =>
    await inFlight(JSON.stringify([call.method, call.path, body]), async () => await act(call, body, words));
}

/** Returns the form of a page over stored values. Asks before leaving the page with unsaved values. */
export function useConsoleDraft<Values extends object>(stored: Values): Draft<Values> {
  const draft = useDraft(stored);
  useUnsaved(draft.unsaved, { signedIn: isInConsole });
  return draft;
}

/** Returns whether the requested object does not exist: its address was typed, or shared long ago. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Returns the message of an error. */
export function sentenceOf(error: unknown, unreachable: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : unreachable;
}

/** Returns the filter and page of the open list; the address holds them, for reloads and for sharing. */
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

/** Loads a list that is searched, filtered by state and paged according to the address. */
export function useConsoleList<C extends ListCall>(call: C) {
  const { search, page } = useConsolePlace();
  // The state comes from the address: the server refuses unknown ones.
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
