import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatWall, instantOf } from '#contract/kit/wall-time.ts';
import type { DeliveryRules } from './delivery-window.ts';
import { presetsAt, sendTimeOf, wallOf } from './send-time.ts';
import type { ChosenTime } from './send-time-form.tsx';

const YEAR_MS = 365 * 24 * 60 * 60_000;

/** A send time in the form of the API (spec http-api 12.28). */
export interface LaterTime {
  /** Local time in `zone`: 2026-11-24T08:00. */
  sendAt: string;
  zone: string;
  /** Whether to send outside of the delivery window, too. */
  anyHour: boolean;
}

/** The state of a form for a send time. */
export interface SendTimeState {
  value: ChosenTime;
  error: string | undefined;
  change: (value: ChosenTime) => void;
  /** Returns the chosen time; or null, and shows the reason, if it is not in the future. */
  take: () => LaterTime | null;
}

/** Returns the state of the form, starting with `first` (a wall time) or with tomorrow morning. */
export function useSendTime(
  rules: DeliveryRules,
  now: Date,
  first?: { wall: number; anyHour: boolean },
): SendTimeState {
  const { t } = useTranslation();
  const [value, setValue] = useState<ChosenTime>(() => ({
    ...(first ? sendTimeOf(first.wall) : usualTime(rules, now)),
    anyHour: first?.anyHour ?? false,
  }));
  const [error, setError] = useState<string>();
  return {
    value,
    error,
    change: (next) => {
      setError(undefined);
      setValue(next);
    },
    take: () => {
      const wall = wallOf(value);
      const at = wall === null ? null : instantOf(rules.home, wall).getTime();
      if (wall === null || at === null || at <= Date.now()) setError(t('later.past'));
      else if (at > Date.now() + YEAR_MS) setError(t('later.far'));
      else return { sendAt: formatWall(wall), zone: rules.home, anyHour: value.anyHour };
      return null;
    },
  };
}

function usualTime({ home }: DeliveryRules, now: Date) {
  const presets = presetsAt(now, home);
  return (presets.find(({ name }) => name === 'tomorrow') ?? presets[0])?.at ?? { day: '', time: '' };
}
