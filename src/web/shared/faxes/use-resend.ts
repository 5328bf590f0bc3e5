import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { resendFax } from '#contract/faxes/queue.ts';
import { growl } from '#web/ui/growl-store.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { useCallOnce } from '#web/kit/call-once.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { useStillHere } from '#web/kit/use-still-here.ts';

/** How long a refusal is shown, in ms; it takes longer to read than «done». */
export const REFUSAL_MS = 6000;

/** A fax that did not arrive, or whose outcome is uncertain, as shown in the dialog. */
export interface Resendable {
  path: string;
  /** The formatted number; null if there is none. */
  number: string | null;
  /** The name of the person or company; empty if neither is known. */
  name: string;
  date: string;
  /** Whether it may have arrived: sending it again may deliver it twice. */
  uncertain: boolean;
}

/** Which fax is asked about. */
export interface Resend {
  /** The fax whose dialog is open. */
  asked: Resendable | null;
  ask: (fax: Resendable) => void;
  close: () => void;
}

/** Sends faxes again, wherever a fax is shown. */
export function useResend(): Resend {
  const [asked, ask] = useState<Resendable | null>(null);
  return { asked, ask, close: () => ask(null) };
}

/** Sends a fax again from its dialog. */
export interface Resending {
  busy: boolean;
  /** What is wrong with the numbers that are left: the server's refusals, and what was not confirmed. */
  refused: readonly string[];
  lost: string | null;
  /** Sends it again, one call per number (DASH-14); answers the numbers to which it did not go, as far as is known. */
  resend: (numbers: readonly string[]) => Promise<readonly string[]>;
}

/** A dialog that is closed meanwhile does not stop the calls: then their end is told by a notice. */
export function useResending({ path }: Resendable): Resending {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const once = useCallOnce();
  const open = useStillHere();
  const [state, setState] = useState<Omit<Resending, 'resend'>>({ busy: false, refused: [], lost: null });
  const resend = async (numbers: readonly string[]) => {
    setState({ busy: true, refused: [], lost: null });
    const refused: string[] = [];
    const lost: string[] = [];
    const left: string[] = [];
    for (const number of numbers) {
      const outcome = await once(resendFax, { body: { resend_faxpath: path, destinations: number } });
      if (outcome.kind === 'ok') continue;
      left.push(number);
      const written = formatFaxNumber(number) ?? number;
      if (outcome.kind === 'lost') lost.push(written);
      else {
        const reason = outcome.error.message || t('app.unreachable');
        refused.push(t('resend.refused', { number: written, reason }));
      }
    }
    const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(lost);
    const unconfirmed = lost.length === 0 ? null : t('resend.lost', { numbers: list });
    const count = numbers.length - left.length;
    if (count > 0) growl.success(t('resend.sent', { count }));
    if (!open.current && left.length > 0) growl.error([...refused, unconfirmed].join(' '), REFUSAL_MS);
    setState({ busy: false, refused, lost: unconfirmed });
    refreshFaxes(client);
    return left;
  };
  return { ...state, resend };
}

/** Returns the server's message for a rejected call; empty if there was no response, or a proxy sent it. */
export function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : '';
}

/** Refetches everything that shows faxes. */
export function refreshFaxes(client: QueryClient): void {
  for (const stale of ['outbox', ...TOPIC_KEYS.faxes]) void client.invalidateQueries({ queryKey: [stale] });
}
