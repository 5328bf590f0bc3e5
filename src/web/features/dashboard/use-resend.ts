import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { markSent } from '#contract/inbox.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { resendFax } from '#contract/outbox.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import type { Outgoing } from './outgoing.ts';

/** A refusal takes longer to read than «done». */
const REFUSAL_MS = 6000;

/** What a person can decide about a fax that did not arrive. */
export interface Resend {
  /** The fax whose dialog is open. */
  asked: Outgoing | null;
  ask: (item: Outgoing) => void;
  close: () => void;
  /** Sends it again, one call per number (D1 §3). */
  resend: (item: Outgoing, numbers: readonly string[]) => Promise<void>;
  /** Takes a person's word that an uncertain fax arrived. */
  markSent: (item: Outgoing) => Promise<void>;
}

/** Resending from the dashboard. */
export function useResend(): Resend {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Outgoing | null>(null);
  return {
    asked,
    ask: setAsked,
    close: () => setAsked(null),
    resend: async (item, numbers) => {
      if (item.kind === 'queued') return;
      setAsked(null);
      growl.wait(t('dashboard.resend.sending'));
      const refused: string[] = [];
      for (const number of numbers) {
        const reason = await tryResend(item.row.faxpath, number);
        if (reason !== null)
          refused.push(
            t('dashboard.resend.refused', {
              number: formatFaxNumber(number) ?? number,
              reason: reason || t('app.unreachable'),
            }),
          );
      }
      if (refused.length > 0) growl.error(refused.join(' '), REFUSAL_MS);
      else growl.success(t('dashboard.resend.sent', { count: numbers.length }));
      reload(client);
    },
    markSent: async (item) => {
      if (item.kind === 'queued') return;
      const sure = await confirm({
        title: t('dashboard.mark.title'),
        body: t('dashboard.mark.text'),
        confirmLabel: t('dashboard.markSent'),
        cancelLabel: t('app.cancel'),
      });
      if (!sure) return;
      try {
        await callApi(markSent, { body: { fid: item.row.fid } });
        growl.success(t('dashboard.mark.done'));
      } catch (error) {
        growl.error(messageOf(error) || t('app.unreachable'), REFUSAL_MS);
      }
      reload(client);
    },
  };
}

/** Null when it was taken, otherwise what the server says. */
async function tryResend(path: string, number: string): Promise<string | null> {
  try {
    await callApi(resendFax, { body: { resend_faxpath: path, destinations: number } });
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.message;
}

function reload(client: QueryClient): void {
  for (const stale of ['outbox', 'dashboard', 'main', 'inbox'])
    void client.invalidateQueries({ queryKey: [stale] });
}
