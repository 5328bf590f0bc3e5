import { useTranslation } from 'react-i18next';
import type { FiguresPart, Span, operatorFigures } from '#contract/operations/figures.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { formatDate, formatTime } from '#web/kit/format-date.ts';
import { Figures } from './console-parts.tsx';
import { NotSent } from './not-sent.tsx';
import { TimeChart } from './time-chart.tsx';
import type { ChartColumn } from './time-chart.tsx';

type Reply = ReplyOf<typeof operatorFigures>;
type Counts = Reply['before'];

const sentOf = ({ delivered, notSent, uncertain }: Counts) => delivered + notSent + uncertain;
const count = (value: number) => value.toLocaleString('en-US');
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** The figures at the top: the selected period compared with the previous one. */
export function KeyFigures(props: { of: Reply; waiting: number; oldest: string }) {
  const { t } = useTranslation();
  const { now, before } = props.of;
  const sent = sentOf(now);
  const share = sent === 0 ? '–' : `${((now.delivered / sent) * 100).toFixed(1)}%`;
  const all = sent + now.received;
  return (
    <Figures
      of={[
        {
          name: t('operator.chart.faxes'),
          value: count(all),
          more: t('operator.chart.before', { count: sentOf(before) + before.received }),
        },
        {
          name: t('sendState.DELIVERED'),
          value: share,
          more: t('operator.chart.ofSent', { n: count(now.delivered), sent: count(sent) }),
        },
        { name: t('operator.chart.waiting'), value: count(props.waiting), more: props.oldest },
        {
          name: t('sendState.NOT_SENT'),
          value: count(now.notSent),
          more: t('operator.chart.before', { count: before.notSent }),
        },
        {
          name: t('operator.chart.conversion'),
          value: now.convertTypicalMs === null ? '–' : inSeconds(now.convertTypicalMs),
          more: t('operator.chart.notConverted', {
            n: count(now.notConverted),
            all: count(now.converted + now.notConverted),
          }),
        },
      ]}
    />
  );
}

/** The selected period as charts. */
export function Charts({ of, span }: { of: Reply; span: Span }) {
  const { t } = useTranslation();
  const columns = (values: (part: FiguresPart) => [number, number]) =>
    of.parts.map((part) => columnOf(part, span, values(part)));
  return (
    <div className="oc-charts">
      <TimeChart
        columns={columns((part) => [sentOf(part), part.received])}
        format={count}
        heads={{ first: t('operator.chart.sent'), second: t('operator.chart.received') }}
        kind="bars"
        least={1}
        title={t(`operator.chart.per.${span}`)}
      />
      <NotSent of={of} />
      <TimeChart
        columns={columns((part) => [part.oldestSeconds / 60, 0])}
        format={(minutes) => t('operator.chart.minutes', { minutes: Math.round(minutes) })}
        heads={{ first: t('operator.chart.oldest') }}
        kind="lines"
        least={1}
        title={t('operator.chart.age')}
      />
      <TimeChart
        columns={columns((part) => [part.convertSlowMs ?? 0, part.convertTypicalMs ?? 0])}
        format={inSeconds}
        heads={{ first: t('operator.chart.slow'), second: t('operator.chart.typical') }}
        kind="lines"
        least={500}
        title={t('operator.chart.conversionTime')}
      />
    </div>
  );
}

function columnOf(part: FiguresPart, span: Span, [first, second]: [number, number]): ChartColumn {
  const label = span === '24h' ? formatTime(part.from) : formatDate(part.from).slice(0, 5);
  return { key: part.from, label, first, second, search: { since: part.from, until: part.to } };
}
