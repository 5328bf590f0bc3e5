import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { CircleCheck, FileCheck, RotateCw } from 'lucide-react';
import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { useTransmissionReport } from '#web/shared/faxes/transmission-report.ts';
import { AttemptMeter } from '#web/ui/attempt-meter.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import type { Outgoing } from './outgoing.ts';

/** One fax on its way, or one that did not arrive, with what can be done about it. */
export function OutgoingRow(props: {
  item: Outgoing;
  onResend: (item: Outgoing) => void;
  onMarkSent: (fid: string) => void;
}) {
  const { item } = props;
  const { t } = useTranslation();
  return (
    <tr data-kind={item.kind}>
      <td>
        <div className="who num trunc" dir="auto">
          {item.name || item.number || t('dashboard.unknown')}
        </div>
        <div className="meta out-details">
          <Details item={item} />
        </div>
        {item.kind === 'failed' && item.row.reason && (
          <div className="out-word">{t(`reasons.${item.row.reason}`)}</div>
        )}
        {item.kind === 'uncertain' && (
          <div className="out-word" data-tone="warn">
            {t('dashboard.uncertain', { confirmed: item.confirmed, pages: item.pages })}
          </div>
        )}
      </td>
      <td className="out-end">
        <div className="out-state">
          <State item={item} />
          {item.kind !== 'queued' && <ReportButton fid={item.row.fid} />}
          {item.kind === 'uncertain' && (
            <Button icon={CircleCheck} onClick={() => props.onMarkSent(item.row.fid)} size="sm">
              {t('markSent.verb')}
            </Button>
          )}
          {item.kind !== 'queued' && (
            <Button
              aria-label={t('resend.open')}
              icon={RotateCw}
              onClick={() => props.onResend(item)}
              size="sm"
            >
              <span className="out-verb">{t('resend.open')}</span>
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

/** Why it did not arrive, call by call, for whoever wants to know more. */
function ReportButton(props: { fid: string }) {
  const { t } = useTranslation();
  const report = useTransmissionReport();
  return (
    <IconButton icon={FileCheck} label={t('report.title')} onPress={() => void report(props.fid)} size="sm" />
  );
}

function Details(props: { item: Outgoing }) {
  const { item } = props;
  const { t } = useTranslation();
  const number = item.name !== '' && item.number !== null ? <bdi dir="ltr">{item.number}</bdi> : null;
  const rest =
    item.kind === 'queued' ? pagesOf(t, item.pages) : <bdi dir="ltr">{formatDateTime(item.date)}</bdi>;
  return number === null ? (
    rest
  ) : (
    <>
      {number} · {rest}
    </>
  );
}

function pagesOf(t: TFunction, pages: number): string {
  return pages === 0 ? t('dashboard.notCounted') : t('dashboard.pageCount', { count: pages });
}

function State(props: { item: Outgoing }) {
  const { item } = props;
  const { t } = useTranslation();
  const meter = (
    <AttemptMeter
      active={item.kind === 'queued' && item.state === 'SENDING'}
      failed={item.kind === 'failed'}
      label={t('dashboard.attempts', { tried: item.dials, max: MAX_DIALS })}
      max={MAX_DIALS}
      tried={item.dials}
    />
  );
  if (item.kind === 'uncertain') return null;
  if (item.kind === 'failed')
    return (
      <span className="out-failed">
        <span className="out-word" data-tone="bad">
          {t('dashboard.notSent')}
        </span>
        {meter}
      </span>
    );
  return (
    <>
      {meter}
      <span className="out-pill">
        <Pill tone={item.state === 'SENDING' ? 'info' : 'neutral'}>{t(`dashboard.state.${item.state}`)}</Pill>
      </span>
    </>
  );
}
