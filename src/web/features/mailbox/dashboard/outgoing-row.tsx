import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { CircleCheck, EllipsisVertical, FileCheck, RotateCw } from 'lucide-react';
import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { sendStateOf, StatePill } from '#web/shared/faxes/send-state.tsx';
import { sendDetail, Tries } from '#web/shared/faxes/send-words.tsx';
import { useTransmissionReport } from '#web/shared/faxes/transmission-report.ts';
import { AttemptMeter } from '#web/ui/attempt-meter.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { Outgoing } from './outgoing.ts';

interface RowProps {
  item: Outgoing;
  onResend: (item: Outgoing) => void;
  onMarkSent: (fid: string) => void;
}

/** A fax in progress, or one that did not arrive, with its actions; always two lines. */
export function OutgoingRow(props: RowProps) {
  const { item } = props;
  const { t } = useTranslation();
  const details = detailsOf(t, item);
  return (
    <tr data-kind={item.kind}>
      <td>
        <div className="who num trunc" dir="auto">
          {item.name || item.number || t('dashboard.unknown')}
        </div>
        <div className="meta out-details" title={details.join(' · ')}>
          {details.map((detail, n) => (
            <span key={detail}>
              {n > 0 && ' · '}
              <bdi>{detail}</bdi>
            </span>
          ))}
        </div>
      </td>
      <td className="out-end">
        <div className="out-state">
          <State item={item} />
          <Verbs {...props} />
        </div>
      </td>
    </tr>
  );
}

/** Returns the details of the second line, the most important first: its end may be cut off. */
function detailsOf(t: TFunction, item: Outgoing): string[] {
  const number = item.name === '' ? '' : (item.number ?? '');
  return [...tellingOf(t, item), number, restOf(t, item)].filter(Boolean);
}

/** Returns the reason for the state of a fax. */
function tellingOf(t: TFunction, item: Outgoing): string[] {
  if (item.kind === 'queued') return item.item.state === 'QUEUED' ? [] : [sendDetail(t, item.item)];
  if (item.kind === 'uncertain')
    return [t('dashboard.confirmedOf', { confirmed: item.confirmed, pages: item.pages })];
  const { reason, calls = 0 } = item.row;
  return [
    reason === undefined ? '' : t(`sendReason.${reason}`),
    calls > 0 && calls < MAX_DIALS ? t('sendWords.calls', { count: calls }) : '',
  ];
}

function restOf(t: TFunction, item: Outgoing): string {
  if (item.kind !== 'queued') return formatDateTime(item.date);
  return item.pages === 0 ? t('dashboard.notCounted') : t('dashboard.pageCount', { count: item.pages });
}

function State(props: { item: Outgoing }) {
  const { item } = props;
  const { t } = useTranslation();
  if (item.kind === 'uncertain') return <StatePill state="UNCERTAIN" />;
  if (item.kind === 'queued')
    return (
      <>
        <Tries dials={item.dials} sending={item.item.state === 'SENDING'} />
        <StatePill state={sendStateOf(item.item)} />
      </>
    );
  return (
    <span className="out-failed">
      <StatePill state="NOT_SENT" />
      <AttemptMeter
        failed
        label={t('dashboard.attempts', { tried: item.dials, max: MAX_DIALS })}
        max={MAX_DIALS}
        tried={item.dials}
      />
    </span>
  );
}

/** The possible decisions about a fax that did not arrive, or whose outcome is unknown. */
function Verbs({ item, onResend, onMarkSent }: RowProps) {
  const { t } = useTranslation();
  const report = useTransmissionReport();
  if (item.kind === 'queued') return null;
  const { fid } = item.row;
  return (
    <>
      <Button
        aria-label={t('resend.open')}
        icon={RotateCw}
        onClick={() => onResend(item)}
        size="sm"
        title={t('resend.open')}
      >
        <span className="out-verb">{t('resend.open')}</span>
      </Button>
      <Menu
        chevron={false}
        entries={[
          ...(item.kind === 'uncertain'
            ? [{ id: 'sent', label: t('markSent.verb'), icon: CircleCheck, onAction: () => onMarkSent(fid) }]
            : []),
          { id: 'report', label: t('report.title'), icon: FileCheck, onAction: () => void report(fid) },
        ]}
        label={t('dashboard.more', { who: item.name || item.number || t('dashboard.unknown') })}
        look="quiet"
        placement="bottom end"
        size="sm"
        trigger={<Icon as={EllipsisVertical} size="s" />}
        triggerClass="ic"
      />
    </>
  );
}
