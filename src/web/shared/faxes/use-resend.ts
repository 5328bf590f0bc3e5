import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { resendFax } from '#contract/faxes/queue.ts';
import { growl } from '#web/ui/growl-store.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';

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

/** The state and actions of sending a fax again. */
export interface Resend {
  /** The fax whose dialog is open. */
  asked: Resendable | null;
  ask: (fax: Resendable) => void;
  close: () => void;
  /** Sends it again, one call per number (DASH-14). */
  resend: (fax: Resendable, numbers: readonly string[]) => Promise<void>;
}

/** Sends faxes again, wherever a fax is shown. */
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

/** Resends to one number. Returns null on success, otherwise the server's message. */
async function tryResend(path: string, number: string): Promise<string | null> {
  try {
    await callApi(resendFax, { body: { resend_faxpath: path, destinations: number } });
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

/** Returns the server's message for a rejected call; empty if there was no response, or a proxy sent it. */
export function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : '';
}

/** Refetches everything that shows faxes. */
export function refreshFaxes(client: QueryClient): void {
  for (const stale of ['outbox', 'dashboard', 'main', 'inbox'])
    void client.invalidateQueries({ queryKey: [stale] });
}
