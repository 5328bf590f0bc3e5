import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { COVER_LIMITS } from '#contract/faxes/send-limits.ts';
import { digitsOf, normalizeNumber } from '#contract/kit/fax-number.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { withFilter } from '#contract/mailbox/search-words.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { loadCode } from '#web/kit/load-code.ts';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { useStartFax } from './compose-start.ts';

/** The actions on a fax and its other party, wherever a fax is shown. */
export interface Answers {
  /** Starts a fax to the other party, about this one. */
  reply: (fax: FaxRow) => void;
  /** Starts a fax with the pages of this one, to others. */
  forward: (fax: FaxRow) => void;
  /** Opens the dialog for the addresses; `ForwardDialog` must be on the page. */
  forwardByEmail: (fax: FaxRow) => void;
  /** Sends the same pages to the same number, with nothing added. */
  sendAgain: (fax: FaxRow) => void;
  /** Blocks further faxes from the sender. */
  block: (fax: FaxRow) => Promise<void>;
  /** Removes the entries that block a sender. */
  unblock: (entries: readonly string[]) => Promise<void>;
  /** Opens the contact, or a new one with the known details. */
  openContact: (fax: FaxRow) => void;
  /** Searches all folders for the number. */
  showAllWith: (fax: FaxRow) => void;
}

/** Which of these actions a fax allows. */
export interface Possible {
  reply: boolean;
  /** Whether the fax has pages. */
  forward: boolean;
  /** Whether it is a sent fax that did not fail: failed faxes have their own dialog for sending them again. */
  sendAgain: boolean;
  block: boolean;
}

/** Returns the actions that a fax allows. */
export function answersTo(fax: FaxRow): Possible {
  const hasNumber = digitsOf(fax.fax_from) !== '';
  const hasPages = fax.fax_pages > 0 && fax.readable !== 'NONE';
  const sent = fax.action === 'S';
  return {
    reply: hasNumber,
    forward: hasPages,
    sendAgain: sent && hasPages && hasNumber && fax.status === 'OK',
    block: !sent && hasNumber,
  };
}

/** The fax that is being forwarded; a new object each time the dialog opens. */
const forwarded = createStore<{ fax: FaxRow } | null>(null, 'session');

/** Returns the fax that is being forwarded by email, and a function that ends only this opening of the dialog. */
export function useForwarded(): { fax: FaxRow | null; close: () => void } {
  const opening = useStore(forwarded);
  return {
    fax: opening?.fax ?? null,
    close: () => {
      if (forwarded.get() === opening) forwarded.set(null);
    },
  };
}

/** Few people block anybody: the code is loaded on first use. */
const loadBlocking = async () => await import('./block-sender.ts');

/** Returns the actions as functions of the fax: buttons, menus and keys call the same ones. */
export function useAnswers(): Answers {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const start = useStartFax();
  return useMemo(() => {
    const to = (fax: FaxRow) => [normalizeNumber(fax.fax_from)];
    return {
      reply: (fax) => {
        const [date] = formatDateTime(fax.fax_date).split(' ');
        const subject = t('inbox.replySubject', { date }).slice(0, COVER_LIMITS.regarding);
        start({ to: to(fax), subject });
      },
      forward: (fax) => start({ pages: { fid: fax.fax_id, complete: false } }),
      forwardByEmail: (fax) => forwarded.set({ fax }),
      sendAgain: (fax) => start({ to: to(fax), pages: { fid: fax.fax_id, complete: true } }),
      block: async (fax) => await (await loadCode(loadBlocking))?.blockSender(client, fax),
      unblock: async (entries) => await (await loadCode(loadBlocking))?.unblockSender(client, entries),
      openContact: (fax) => {
        const { contact_info: contact, fax_from: number, from_company: company, fax_id: id } = fax;
        const search =
          contact === null
            ? { new: 1, faxnum: digitsOf(number), company, fax: id }
            : { contact: contact.cid };
        void navigate({ to: '/contacts', search: readContactsSearch(search) });
      },
      showAllWith: (fax) => {
        const q = withFilter('', 'with', normalizeNumber(fax.fax_from));
        void navigate({ to: '/inbox', search: readInboxSearch({ q }) });
      },
    };
  }, [client, navigate, start, t]);
}
