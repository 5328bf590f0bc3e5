import { useEffect, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#web/kit/format-date.ts';

/** Older data may no longer be correct. */
const STALE_MS = 60_000;
const TICK_MS = 5_000;

/** Shows when the page was last updated; renders nothing on pages that do not refresh automatically. */
export function Freshness() {
  const { t } = useTranslation();
  const updated = useUpdatedAt();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (updated === 0) return null;
  const time = formatTime(new Date(updated));
  const stale = now - updated > STALE_MS;
  return (
    <span className="oc-fresh" data-stale={stale || undefined} role={stale ? 'status' : undefined}>
      {t(stale ? 'operator.live.stale' : 'operator.live.fresh', { time })}
    </span>
  );
}

/** Returns the time of the oldest response on the page that refreshes automatically; 0 without any. */
function useUpdatedAt(): number {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      const live = cache.findAll({ type: 'active', predicate: ({ meta }) => meta?.['live'] === true });
      const times = live.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0);
      return times.length === 0 ? 0 : Math.min(...times);
    },
  );
}
