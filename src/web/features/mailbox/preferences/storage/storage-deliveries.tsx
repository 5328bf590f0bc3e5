import './storage.css';
import { useTranslation } from 'react-i18next';
import { storageFaultKey } from '#contract/faxes/storage-faults.ts';
import type { StorageDelivery } from '#contract/faxes/copies.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Pill } from '#web/ui/pill.tsx';
import type { Copies, StorageKind } from './use-copies.ts';

const TONES = { queued: 'warn', done: 'ok', failed: 'bad' } as const;

/** The latest copies with their results. */
export function StorageDeliveries(props: { copies: Copies }) {
  const { kind, state } = props.copies;
  const { t } = useTranslation();
  const deliveries = state?.deliveries ?? [];
  return (
    <section className="storage-latest">
      <h2>{t('storage.latest')}</h2>
      {deliveries.length === 0 ? (
        <p className="meta">{t('storage.none')}</p>
      ) : (
        <ul aria-label={t('storage.latest')}>
          {deliveries.map((delivery) => (
            <Copy delivery={delivery} key={delivery.id} kind={kind} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Copy(props: { delivery: StorageDelivery; kind: StorageKind }) {
  const { delivery, kind } = props;
  const { t } = useTranslation();
  const reason = delivery.state === 'done' ? null : storageFaultKey(kind, delivery.reason);
  return (
    <li>
      <span className="storage-copy">
        <span className="strong num">
          <bdi>{formatFaxNumber(delivery.from) ?? (delivery.from || t('storage.unknownCaller'))}</bdi>
        </span>
        <bdi className="meta num" dir="ltr">
          {formatDateTime(delivery.at)}
        </bdi>
        {delivery.place !== '' && (
          <code>
            <bdi>{delivery.place}</bdi>
          </code>
        )}
        {reason !== null && <span className="meta">{t(reason)}</span>}
      </span>
      <Pill tone={TONES[delivery.state]}>{t(`storage.states.${delivery.state}`)}</Pill>
    </li>
  );
}
