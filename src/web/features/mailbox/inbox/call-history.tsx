import '#web/ui/timeline.css';
import './call-history.css';
import { useTranslation } from 'react-i18next';
import type { FollowedFax } from '#contract/faxes/queue.ts';
import { shortTime } from '#web/shared/faxes/send-words.tsx';

interface Entry {
  key: string;
  tone: 'next' | 'run' | 'ok' | 'warn' | 'bad';
  text: string;
  at: string;
}

/** The history of a fax, latest first: the next call, the calls made, and when it was added. */
export function CallHistory(props: { item: FollowedFax }) {
  const { item } = props;
  const { t } = useTranslation();
  const entries: Entry[] = [];
  if (item.state === 'SCHEDULED' && item.send_at !== undefined)
    entries.push({ key: 'time', tone: 'next', text: t('sendState.SCHEDULED'), at: item.send_at });
  if (item.next !== undefined)
    entries.push({ key: 'next', tone: 'next', text: t('inbox.outbox.nextTry'), at: item.next });
  if (item.dialed !== undefined)
    entries.push({ key: 'now', tone: 'run', text: t('sendWords.dialed'), at: item.dialed });
  for (const [n, call] of item.calls.toReversed().entries())
    entries.push({
      key: `call ${item.calls.length - n}`,
      tone: call.result === 'OK' ? 'ok' : item.state === 'FAILED' ? 'bad' : 'warn',
      text: t(`sendReason.${call.result}`),
      at: call.at,
    });
  entries.push({ key: 'added', tone: 'ok', text: t('inbox.outbox.added'), at: item.date });
  return (
    <div>
      <h3 className="calls-made-title">{t('report.calls')}</h3>
      <ol className="timeline">
        {entries.map(({ key, tone, text, at }) => (
          <li data-tone={tone} key={key}>
            <span>{text}</span>
            <time className="num" dateTime={at}>
              <bdi dir="ltr">{shortTime(at)}</bdi>
            </time>
          </li>
        ))}
      </ol>
    </div>
  );
}
