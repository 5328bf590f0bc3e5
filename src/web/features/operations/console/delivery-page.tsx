import { useTranslation } from 'react-i18next';
import { operatorStorages } from '#contract/faxes/storage.admin.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { Verbatim } from './code-words.tsx';
import { ConsoleLink, FaxNumber, Time } from './console-parts.tsx';
import { LIVE_MS, useConsole } from './console-query.ts';
import { DeliveryActions, DeliveryPill } from './deliveries-page.tsx';
import { ListedPage } from './listed-page.tsx';

/** A customer's storage, and the state of its copies. */
export function DeliveryPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const storages = useConsole(operatorStorages, undefined, LIVE_MS);
  return (
    <ListedPage
      actions={DeliveryActions}
      facts={(storage) => [
        [
          t('operator.account.one'),
          <ConsoleLink key="account" to={`accounts/${storage.uid}`}>
            <FaxNumber of={storage.number} />
          </ConsoleLink>,
        ],
        [t('operator.delivery.host'), <Verbatim key="host" of={storage.host} />],
        [t('operator.delivery.waiting'), storage.waiting],
        ...(storage.fault === '' ? [] : [[t('operator.reason'), storage.fault] as const]),
        [t('operator.delivery.lastOk'), <Time key="ok" of={storage.lastOk} />],
        [t('operator.job.nextTry'), <Time key="next" of={storage.nextTry} />],
      ]}
      list={{ to: 'deliveries', label: t('operator.place.deliveries') }}
      loaded={storages}
      name={({ kind, uid, number }) =>
        t('operator.delivery.title', {
          kind: t(`operator.delivery.kinds.${kind}`),
          name: (number !== null && formatFaxNumber(number)) || t('operator.account.unnumbered', { uid }),
        })
      }
      pill={DeliveryPill}
      row={storages.data?.rows.find((storage) => storage.id === id)}
    />
  );
}
