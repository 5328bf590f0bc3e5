import { useTranslation } from 'react-i18next';
import { storageFaultKey } from '#contract/faxes/storage-faults.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Copies } from './use-copies.ts';

/** A failing storage: the reason, the number of waiting faxes, the next retry, and a button to retry now. */
export function StorageTrouble(props: { copies: Copies }) {
  const { kind, state, retry } = props.copies;
  const { t } = useTranslation();
  if (state === null || state.lastError === '') return null;
  const { lastError, waiting, nextTry } = state;
  const key = storageFaultKey(kind, lastError);
  return (
    <Banner
      action={
        waiting > 0 && (
          <Button onClick={retry} size="sm">
            {t('storage.retry')}
          </Button>
        )
      }
      tone="bad"
    >
      {key === null ? t('storage.notWorking') : t(key)}
      {waiting > 0 && <> {t('storage.waiting', { count: waiting })}</>}
      {nextTry !== null && <> {t('storage.nextTry', { time: formatDateTime(nextTry) })}</>}
    </Banner>
  );
}
