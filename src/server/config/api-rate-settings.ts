import { setting, whole } from './setting-values.ts';

/** How often one key may call the public API: rows of the settings table. */
export const apiRate = {
  F2E_API_CALLS_PER_SECOND: setting(
    '10',
    whole('calls', 10_000),
    'calls of the public API that one key may make each second, on average',
  ),
  F2E_API_BURST: setting(
    '60',
    whole('calls', 100_000),
    'calls of the public API that one key may make at once after a pause',
  ),
} as const;
