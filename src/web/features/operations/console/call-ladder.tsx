import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ConsoleLineCall, operatorLineCall } from '#contract/faxes/line-calls.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { Card } from '#web/ui/card.tsx';
import { durationOf, mediaName } from './call-words.tsx';

type Trace = NonNullable<ReplyOf<typeof operatorLineCall>['trace']>;
type Message = Trace['messages'][number];
type Rung = { at: number; message: Message } | { at: number; media: 't38' | 'audio'; until: number };

/** The time within which an ACK follows, in ms. */
const ACK_MS = 100;

/** The signaling messages of a call between us and the trunk, and the media that carried the fax in between. */
export function CallLadder({ call, trace }: { call: ConsoleLineCall; trace: Trace }) {
  const { t } = useTranslation();
  const rungs = rungsOf(trace);
  return (
    <Card title={t('operator.call.messages')}>
      <div className="oc-ladder">
        <header>
          <span>{t('operator.call.us')}</span>
          <span>{t('operator.call.trunk')}</span>
        </header>
        <ol>
          {rungs.map((rung, at) => (
            <li key={`${rung.at} ${at}`}>
              <time>{(rung.at / 1000).toFixed(2)}</time>
              <div className="oc-rungs">
                {'message' in rung ? (
                  <MessageRung again={isRepeated(rungs, at)} of={rung.message} />
                ) : (
                  <MediaBlock call={call} of={rung} />
                )}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}

function MediaBlock({ call, of }: { call: ConsoleLineCall; of: Extract<Rung, { media: string }> }) {
  const { t } = useTranslation();
  const parts = [durationOf(t, (of.until - of.at) / 1000)];
  if (of.media === call.media && call.confirmed > 0)
    parts.push(t('operator.call.pages', { count: call.confirmed }));
  return (
    <div className="oc-media">
      <strong>{mediaName(t, of.media)}</strong>
      {parts.join(' · ')}
    </div>
  );
}

/** A message; a click shows its text. */
function MessageRung({ of, again }: { of: Message; again: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const note = again ? t('operator.call.repeated') : sdpNote(t, of.text);
  return (
    <>
      <button aria-expanded={open} className="oc-rung" onClick={() => setOpen(!open)} type="button">
        <span>
          <code>{nameOf(of.text)}</code>
          <span className="meta">{note}</span>
        </span>
        <svg
          aria-hidden="true"
          preserveAspectRatio="none"
          viewBox="0 0 100 9"
          {...(!of.out && { 'data-in': '' })}
        >
          <path d="M0 4.5H99" fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
          <path d="M97.5 1.5 100 4.5 97.5 7.5z" fill="currentColor" />
        </svg>
        <span className="sr">{t(of.out ? 'operator.call.sent' : 'operator.call.received')}</span>
      </button>
      {open && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre className="oc-message" tabIndex={0}>
          {of.text.trimEnd()}
        </pre>
      )}
    </>
  );
}

/** Returns messages and media in the order of their start. */
function rungsOf({ messages, media }: Trace): Rung[] {
  const end = messages.findLast(({ text }) => text.startsWith('BYE '))?.at ?? messages.at(-1)?.at ?? 0;
  const blocks = media.map((one, at) => ({ ...one, until: Math.max(one.at, media[at + 1]?.at ?? end) }));
  const rungs: Rung[] = [...messages.map((message) => ({ at: message.at, message })), ...blocks];
  return rungs.toSorted((a, b) => orderOf(a) - orderOf(b));
}

/** Returns the sort key. Media start with the answer; its ACK, which is sent meanwhile, comes before them. */
function orderOf(rung: Rung): number {
  return 'media' in rung ? rung.at + ACK_MS : rung.at;
}

/** Returns whether a message was sent again, because its response was lost or late (RFC 3261 17.1.1.2). */
function isRepeated(rungs: readonly Rung[], at: number): boolean {
  const rung = rungs[at];
  if (rung === undefined || !('message' in rung)) return false;
  return rungs.slice(0, at).some((one) => 'message' in one && one.message.text === rung.message.text);
}

/** Returns the name of a message: «INVITE», «200 OK». */
function nameOf(text: string): string {
  const [first = ''] = text.split('\r\n', 1);
  return first.startsWith('SIP/2.0 ') ? first.slice(8) : (first.split(' ', 1)[0] ?? '');
}

/** Returns what a message offers or accepts for the fax. */
function sdpNote(t: TFunction, text: string): string {
  const t38 = /^m=image [1-9]/mu.test(text);
  if (t38) {
    const repair = /^a=T38FaxUdpEC:(\S+)/imu.exec(text)?.[1] ?? '';
    if (/fec/iu.test(repair)) return t('operator.call.note.t38Fec');
    return /redundancy/iu.test(repair) ? t('operator.call.note.t38Redundancy') : t('operator.call.media.t38');
  }
  return /^m=audio [1-9]/mu.test(text) ? t('operator.call.media.audio') : '';
}
