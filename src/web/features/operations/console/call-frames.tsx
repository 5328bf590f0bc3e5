import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ConsoleFrame } from '#contract/faxes/line-calls.admin.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Of a long fax, only the start and the end are shown at first. */
const SHOWN_FIRST = 30;
const SHOWN_LAST = 12;

/** The messages between the two fax machines, as text or as bytes (ITU-T T.30). */
export function CallFrames({ of }: { of: readonly ConsoleFrame[] }) {
  const { t } = useTranslation();
  const [bytes, setBytes] = useState(false);
  const [all, setAll] = useState(false);
  const hidden = all || of.length <= SHOWN_FIRST + SHOWN_LAST ? 0 : of.length - SHOWN_FIRST - SHOWN_LAST;
  const rows = (frames: readonly ConsoleFrame[], from: number) =>
    frames.map((frame, at) => <FrameRow bytes={bytes} key={from + at} of={frame} />);
  return (
    <Card
      action={
        <span className="oc-segments">
          <button aria-pressed={!bytes} onClick={() => setBytes(false)} type="button">
            {t('operator.call.inWords')}
          </button>
          <button aria-pressed={bytes} onClick={() => setBytes(true)} type="button">
            {t('operator.call.bytes')}
          </button>
        </span>
      }
      className="oc-frames"
      title={t('operator.call.frames')}
    >
      {of.length === 0 && <EmptyState title={t('operator.call.noFrames')} />}
      <ol>
        {hidden === 0 ? (
          rows(of, 0)
        ) : (
          <>
            {rows(of.slice(0, SHOWN_FIRST), 0)}
            <li className="oc-more">
              <Button onClick={() => setAll(true)} size="sm" variant="quiet">
                {t('operator.call.moreFrames', { count: hidden })}
              </Button>
            </li>
            {rows(of.slice(-SHOWN_LAST), of.length - SHOWN_LAST)}
          </>
        )}
      </ol>
    </Card>
  );
}

function FrameRow({ of, bytes }: { of: ConsoleFrame; bytes: boolean }) {
  const { t, i18n } = useTranslation();
  const data = of.name === 'FCD';
  return (
    <li {...(data && { 'data-page': '' })} data-tone={toneOf(of)}>
      <span className="num meta">{(of.at / 1000).toFixed(1)}</span>
      <Icon as={of.out ? ArrowRight : ArrowLeft} size="s" />
      <code>{data ? t('operator.call.page', { page: of.page }) : of.name}</code>
      {bytes ? (
        <code dir="ltr">{of.hex.replaceAll(/(..)(?=.)/gu, '$1 ')}</code>
      ) : (
        <span>
          <span className="sr">{t(of.out ? 'operator.call.sent' : 'operator.call.received')}</span>{' '}
          {wordsOf(t, of, i18n.language)}
        </span>
      )}
    </li>
  );
}

const BAD = ['RTN', 'FTT', 'ERR', 'PIN'];
const ODD = ['PPR', 'RTP', 'RNR', 'CTC', 'CRP'];

function toneOf({ name, page }: ConsoleFrame): 'bad' | 'warn' | 'ok' | undefined {
  if (BAD.includes(name)) return 'bad';
  if (ODD.includes(name)) return 'warn';
  return name === 'MCF' && page !== undefined ? 'ok' : undefined;
}

/** Describes a frame. Frames that few machines send are shown by name only. */
function wordsOf(t: TFunction, frame: ConsoleFrame, language: string): string {
  const { name, rate, ecm, fine, station, next, damaged, page, again, frames = 0, bytes = 0 } = frame;
  if (name === 'FCD')
    return again === true
      ? t('operator.call.dataAgain', { count: frames })
      : t('operator.call.data', { count: frames, kilobytes: Math.ceil(bytes / 1024) });
  if (station !== undefined) return station === '' ? t('operator.call.noName') : `“${station}”`;
  if (damaged !== undefined) return t('operator.call.damaged', { frames: damaged });
  if (next !== undefined) return t(`operator.call.frame.${next}` as never) as string;
  if (name === 'MCF' && page !== undefined) return t('operator.call.confirmed', { page });
  if (rate !== undefined || ecm !== undefined) {
    const can = [
      rate === undefined ? '' : formatNumber(rate, language),
      ecm === true ? t('operator.call.ecm') : '',
      fine === true ? t('operator.call.fine') : '',
    ];
    return t(`operator.call.frame.${name}` as never, { can: can.filter(Boolean).join(', ') }) as string;
  }
  return t(`operator.call.frame.${name}` as never, { can: '', defaultValue: '' }) as string;
}
