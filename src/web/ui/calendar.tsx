import './calendar.css';
import './button.css';
import './icon-button.css';
import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar as AriaCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarHeading,
} from 'react-aria-components/Calendar';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Icon } from './icon.tsx';

/** A month from which to pick a day, by mouse or keyboard; days are YYYY-MM-DD. */
export function Calendar(props: {
  value: string;
  min?: string;
  max?: string;
  language: string;
  onPick: (day: string) => void;
}) {
  const { value, min, max, language, onPick } = props;
  return (
    <I18nProvider locale={language}>
      <AriaCalendar
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The calendar opens in a dialog, whose first focus is the chosen day.
        autoFocus
        className="cal"
        maxValue={max === undefined ? null : parseDate(max)}
        minValue={min === undefined ? null : parseDate(min)}
        onChange={(day) => onPick(day.toString())}
        value={parseDate(value)}
      >
        <div className="cal-head">
          <Button className="btn ic" data-size="sm" data-variant="quiet" slot="previous">
            <Icon as={ChevronLeft} flip size="s" />
          </Button>
          <CalendarHeading className="cal-title" />
          <Button className="btn ic" data-size="sm" data-variant="quiet" slot="next">
            <Icon as={ChevronRight} flip size="s" />
          </Button>
        </div>
        <CalendarGrid>{(day) => <CalendarCell className="cal-day num" date={day} />}</CalendarGrid>
      </AriaCalendar>
    </I18nProvider>
  );
}
