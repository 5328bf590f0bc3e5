import './calls.css';
import { useTranslation } from 'react-i18next';
import { Download, LockKeyhole } from 'lucide-react';
import { operatorLineCall, operatorLineCallExport } from '#contract/faxes/line-calls.admin.ts';
import type { ConsoleLineCall } from '#contract/faxes/line-calls.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { saveFile } from '#web/kit/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CallFrames } from './call-frames.tsx';
import { CallLadder } from './call-ladder.tsx';
import { callOperator } from './call-operator.ts';
import { CallQuality } from './call-quality.tsx';
import { CallPill, callTitle, connectedFor, durationOf, mediaName, reachedAt } from './call-words.tsx';
import { Verbatim } from './code-words.tsx';
import { ConsoleFailed, ConsoleLink, ConsolePage, Figures, Time } from './console-parts.tsx';
import { CALL_LIVE_MS, LIVE_MS, isUnknown, sentenceOf, useConsole } from './console-query.ts';
import { WhyLine } from './why-line.tsx';

type Opened = ReplyOf<typeof operatorLineCall>;

/** A call over a line: the messages of both ends, and the quality of the network. */
export function CallPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const found = useConsole(operatorLineCall, { id }, (last) =>
    last?.call.live === true ? CALL_LIVE_MS : LIVE_MS,
  );
  const { data } = found;
  const call = data?.call;
  const title = call === undefined ? t('operator.call.one') : callTitle(t, call);
  return (
    <ConsolePage
      actions={data !== undefined && <Kept of={data} />}
      back={backOf()}
      name={title}
      title={
        <span className="oc-named">
          {title}
          {call !== undefined && <CallPill of={call} />}
        </span>
      }
    >
      {isUnknown(found.error) && <EmptyState title={t('operator.call.unknown')} />}
      {found.isError && !isUnknown(found.error) && <ConsoleFailed retry={found.refetch} />}
      {found.isPending && <Skeleton height="180px" width="100%" />}
      {data !== undefined && <Body of={data} />}
    </ConsolePage>
  );

  function backOf(): { to: string; label: string } {
    if (call === undefined) return { to: 'lines', label: t('operator.place.lines') };
    return call.jobId === null
      ? { to: `lines/${call.line}`, label: call.line }
      : { to: `queue/${call.jobId}`, label: t('operator.job.title', { id: call.jobId }) };
  }
}

/** Shows until when everything is kept, and exports it. */
function Kept({ of: { call, trace, tracedUntil } }: { of: Opened }) {
  const { t } = useTranslation();
  if (trace === null) return null;
  const save = async () => {
    try {
      const { text } = await callOperator(operatorLineCallExport, { query: { id: call.id } });
      saveFile(new Blob([text], { type: 'text/plain' }), `call-${call.id}.txt`);
    } catch (error) {
      growl.error(sentenceOf(error, t('app.unreachable')));
    }
  };
  return (
    <>
      <span className="meta oc-named">
        <Icon as={LockKeyhole} size="s" />
        {t('operator.call.kept')} <Time of={tracedUntil} />
      </span>
      <Button icon={Download} onClick={() => void save()} title={t('operator.call.exportHint')}>
        {t('operator.call.export')}
      </Button>
    </>
  );
}

function Body({ of }: { of: Opened }) {
  const { t } = useTranslation();
  const { call, trace, quality, why } = of;
  return (
    <>
      <p className="meta oc-lead">
        {call.n !== null && <>{t('operator.call.try', { n: call.n })} · </>}
        <Time of={call.startedAt} /> · <ConsoleLink to={`lines/${call.line}`}>{call.line}</ConsoleLink>
        {call.detail !== '' && call.result !== 'OK' && (
          <>
            {' '}
            · <Verbatim of={call.detail} />
          </>
        )}
      </p>
      <Key call={call} endedBy={endedBy(trace)} />
      {trace === null ? (
        <EmptyState title={t(emptyOf(of))} />
      ) : (
        <div className="oc-call">
          <CallLadder call={call} trace={trace} />
          <CallFrames of={trace.frames} />
          <div className="oc-beside">
            {quality !== null && <CallQuality of={quality} />}
            <WhyLine of={why} />
          </div>
        </div>
      )}
      {trace === null && (
        <div className="oc-narrow oc-beside">
          {quality !== null && <CallQuality of={quality} />}
          <WhyLine of={why} />
        </div>
      )}
    </>
  );

  function emptyOf({ tracedUntil }: Opened) {
    if (call.live) return 'operator.call.later';
    return new Date(tracedUntil) < new Date() ? 'operator.call.erased' : 'operator.call.noTrace';
  }

  /** Returns who hung up, if the messages show it. */
  function endedBy(told: Opened['trace']): string {
    const bye = told?.messages.find(({ text }) => text.startsWith('BYE '));
    if (bye) return t(bye.out ? 'operator.call.ourSide' : 'operator.call.theirSide');
    const refusal = told?.messages.findLast(({ out, text }) => !out && /^SIP\/2\.0 [3-6]/u.test(text));
    return refusal?.text.split('\r\n', 1)[0]?.slice(8) ?? '–';
  }
}

/** The most important facts of a call. */
function Key({ call, endedBy }: { call: ConsoleLineCall; endedBy: string }) {
  const { t, i18n } = useTranslation();
  const connected = connectedFor(call);
  const answered = reachedAt(call, 'answered');
  const since = call.media === null ? null : reachedAt(call, 'media', call.media);
  return (
    <Figures
      of={[
        {
          name: t('operator.call.pagesConfirmed'),
          value:
            call.pages === 0
              ? call.confirmed
              : t('operator.job.pagesOf', { sent: call.confirmed, pages: call.pages }),
        },
        {
          name: t('operator.call.connected'),
          value: connected === null ? '–' : durationOf(t, connected),
        },
        {
          name: t('operator.call.carried'),
          value: mediaName(t, call.media),
          more:
            since === null || answered === null
              ? undefined
              : t('operator.call.after', { seconds: ((since - answered) / 1000).toFixed(1) }),
        },
        {
          name: t('operator.call.rate'),
          value: call.rate === null ? '–' : formatNumber(call.rate, i18n.language),
          more: call.ecm === true ? t('operator.call.ecm') : undefined,
        },
        { name: t('operator.call.ended'), value: endedBy },
      ]}
    />
  );
}
