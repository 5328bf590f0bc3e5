import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { operatorOverview } from '#contract/faxes/queue.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { SPANS, operatorFigures } from '#contract/operations/figures.admin.ts';
import type { Span } from '#contract/operations/figures.admin.ts';
import { Card } from '#web/ui/card.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Attention } from './attention.tsx';
import { Coded, useCodeWords } from './code-words.tsx';
import { ConsoleFailed, ConsoleLink, ConsolePage, Facts } from './console-parts.tsx';
import { LIVE_MS, useConsole, useConsolePlace } from './console-query.ts';
import { LinePill } from './line-pill.tsx';
import { Charts, KeyFigures } from './overview-figures.tsx';

/** Figures are stored every five minutes: more frequent calls would show nothing new. */
const FIGURES_MS = 60_000;
/** From this age on, in seconds, a queue's oldest entry is shown in minutes. */
const MINUTE = 60;

type Overview = ReplyOf<typeof operatorOverview>;

/** Recent activity, the health of the installation, and the work that waits for workers and for people. */
export function OverviewPage() {
  const { t } = useTranslation();
  const overview = useConsole(operatorOverview, undefined, LIVE_MS);
  const { data } = overview;
  return (
    <ConsolePage
      actions={
        <>
          {data !== undefined && (
            <Pill tone={data.ready ? 'ok' : 'bad'}>
              {t(data.ready ? 'operator.overview.ready' : 'operator.overview.notReady')}
            </Pill>
          )}
          <SpanChoice />
        </>
      }
      name={t('operator.place.overview')}
      title={t('operator.place.overview')}
    >
      {overview.isError && data === undefined && <ConsoleFailed retry={overview.refetch} />}
      {data === undefined ? (
        !overview.isError && <Skeleton height="180px" width="100%" />
      ) : (
        <div className="oc-two">
          <History of={data} />
          <div>
            <Attention of={data} />
            <Lines of={data} />
            <Queues of={data} />
            <Parts of={data} />
          </div>
        </div>
      )}
    </ConsolePage>
  );
}

function useSpan(): Span {
  const { search } = useConsolePlace();
  return SPANS.find((span) => span === search['span']) ?? '24h';
}

/** The period of the whole page; it is kept in the address. */
function SpanChoice() {
  const { t } = useTranslation();
  const chosen = useSpan();
  return (
    <nav aria-label={t('operator.chart.span')} className="oc-span">
      {SPANS.map((span) => (
        <Link
          // The address of 24 hours is the beginning of the other.
          activeOptions={{ exact: true }}
          aria-current={span === chosen ? 'true' : undefined}
          key={span}
          params={{ _splat: '' }}
          search={(span === '24h' ? {} : { span }) as never}
          to="/operator/$"
        >
          {t(`operator.chart.spans.${span}`)}
        </Link>
      ))}
    </nav>
  );
}

function History({ of }: { of: Overview }) {
  const { t } = useTranslation();
  const span = useSpan();
  const figures = useConsole(operatorFigures, { span }, FIGURES_MS);
  const sending = of.queues.filter(({ queue }) => queue === 'send');
  const waiting = sending.reduce((sum, { depth }) => sum + depth, 0);
  const oldest = Math.max(0, ...sending.map(({ oldestSeconds }) => oldestSeconds));
  if (figures.isError && figures.data === undefined) return <ConsoleFailed retry={figures.refetch} />;
  if (figures.data === undefined) return <Skeleton height="420px" width="100%" />;
  return (
    <div>
      <KeyFigures
        of={figures.data}
        oldest={t('operator.overview.oldest', { minutes: Math.round(oldest / MINUTE) })}
        waiting={waiting}
      />
      {figures.data.storedAt === null ? (
        <p className="meta">{t('operator.chart.soon')}</p>
      ) : (
        <Charts of={figures.data} span={span} />
      )}
    </div>
  );
}

function Parts({ of }: { of: Overview }) {
  const { t } = useTranslation();
  return (
    <Card title={t('operator.overview.parts')}>
      <Facts
        of={[
          [
            t('operator.overview.sandbox'),
            t(`operator.overview.sandboxes.${of.sandbox}` as never, { defaultValue: of.sandbox }),
          ],
          [
            t('operator.overview.mail'),
            <Coded code={of.mail} key="mail">
              {t(`operator.overview.mails.${of.mail}` as never, { defaultValue: of.mail })}
            </Coded>,
          ],
        ]}
      />
    </Card>
  );
}

function Queues({ of }: { of: Overview }) {
  const { t } = useTranslation();
  const words = useCodeWords();
  const said = (seconds: number) =>
    seconds < MINUTE ? '' : ` · ${t('operator.overview.oldest', { minutes: Math.round(seconds / MINUTE) })}`;
  return (
    <Card title={t('operator.overview.queues')}>
      {of.queues.length === 0 ? (
        <p className="oc-note">{t('operator.overview.nothing')}</p>
      ) : (
        <Facts
          of={of.queues.map(
            ({ queue, state, depth, oldestSeconds }) =>
              [
                `${t(`operator.queueName.${queue}`)} · ${words.queueState(state)}`,
                <span className="num" key={state}>{`${depth}${said(oldestSeconds)}`}</span>,
              ] as const,
          )}
        />
      )}
    </Card>
  );
}

function Lines({ of }: { of: Overview }) {
  const { t } = useTranslation();
  return (
    <Card
      action={<ConsoleLink to="lines">{t('operator.overview.allLines')}</ConsoleLink>}
      title={t('operator.place.lines')}
    >
      <ul className="oc-lines">
        {of.lines.map((line) => (
          <li key={line.name}>
            <span>
              <ConsoleLink to={`lines/${line.name}`}>{line.name}</ConsoleLink>
              <span className="meta num">{t('operator.line.callsOf', line)}</span>
            </span>
            <LinePill line={line} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
