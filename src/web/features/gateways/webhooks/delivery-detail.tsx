import '#web/ui/code-frame.css';
import { useTranslation } from 'react-i18next';
import { Check, ChevronLeft, RotateCw, SquareTerminal, X } from 'lucide-react';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Pill } from '#web/ui/pill.tsx';
import type { DeliveryDetail } from './use-webhook-log.ts';
import { faultOf } from './webhook-row.tsx';

type Try = DeliveryDetail['tries'][number];

const TONES = { delivered: 'ok', failed: 'bad', queued: 'warn' } as const;
/** The indentation of the body, in spaces per level. */
const INDENT = 2;

/** A delivery: its attempts, and the posted body. `onBack` returns to the list if there is no room for both. */
export function DeliveryPane(props: {
  delivery: DeliveryDetail;
  url: string;
  onResend: () => void;
  onBack: () => void;
}) {
  const { delivery, url } = props;
  const { t } = useTranslation();
  const body = JSON.stringify(JSON.parse(delivery.body), null, INDENT);
  return (
    <section aria-label={delivery.type} className="wh-detail">
      <Button className="wh-back" icon={ChevronLeft} onClick={props.onBack} size="sm" variant="quiet">
        {t('webhooks.deliveries')}
      </Button>
      <header>
        <h2>
          <code>{delivery.type}</code>
        </h2>
        <Pill tone={TONES[delivery.state]}>{t(`webhooks.delivery.${delivery.state}`)}</Pill>
        <span className="grow" />
        <Button icon={RotateCw} onClick={props.onResend} size="sm">
          {t('webhooks.resend')}
        </Button>
      </header>
      <p className="meta">
        <code>{delivery.event}</code> <CopyButton text={delivery.event} />
      </p>
      <h3>{t('webhooks.tries')}</h3>
      <ol className="wh-tries">
        {delivery.tries.map((one) => (
          <TryRow key={one.at + String(one.ms)} one={one} />
        ))}
        {delivery.nextTry !== null && (
          <li>
            <span className="wh-dot" data-state="next" />
            <span>{t('webhooks.nextTry')}</span>
            <time dir="ltr">{formatDateTime(delivery.nextTry)}</time>
          </li>
        )}
      </ol>
      <div className="code-frame wh-code">
        <header>
          <h3>{t('webhooks.body')}</h3>
          <span className="grow" />
          <CopyButton icon={SquareTerminal} name="curl" text={curlOf(url, delivery)} />
          <CopyButton name={t('webhooks.body')} text={delivery.body} />
        </header>
        <pre>{headersOf(delivery).join('\n')}</pre>
        <pre>{body}</pre>
      </div>
      <p className="meta">{t('webhooks.answersNotKept')}</p>
    </section>
  );
}

function TryRow(props: { one: Try }) {
  const { status, fault, at, ms } = props.one;
  const { t } = useTranslation();
  const ok = isGood(status);
  const why = faultOf(fault);
  return (
    <li>
      <span className="wh-dot" data-state={ok ? 'ok' : 'bad'}>
        <Icon as={ok ? Check : X} size="xs" />
      </span>
      <b>{status === null ? t(`webhooks.fault.${why}`) : t('webhooks.answer', { status })}</b>
      <time>
        <bdi dir="ltr">{formatDateTime(at)}</bdi> · {t('webhooks.ms', { ms })}
      </time>
    </li>
  );
}

/** Returns the headers that are the same for every attempt. */
function headersOf({ event }: DeliveryDetail): string[] {
  return ['content-type: application/json', 'user-agent: f2e-webhooks/1', `webhook-id: ${event}`];
}

/** Returns the request as a curl command, without a signature: with one, people could post in our name. */
export function curlOf(url: string, delivery: DeliveryDetail): string {
  const headers = headersOf(delivery).map((header) => `-H ${quoted(header)}`);
  return ['curl', '-X POST', quoted(url), ...headers, '--data-raw', quoted(delivery.body)].join(' ');
}

/** Quotes any text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns whether a status counts as delivered: only 2xx does. */
export function isGood(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
