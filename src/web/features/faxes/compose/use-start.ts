import { useEffect } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { draftFromFax } from '#contract/faxes/drafts.ts';
import type { Draft as DraftFile } from '#contract/faxes/drafts.ts';
import {
  isDestination,
  isInternational,
  MAX_DESTINATIONS,
  normalizeNumber,
} from '#contract/kit/fax-number.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useShown } from '#web/kit/use-shown.ts';
import type { FaxStart } from '#web/shared/faxes/compose-start.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { ask } from '#web/ui/confirm.tsx';
import { clearGrowl, growl } from '#web/ui/growl-store.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { newId } from './attachment-rules.ts';
import type { Attachment } from './attachment-rules.ts';
import { attachmentStore, draftStore, forgetDraft, identityStore } from './draft-store.ts';
import type { Draft } from './draft-store.ts';
import { discardDraft, putAway } from './draft-sync.ts';
import { editUnconfirmed, phaseStore } from './use-send.ts';

/** How long a refusal is shown, in ms; it takes longer to read than «done». */
const REFUSAL_MS = 6000;

/** The start that is under way; leaving the page does not end it. */
const running = createStore('', 'session');

/** The id of the last start that was handled: its history entry may still contain it. */
let taken = '';

/** Starts the fax with which compose was opened (`useStartFax`), once. Returns whether that is in progress. */
export function useStart(): boolean {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const shown = useShown();
  const start = useLocation({ select: ({ state }) => state.faxStart });
  const account = useMainData()?.id;
  const id = useStore(running);
  useEffect(() => {
    // Only when the owner of the current draft is known.
    if (start === undefined || account === undefined || id !== '' || taken === start.id) return;
    taken = start.id;
    running.set(start.id);
    void begin(start, t).finally(() => {
      if (shown.current)
        void navigate({ to: '/inbox/compose', replace: true, state: { draft: identityStore.get().id } });
      running.set('');
    });
  }, [account, id, navigate, shown, start, t]);
  return id !== '';
}

/** Starts the fax. The previous fax is not touched until its author agrees and the new one is complete. */
async function begin(start: FaxStart, t: TFunction): Promise<void> {
  if (phaseStore.get().kind === 'sending') return void growl.error(t('compose.start.busy'), REFUSAL_MS);
  const put = await putAway();
  if (!put && !(await mayReplace(t))) return;
  try {
    const file = start.pages === undefined ? null : await pagesOf(start.pages.fid, t);
    if (!put) await discardDraft();
    forgetDraft();
    editUnconfirmed();
    draftStore.set(begun(draftStore.get(), start));
    if (file !== null) attachmentStore.set([attachmentOf(file)]);
  } catch (error) {
    const told = error instanceof ApiError && error.status < 500 && error.message;
    growl.error(told || t('compose.start.failed'), REFUSAL_MS);
  }
}

/** Asks only about a fax that cannot be kept as a draft: a send was not confirmed, or the server is away. */
async function mayReplace(t: TFunction): Promise<boolean> {
  const unconfirmed = phaseStore.get().kind === 'lost';
  const answer = await ask({
    title: t('compose.start.title'),
    body: t(unconfirmed ? 'compose.discard.unconfirmed' : 'compose.start.text'),
    // Escape keeps it, too.
    confirmLabel: t('compose.start.keep'),
    middleLabel: t('compose.start.replace'),
  });
  return answer === 'middle';
}

async function pagesOf(fid: string, t: TFunction): Promise<DraftFile> {
  growl.wait(t('compose.start.pages'));
  const { data } = await callApi(draftFromFax, { body: { fid } });
  clearGrowl();
  return data;
}

/** Returns the empty draft with the initial contents. Invalid or excess numbers stay as text to be corrected. */
function begun(draft: Draft, { to = [], subject, pages }: FaxStart): Draft {
  const wanted = [...new Set(to.map(normalizeNumber).filter(Boolean))];
  const good = wanted.slice(0, MAX_DESTINATIONS).filter(isNumber);
  const coverless = pages?.complete === true;
  return {
    ...draft,
    numbers: good,
    typing: wanted.filter((number) => !good.includes(number)).join('; '),
    coverless,
    cover: {
      ...draft.cover,
      use: !coverless && (draft.cover.use || subject !== undefined),
      subject: subject ?? '',
    },
  };
}

function isNumber(digits: string): boolean {
  return isDestination(digits) && !isInternational(digits);
}

function attachmentOf({ id, name, size, pages }: DraftFile): Attachment {
  return { id: newId(), name, size, file: null, fault: null, conversion: { kind: 'ready', key: id, pages } };
}
