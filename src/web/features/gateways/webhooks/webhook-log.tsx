import '#web/ui/status-code.css';
import '#web/ui/segments.css';
import './webhook-log.css';
import './webhooks.css';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveryRow, WebhookRow } from '#contract/gateways/webhooks.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { LoadMore } from '#web/kit/load-more.tsx';
import { rowKey } from '#web/kit/row-key.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DeliveryPane, isGood } from './delivery-detail.tsx';
import { useDelivery, useWebhookLog } from './use-webhook-log.ts';
import type { LogFilter, WebhookLog } from './use-webhook-log.ts';
import { faultOf } from './webhook-row.tsx';

const FILTERS = ['all', 'queued', 'failed', 'delivered'] as const;

/** The log of an endpoint: a list, and the open delivery. Small screens show one of the two. */
export function WebhookLogSection(props: { row: WebhookRow; onTest: () => void }) {
  const {
    row: { id, url },
    onTest,
  } = props;
  const [filter, setFilter] = useState<LogFilter>('all');
  const [chosen, setChosen] = useState<string>();
  const [shown, setShown] = useState(false);
  const log = useWebhookLog(id, filter);
  const open = log.rows.some((row) => row.id === chosen) ? chosen : log.rows[0]?.id;
  const delivery = useDelivery(id, open);
  return (
    <div className="wh-log" data-shown={shown}>
      <div className="wh-list">
        <Filters filter={filter} onChange={setFilter} />
        {log.rows.length === 0 ? (
          <Nothing filter={filter} log={log} onClear={() => setFilter('all')} onTest={onTest} />
        ) : (
          <Rows chosen={open} log={log} onChoose={setChosen} onShow={() => setShown(true)} />
        )}
      </div>
      {open !== undefined && delivery !== undefined && (
        <DeliveryPane
          delivery={delivery}
          onBack={() => setShown(false)}
          onResend={() => void log.resend(open)}
          url={url}
        />
      )}
    </div>
  );
}

function Filters(props: { filter: LogFilter; onChange: (filter: LogFilter) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset aria-label={t('webhooks.show')} className="segments wh-filters">
      {FILTERS.map((one) => (
        <button
          aria-pressed={props.filter === one}
          key={one}
          onClick={() => props.onChange(one)}
          type="button"
        >
          {t(`webhooks.filter.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}

function Nothing(props: { filter: LogFilter; log: WebhookLog; onClear: () => void; onTest: () => void }) {
  const { filter, log, onClear, onTest } = props;
  const { t } = useTranslation();
  if (log.loading) return <Spinner label={t('preferences.loading')} size="l" />;
  if (log.failed)
    return (
      <EmptyState
        action={<Button onClick={log.reload}>{t('app.tryAgain')}</Button>}
        title={t('preferences.loadFailed')}
      />
    );
  if (filter !== 'all')
    return (
      <EmptyState
        action={<Button onClick={onClear}>{t('webhooks.clear')}</Button>}
        title={t('webhooks.noMatch')}
      />
    );
  return (
    <EmptyState
      action={<Button onClick={onTest}>{t('webhooks.test')}</Button>}
      title={t('webhooks.noDeliveries')}
    />
  );
}

/** The list of deliveries: ↑ and ↓ move, Enter opens, R resends. */
function Rows(props: {
  log: WebhookLog;
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onShow: () => void;
}) {
  const { log, chosen, onChoose, onShow } = props;
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const key = rowKey(event);
    if (key === 'r' && chosen !== undefined) void log.resend(chosen);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined) return;
    event.preventDefault();
    const next = log.rows[log.rows.findIndex((row) => row.id === chosen) + step];
    if (!next) return;
    onChoose(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-delivery="${next.id}"]`)?.focus();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The rows are buttons; the list only moves between them. */}
      <ol aria-label={t('webhooks.deliveries')} className="wh-rows" onKeyDown={onKeyDown}>
        {log.rows.map((row) => (
          <li key={row.id}>
            <button
              aria-current={row.id === chosen}
              data-delivery={row.id}
              onClick={() => {
                onChoose(row.id);
                onShow();
              }}
              type="button"
            >
              <LogRow row={row} />
            </button>
          </li>
        ))}
      </ol>
      <LoadMore label={t('webhooks.older')} more={log.more} />
    </>
  );
}

function LogRow(props: { row: DeliveryRow }) {
  const { type, about, state, attempts, last, nextTry, createdAt } = props.row;
  const { t } = useTranslation();
  const tone = last === null ? 'none' : isGood(last.status) ? 'ok' : last.status === null ? 'warn' : 'bad';
  const why = faultOf(last?.fault ?? '');
  const status = last === null ? '–' : (last.status ?? t(`webhooks.short.${why}`));
  return (
    <>
      <span className="status-code" data-tone={tone}>
        {status}
      </span>
      <span className="wh-event">
        <code>{type}</code>
        <small>{about}</small>
      </span>
      <span className="wh-next">
        <span>
          {state === 'queued' && nextTry !== null
            ? t('webhooks.nextTryAt', { at: formatDateTime(nextTry) })
            : t(`webhooks.delivery.${state}`)}
        </span>
        <small>{t('webhooks.triesCount', { n: attempts })}</small>
      </span>
      <time dir="ltr">{formatDateTime(createdAt)}</time>
    </>
  );
}
