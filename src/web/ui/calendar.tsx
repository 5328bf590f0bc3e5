import './calendar.css';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  addDays,
  addMonths,
  clampDay,
  firstWeekday,
  instantOf,
  today,
  weekdayOf,
  weeksOf,
} from './calendar-dates.ts';
import { IconButton } from './icon-button.tsx';

/** Words of the calendar that no language library knows. */
export interface CalendarLabels {
  previous: string;
  next: string;
}

/**
 * A month to pick a day from; days are YYYY-MM-DD. Arrow keys move by days and weeks, Home and End within the week,
 * Page Up and Page Down by months; Enter or Space picks. One day is in the order of the Tab key.
 */
export function Calendar(props: {
  value: string;
  min?: string;
  max?: string;
  language: string;
  labels: CalendarLabels;
  onPick: (day: string) => void;
}) {
  const { value, min, max, language, labels, onPick } = props;
  // Keys take the focus along to another day; the buttons for months keep theirs.
  const [{ at, grab }, setPlace] = useState({ at: value, grab: true });
  const firstDay = firstWeekday(language);
  const weeks = weeksOf(at, firstDay);
  const go = (day: string, withFocus = false) => setPlace({ at: clampDay(day, min, max), grab: withFocus });
  const onKeyDown = (event: KeyboardEvent) => {
    const to = dayForKey(event, at, firstDay);
    if (to === null) return;
    event.preventDefault();
    go(to, true);
  };
  const title = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <div className="cal">
      <div className="cal-head">
        <IconButton
          disabled={min !== undefined && addMonths(at, -1).slice(0, 7) < min.slice(0, 7)}
          flip
          icon={ChevronLeft}
          label={labels.previous}
          onPress={() => go(addMonths(at, -1))}
          size="sm"
        />
        <span aria-live="polite" className="cal-title">
          {title.format(instantOf(at))}
        </span>
        <IconButton
          disabled={max !== undefined && addMonths(at, 1).slice(0, 7) > max.slice(0, 7)}
          flip
          icon={ChevronRight}
          label={labels.next}
          onPress={() => go(addMonths(at, 1))}
          size="sm"
        />
      </div>
      <table aria-label={title.format(instantOf(at))}>
        <WeekHead language={language} week={weeks[0] ?? []} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <DayButton
                    {...{ day, language, onPick, onKeyDown }}
                    disabled={day !== clampDay(day, min, max)}
                    focus={day === at ? (grab ? 'grab' : 'here') : 'none'}
                    outside={day.slice(0, 7) !== at.slice(0, 7)}
                    picked={day === value}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function dayForKey(event: KeyboardEvent, at: string, firstDay: number): string | null {
  // Where text runs right to left, so do the days.
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
  const inWeek = (weekdayOf(at) - firstDay + 7) % 7;
  switch (event.key) {
    case 'ArrowRight':
      return addDays(at, forward);
    case 'ArrowLeft':
      return addDays(at, -forward);
    case 'ArrowDown':
      return addDays(at, 7);
    case 'ArrowUp':
      return addDays(at, -7);
    case 'Home':
      return addDays(at, -inWeek);
    case 'End':
      return addDays(at, 6 - inWeek);
    case 'PageUp':
      return addMonths(at, -1);
    case 'PageDown':
      return addMonths(at, 1);
    default:
      return null;
  }
}

function WeekHead(props: { language: string; week: readonly string[] }) {
  const { language, week } = props;
  const name = (weekday: 'long' | 'narrow', day: string) =>
    new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(instantOf(day));
  return (
    <thead>
      <tr>
        {week.map((day) => (
          <th abbr={name('long', day)} key={day} scope="col">
            {name('narrow', day)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function DayButton(props: {
  day: string;
  language: string;
  /** The day of the Tab key: it has the focus now (`grab`), or the focus comes here. */
  focus: 'grab' | 'here' | 'none';
  outside: boolean;
  disabled: boolean;
  picked: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onPick: (day: string) => void;
}) {
  const { day, language, focus, outside, disabled, picked, onKeyDown, onPick } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focus === 'grab') button.current?.focus();
  }, [focus]);
  const words = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  return (
    <button
      aria-current={day === today() ? 'date' : undefined}
      aria-disabled={disabled || undefined}
      aria-label={words.format(instantOf(day))}
      aria-pressed={picked}
      className="cal-day num"
      data-outside={outside || undefined}
      onClick={() => {
        if (!disabled) onPick(day);
      }}
      onKeyDown={onKeyDown}
      ref={button}
      tabIndex={focus === 'none' ? -1 : 0}
      type="button"
    >
      {Number(day.slice(8))}
    </button>
  );
}
