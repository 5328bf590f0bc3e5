import { useTranslation } from 'react-i18next';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ConsoleQuality } from '#contract/faxes/line-calls.admin.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Facts } from './console-parts.tsx';

const BAR = 6;
const HEIGHT = 44;

/** Faxes break if more than this percentage of packets is lost for good. */
const POOR_PERCENT = 1;

/** The quality of the packets from the far end. */
export function CallQuality({ of }: { of: ConsoleQuality }) {
  const { t, i18n } = useTranslation();
  const { received, missed, repaired, longest, barSeconds, bars } = of;
  const all = received + missed;
  const lost = missed - repaired;
  const percent = (part: number) => ((100 * part) / Math.max(1, all)).toFixed(1);
  const number = (value: number) => formatNumber(value, i18n.language);
  const tone = lost === 0 ? 'ok' : Number(percent(lost)) < POOR_PERCENT ? 'warn' : 'bad';
  const icon = { ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert }[tone];
  return (
    <Card title={t('operator.call.quality')}>
      <div className="oc-quality">
        <p className="oc-judged" data-tone={tone}>
          <Icon as={icon} size="s" />
          {missed === 0 ? t('operator.call.noLoss') : t(`operator.call.loss.${tone}`)}
        </p>
        <LossChart bars={bars} />
        <p className="oc-ends">
          <span className="num">0:00</span>
          <span>{t('operator.call.lostPackets')}</span>
          <span className="num">{clock(bars.length * barSeconds)}</span>
        </p>
      </div>
      <Facts
        of={[
          [t('operator.call.packets'), number(received)],
          [t('operator.call.lost'), `${number(missed)} (${percent(missed)} %)`],
          [
            t('operator.call.recovered'),
            t('operator.call.recoveredOf', { repaired: number(repaired), missed: number(missed) }),
          ],
          [t('operator.call.longest'), t('operator.call.packetCount', { count: longest })],
        ]}
      />
    </Card>
  );
}

function LossChart({ bars }: { bars: readonly number[] }) {
  const { t } = useTranslation();
  const most = Math.max(1, ...bars);
  return (
    <svg
      aria-label={t('operator.call.lostPackets')}
      preserveAspectRatio="none"
      role="img"
      viewBox={`0 0 ${Math.max(1, bars.length) * BAR} ${HEIGHT}`}
    >
      {bars.map((bar, at) => {
        const height = bar === 0 ? 2 : Math.max(4, (bar / most) * HEIGHT);
        return (
          <rect
            height={height}
            // oxlint-disable-next-line react/no-array-index-key -- bars are identified only by their time
            key={at}
            width={BAR - 2}
            x={at * BAR + 1}
            y={HEIGHT - height}
            {...(bar > 0 && { 'data-hit': '' })}
          />
        );
      })}
    </svg>
  );
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
