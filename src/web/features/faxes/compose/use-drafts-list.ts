import { useRef, useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { discardFaxDraft, duplicateFaxDraft, listFaxDrafts } from '#contract/faxes/fax-drafts.ts';
import type { FaxDraft } from '#contract/faxes/fax-drafts.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { browserName } from '#contract/kit/browser-name.ts';
import { callApi } from '#web/kit/call-api.ts';
import { pollRetry } from '#web/kit/query-client.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { changesEnd } from '#web/shared/mailbox/in-turn.ts';
import { undoable } from '#web/shared/mailbox/undoable.ts';
import { growl } from '#web/ui/growl-store.ts';
import { offerDiscarded } from './discarded.ts';
import { forgetDraft, identityStore } from './draft-store.ts';
import { draftsChanged, openDraft, putAway, startWriting } from './draft-sync.ts';
import { randomName, writer } from './writer.ts';

const KEY = ['fax-drafts'];
/** How often the list is refetched, in ms, because other devices write, too. */
const REFRESH_MS = 15_000;
/** How long the error is shown, in ms: long enough to read what to do instead. */
const FAILED_MS = 6000;

/** The list of drafts and the actions on them. */
export interface DraftsList {
  drafts: readonly FaxDraft[];
  loading: boolean;
  failed: boolean;
  retry: () => void;
  /** The draft that is being opened. */
  opening: string | null;
  open: (id: string) => Promise<void>;
  discard: (id: string) => Promise<void>;
  /** The draft that is being duplicated. */
  duplicating: string | null;
  duplicate: (id: string) => Promise<void>;
}

/** The account's drafts. The request names this browser, so that the list shows which drafts were saved here. */
export const draftsQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => {
    await changesEnd();
    return (await callApi(listFaxDrafts, { query: { device: writer().device }, signal })).data;
  },
  refetchOnMount: 'always',
  retry: pollRetry,
});

/** Polls the drafts while their list is shown. */
export function useDraftsList(): DraftsList {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery({ ...draftsQuery, refetchInterval: REFRESH_MS });
  const opener = useOpenDraft();
  const show = (change: (drafts: FaxDraft[]) => FaxDraft[]) =>
    client.setQueryData<FaxDraft[]>(KEY, (now) => now && change(now));
  const discard = async (id: string) => {
    await client.cancelQueries({ queryKey: KEY });
    const before = client.getQueryData<FaxDraft[]>(KEY);
    show((now) => now.filter((one) => one.id !== id));
    try {
      await undoable(async () => {
        await callApi(discardFaxDraft, { body: { id } });
        // This tab has it open, too: it must not save it anymore.
        if (identityStore.get().id === id) forgetDraft();
        offerDiscarded(client, id, () => client.setQueryData(KEY, before));
      });
    } catch {
      growl.error(t('compose.draft.discardFailed'), FAILED_MS);
    }
    draftsChanged();
  };
  return {
    drafts: data ?? [],
    loading: isPending,
    failed: isError && data === undefined,
    retry: () => void refetch(),
    discard,
    ...useDuplicate(),
    ...opener,
  };
}

/** Duplicates a draft in its last saved state; further clicks meanwhile are ignored. */
function useDuplicate(): Pick<DraftsList, 'duplicating' | 'duplicate'> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const busy = useRef(false);
  const [duplicating, setDuplicating] = useState<string | null>(null);
  const duplicate = async (id: string) => {
    if (busy.current) return;
    busy.current = true;
    setDuplicating(id);
    try {
      await callApi(duplicateFaxDraft, { body: { id, copy: randomName() } });
      growl.success(t('drafts.duplicated'));
    } catch (error) {
      const told = error instanceof ApiError && error.status < 500 && error.message;
      growl.error(told || t('drafts.duplicateFailed'), FAILED_MS);
    }
    await client.invalidateQueries({ queryKey: KEY });
    draftsChanged();
    busy.current = false;
    setDuplicating(null);
  };
  return { duplicating, duplicate };
}

/** Continues a draft here; further clicks meanwhile are ignored. */
export function useOpenDraft(): Pick<DraftsList, 'opening' | 'open'> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const main = useMainData();
  const busy = useRef(false);
  const [opening, setOpening] = useState<string | null>(null);
  const open = async (id: string) => {
    if (busy.current || main === undefined) return;
    busy.current = true;
    setOpening(id);
    try {
      // The fax stored in this tab comes first: it may be another fax, or a newer state of this one.
      startWriting(main.id, main.person?.id);
      if (await putAway()) {
        await openDraft(id);
        await navigate({ to: '/inbox/compose', state: { draft: id } });
      } else growl.error(t('compose.draft.stays'), FAILED_MS);
    } catch (error) {
      const told = error instanceof ApiError && error.status < 500 && error.message;
      growl.error(told || t('compose.draft.failed'), FAILED_MS);
      draftsChanged();
    } finally {
      busy.current = false;
      setOpening(null);
    }
  };
  return { opening, open };
}

const numberOf = (number: string) => formatFaxNumber(number) ?? number;

/** Returns the recipients of a draft as one text; empty if it has none. */
export function recipientsOf(draft: FaxDraft, language: string): string {
  const names = draft.to.map(({ number, name }) => name || numberOf(number));
  const all = draft.typing.trim() === '' ? names : [...names, draft.typing.trim()];
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(all);
}

/** Returns the name of a draft: its subject, its first file or its recipients. */
export function nameOfDraft(t: TFunction, draft: FaxDraft, language: string): string {
  return draft.subject || draft.firstFile || recipientsOf(draft, language) || t('drafts.untitled');
}

/** Returns the device on which a draft was saved, or is open. */
export function placeOf(t: TFunction, { here, open, browser }: FaxDraft): string {
  if (here) return t(open ? 'drafts.openHere' : 'drafts.here');
  const { system, browser: program } = browserName(browser);
  const device = system || program || t('drafts.otherDevice');
  return t(open ? 'drafts.openOn' : 'drafts.on', { device });
}
