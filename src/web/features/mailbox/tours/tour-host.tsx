import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TOUR_COMPLETE, tourViewed } from '#contract/mailbox/tours.ts';
import { callApi } from '#web/kit/call-api.ts';
import { settingsQuery } from '#web/shared/mailbox/settings.ts';
import { tourRequested } from '#web/shared/mailbox/tour-requested.ts';
import { growl } from '#web/ui/growl-store.ts';
import { later } from '#web/ui/later.tsx';
import { useStore } from '#web/ui/store.ts';
import { tourOf } from './slides.ts';

/** Where it cannot be fetched, the mailbox is used without it, and it comes at the next visit. */
const TourModal = later(async () => (await import('./tour-modal.tsx')).TourModal);

/** Shows the tour if it is unseen or was requested; closing it in any way marks it as viewed (TOUR-01, TOUR-02). */
export function TourHost(props: { value: number | undefined; number: string | undefined }) {
  const { value, number } = props;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [closed, setClosed] = useState(false);
  const requested = useStore(tourRequested);
  const due = value !== undefined && value !== TOUR_COMPLETE;
  if (number === undefined || (!requested && (closed || !due))) return null;
  const close = async () => {
    tourRequested.set(false);
    setClosed(true);
    if (!due) return;
    try {
      await callApi(tourViewed, { body: {} });
      queries.setQueryData(settingsQuery.queryKey, (known) => known && { ...known, tour: TOUR_COMPLETE });
    } catch {
      // It appears again at the next visit; nothing else is lost.
      growl.error(t('tour.notSaved'));
    }
  };
  return <TourModal number={number} onClose={() => void close()} tour={tourOf(value)} />;
}
