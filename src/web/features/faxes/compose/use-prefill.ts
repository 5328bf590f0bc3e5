import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { COVER_LIMITS } from '#contract/faxes/send-limits.ts';
import { coverSettingsQuery } from '#web/shared/faxes/cover-pages.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { draftStore } from './draft-store.ts';
import { startWriting } from './draft-sync.ts';
import { watchConversions } from './draft-files.ts';

/** Fills a new fax with the cover page preferences (COMP-40), once, and restores what this account was writing. */
export function usePrefill(): void {
  const main = useMainData();
  const account = main?.id;
  const person = main?.person?.id;
  const { data: settings } = useQuery(coverSettingsQuery);
  useEffect(() => {
    if (account === undefined) return;
    startWriting(account, person);
    watchConversions();
  }, [account, person]);
  useEffect(() => {
    const fill = () => {
      const draft = draftStore.get();
      if (settings === undefined || account === undefined || draft.prefilled) return;
      draftStore.set({
        ...draft,
        prefilled: true,
        cover: {
          ...draft.cover,
          use: draft.cover.use || (settings.useCoverpage === '1' && !draft.coverless),
          fromName: settings.name,
          fromCompany: settings.company,
          // The preferences allow one digit more than the fax (spec decisions 2.4).
          fromPhone: settings.phone.slice(0, COVER_LIMITS.to_phone),
          fromLocation: settings.location,
          templateId: draft.cover.templateId || settings.templateId,
        },
      });
    };
    fill();
    // After a fax is sent or discarded, the draft is empty.
    return draftStore.subscribe(fill);
  }, [settings, account]);
}
