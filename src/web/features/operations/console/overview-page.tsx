import { useTranslation } from 'react-i18next';
import { operatorOverview } from '#contract/faxes/queue.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { Card } from '#web/ui/card.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Coded, useCodeWords } from './code-words.tsx';
import { ConsoleLink, ConsolePage, Facts, ConsoleFailed } from './console-parts.tsx';
import { LinePill } from './line-pill.tsx';
import { useConsole } from './console-query.ts';

/** Health and queues are looked at again so often while the page is in sight. */
const EVERY_MS = 10_000;
/** From here on a queue's oldest entry is named in minutes. */
const MINUTE = 60;

type Overview = ReplyOf<typeof operatorOverview>;

/** Whether the installation works, and what waits for workers and for people. */
export function OverviewPage() {
  const { t } = useTranslation();
  const overview = useConsole(operatorOverview, undefined, EVERY_MS);
  const { data } = overview;
  return (
    <ConsolePage
      actions={
        data !== undefined && (
          <Pill tone={data.ready ? 'ok' : 'bad'}>
            {t(data.ready ? 'operator.overview.ready' : 'operator.overview.notReady')}
          </Pill>
        )
      }
      name={t('operator.place.overview')}
      title={t('operator.place.overview')}
    >
      {overview.isError && <ConsoleFailed retry={overview.refetch} />}
      {data === undefined ? (
        !overview.isError && <Skeleton height="180px" width="100%" />
      ) : (
        <div className="oc-cards">
          <Parts of={data} />
          <Queues of={data} />
          <Lines of={data} />
          <Waiting of={data} />
        </div>
      )}
    </ConsolePage>
  );
}

function Parts({ of }: { of: Overview }) {
  const { t } = useTranslation();
  return (
    <Card title={t('operator.overview.parts')}>
      <Facts
        of={[
          ...of.reasons.map((reason, at) => [`${t('operator.overview.fault')} ${at + 1}`, reason] as const),
          ...of.warnings.map(
            (warning, at) => [`${t('operator.overview.warning')} ${at + 1}`, warning] as const,
          ),
          [
            t('operator.overview.sandbox'),
            t(`operator.overview.sandboxes.${of.sandbox}` as never, { defaultValue: of.sandbox }),
          ],
          [t('operator.overview.unavailable'), of.unavailable.join(', ') || t('operator.none')],
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
      <Facts
        of={
          of.queues.length === 0
            ? [[t('operator.overview.nothing'), '0']]
            : of.queues.map(
                ({ queue, state, depth, oldestSeconds }) =>
                  [
                    `${t(`operator.queueName.${queue}`)} · ${words.queueState(state)}`,
                    <span className="num" key={state}>{`${depth}${said(oldestSeconds)}`}</span>,
                  ] as const,
              )
        }
      />
    </Card>
  );
}

function Lines({ of }: { of: Overview }) {
  const { t } = useTranslation();
  return (
    <Card title={t('operator.place.lines')}>
      <Facts of={of.lines.map((line) => [line.name, <LinePill key={line.name} line={line} />] as const)} />
    </Card>
  );
}

function countLink(count: number, to: string, search: Record<string, string> = {}) {
  return (
    <ConsoleLink key={to} search={search} to={to}>
      <span className="num">{count}</span>
    </ConsoleLink>
  );
}

function Waiting({ of }: { of: Overview }) {
  const { t } = useTranslation();
  const { cancellations, ports, storages, held, unrouted } = of.waiting;
  return (
    <Card title={t('operator.overview.waiting')}>
      <Facts
        of={[
          [t('operator.place.cancellations'), countLink(cancellations, 'cancellations')],
          [t('operator.overview.ports'), countLink(ports, 'numbers')],
          [t('operator.overview.storages'), countLink(storages, 'deliveries')],
          [t('operator.overview.held'), countLink(held, 'queue', { state: 'UNCERTAIN' })],
          [t('operator.overview.unrouted'), countLink(unrouted, 'unrouted')],
        ]}
      />
    </Card>
  );
}
