import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { resendFax } from '#contract/faxes/queue.ts';
import { growl } from '#web/ui/growl-store.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';

/** A refusal takes longer to read than «done». */
export const REFUSAL_MS = 6000;

/** A fax that did not arrive, or of which nobody knows, as the dialog names it. */
export interface Resendable {
  path: string;
  /** The number for reading; null when there is none. */
  number: string | null;
  /** Who it is, by person or company; empty where nothing names it. */
  name: string;
  date: string;
  /** It may have arrived: sending it again may deliver it twice. */
  uncertain: boolean;
}

/** Sending a fax once more. */
export interface Resend {
  /** The fax whose dialog is open. */
  asked: Resendable | null;
  ask: (fax: Resendable) => void;
  close: () => void;
  /** Sends it again, one call per number (DASH-14). */
  resend: (fax: Resendable, numbers: readonly string[]) => Promise<void>;
}

/** Resending, wherever a fax is shown. */
export function useResend(): Resend {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Resendable | null>(null);
  return {
    asked,
    ask: setAsked,
    close: () => setAsked(null),
    resend: async (fax, numbers) => {
      setAsked(null);
      growl.wait(t('resend.sending'));
      const refused: string[] = [];
      for (const number of numbers) {
        const reason = await tryResend(fax.path, number);
        if (reason !== null)
          refused.push(
            t('resend.refused', {
              number: formatFaxNumber(number) ?? number,
              reason: reason || t('app.unreachable'),
            }),
          );
      }
      if (refused.length > 0) growl.error(refused.join(' '), REFUSAL_MS);
      else growl.success(t('resend.sent', { count: numbers.length }));
      refreshFaxes(client);
    },
  };
}

/** Null when it was taken, otherwise what the server says. */
async function tryResend(path: string, number: string): Promise<string | null> {
  try {
    await callApi(resendFax, { body: { resend_faxpath: path, destinations: number } });
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

/** What the server says of a call that it refused; empty where it could not be asked, or a proxy answered for it. */
export function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : '';
}

/** Everything that shows faxes asks anew. */
export function refreshFaxes(client: QueryClient): void {
  for (const stale of ['outbox', ...TOPIC_KEYS.faxes]) void client.invalidateQueries({ queryKey: [stale] });
}
