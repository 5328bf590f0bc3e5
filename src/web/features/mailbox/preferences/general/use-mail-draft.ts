import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { changeMailDelivery } from '#contract/email/outgoing.ts';
import { callApi } from '#web/kit/call-api.ts';
import { isChanged } from '#web/kit/use-unsaved.ts';
import { mailDeliveryQuery } from '../mail-delivery.ts';
import type { MailDelivery } from '../mail-delivery.ts';

/** What the page can change of how faxes go by mail. */
export type MailValues = Pick<MailDelivery, 'copy' | 'sendNotices' | 'report'>;

/** A draft over what is saved; the page saves it together with its own. */
export interface MailDraft {
  /** Undefined until it is loaded. */
  values: (MailValues & Pick<MailDelivery, 'documents'>) | undefined;
  change: (change: Partial<MailValues>) => void;
  /** It says something else than what is saved. */
  changed: boolean;
  /** Saves what was changed; nothing to do otherwise. */
  save: () => Promise<void>;
}

export function useMailDraft(): MailDraft {
  const client = useQueryClient();
  const { data } = useQuery(mailDeliveryQuery);
  const [draft, setDraft] = useState<Partial<MailValues>>({});
  return {
    values: data && { ...data, ...draft },
    change: (change) => setDraft({ ...draft, ...change }),
    changed: isChanged<MailValues>(draft, data),
    save: async () => {
      if (Object.keys(draft).length === 0) return;
      const saved = await callApi(changeMailDelivery, { body: draft });
      client.setQueryData(mailDeliveryQuery.queryKey, saved.data);
      setDraft({});
    },
  };
}
