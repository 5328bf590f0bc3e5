import { useTranslation } from 'react-i18next';
import type { WebhookRow } from '#contract/gateways/webhooks.ts';

type Hour = WebhookRow['health']['hours'][number];

/** The shortest bar whose color is still visible, in percent. */
const LEAST = 40;

/** The last 24 hours of an endpoint, one bar per hour; its label contains the same figures. */
export function HealthStrip(props: { hours: readonly Hour[] }) {
  const { t } = useTranslation();
  const { hours } = props;
  const most = Math.max(1, ...hours.map(({ ok, failed }) => ok + failed));
  const ok = hours.reduce((sum, hour) => sum + hour.ok, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const byAge = hours.map((hour, index) => ({ hour, back: hours.length - index }));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Bars drawn by CSS; the label describes them.
    <div aria-label={t('webhooks.strip', { ok, failed })} className="wh-strip" role="img">
      {byAge.map(({ hour, back }) => (
        <i
          data-state={stateOf(hour)}
          key={back}
          style={
            hour.ok + hour.failed === 0
              ? undefined
              : { blockSize: `${LEAST + ((100 - LEAST) * (hour.ok + hour.failed)) / most}%` }
          }
          title={t('webhooks.stripHour', { hours: back, ok: hour.ok, failed: hour.failed })}
        />
      ))}
    </div>
  );
}

function stateOf({ ok, failed }: Hour): 'none' | 'ok' | 'some' | 'bad' {
  if (ok + failed === 0) return 'none';
  if (failed === 0) return 'ok';
  return ok === 0 ? 'bad' : 'some';
}
