import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ChevronRight, CircleAlert, TriangleAlert } from 'lucide-react';
import type { operatorOverview } from '#contract/faxes/queue.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ConsoleLink } from './console-parts.tsx';

type Overview = ReplyOf<typeof operatorOverview>;

/** The thresholds of the alerts in deploy/prometheus-rules.yml. */
const LATE_SECONDS = { send: 600, convert: 600, mail: 600, copy: 600, background: 1800 } as const;
const LEAST_FREE_BYTES = 2e9;

/** A problem that a person has to look at; `to` is its page, if it has one. */
interface Trouble {
  tone: 'bad' | 'warn' | 'info';
  text: string;
  more?: string;
  to?: string;
  search?: Record<string, string>;
}

/** Lists the problems that need a person, the worst first. */
export function Attention({ of }: { of: Overview }) {
  const { t } = useTranslation();
  const troubles = [...faults(t, of), ...warnings(t, of), ...decisions(t, of)];
  return (
    <Card
      action={<span className="meta num oc-count">{troubles.length > 0 && troubles.length}</span>}
      title={t('operator.overview.waiting')}
    >
      {troubles.length === 0 ? (
        <p className="oc-note">{t('operator.attention.none')}</p>
      ) : (
        <ul className="oc-attention">
          {troubles.map((trouble) => (
            <li data-tone={trouble.tone} key={`${trouble.text} ${trouble.more ?? ''}`}>
              <Icon as={trouble.tone === 'bad' ? CircleAlert : TriangleAlert} size="s" />
              <span>
                {trouble.to === undefined ? (
                  <span className="strong">{trouble.text}</span>
                ) : (
                  <ConsoleLink search={trouble.search ?? {}} to={trouble.to}>
                    {trouble.text}
                  </ConsoleLink>
                )}
                {trouble.more !== undefined && <span className="meta">{trouble.more}</span>}
              </span>
              {trouble.to !== undefined && <Icon as={ChevronRight} size="xs" />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function faults(t: TFunction, { reasons, lines, disk }: Overview): Trouble[] {
  const failing = lines.filter(({ state, fault }) => state === 'on' && fault !== null);
  return [
    ...reasons.map((text) => ({ tone: 'bad' as const, text })),
    ...failing.map(({ name, fault }) => ({
      tone: 'bad' as const,
      text: t('operator.attention.line', { name }),
      more: fault ?? '',
      to: `lines/${name}`,
    })),
    ...(disk !== null && disk.freeBytes < LEAST_FREE_BYTES
      ? [
          {
            tone: 'bad' as const,
            text: t('operator.attention.disk'),
            more: t('operator.attention.free', { free: formatBytes(disk.freeBytes) }),
          },
        ]
      : []),
  ];
}

function warnings(t: TFunction, { queues, warnings: said, unavailable }: Overview): Trouble[] {
  const places = { send: 'queue', copy: 'deliveries', convert: 'queue' } as const;
  return [
    ...queues
      .filter(({ queue, oldestSeconds }) => oldestSeconds > LATE_SECONDS[queue])
      .map(({ queue, depth, oldestSeconds }) => {
        const to = places[queue as keyof typeof places] as string | undefined;
        const minutes = Math.round(oldestSeconds / 60);
        return {
          tone: 'warn' as const,
          text: t('operator.attention.late', { queue: t(`operator.queueName.${queue}`) }),
          more: t('operator.attention.lateBy', { count: depth, minutes }),
          ...(to !== undefined && { to, search: to === 'queue' ? { state: 'open' } : {} }),
        };
      }),
    ...said.map((text) => ({ tone: 'warn' as const, text })),
    ...(unavailable.length === 0
      ? []
      : [
          {
            tone: 'warn' as const,
            text: t('operator.overview.unavailable'),
            more: unavailable.join(', '),
          },
        ]),
  ];
}

function decisions(t: TFunction, { waiting }: Overview): Trouble[] {
  const places = [
    { kind: 'held', to: 'queue', search: { state: 'UNCERTAIN' } },
    { kind: 'storages', to: 'deliveries', search: {} },
    { kind: 'unrouted', to: 'unrouted', search: {} },
    { kind: 'ports', to: 'numbers', search: {} },
    { kind: 'cancellations', to: 'cancellations', search: {} },
  ] as const;
  return places
    .filter(({ kind }) => waiting[kind] > 0)
    .map(({ kind, to, search }) => ({
      tone: kind === 'held' || kind === 'storages' ? ('warn' as const) : ('info' as const),
      text: t(`operator.attention.${kind}`, { count: waiting[kind] }),
      to,
      search,
    }));
}
