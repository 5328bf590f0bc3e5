import './button.css';
import './calendar.css';
import { useState } from 'react';
import { CalendarDays } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Calendar } from './calendar.tsx';
import { Icon } from './icon.tsx';

/** A range of days, both inclusive; YYYY-MM-DD. */
export interface Range {
  from: string;
  to: string;
}

/** A range of days as two buttons, each with a calendar. Days that would put the first after the last are disabled. */
export function DateRange(props: {
  value: Range;
  onChange: (range: Range) => void;
  max?: string;
  language: string;
  /** Formats a day for its button. */
  format: (day: string) => string;
  labels: { from: string; to: string };
}) {
  const { value, onChange, max, labels, ...shared } = props;
  return (
    <span className="date-range">
      <DayPicker
        {...shared}
        icon
        label={labels.from}
        max={value.to}
        onPick={(from) => onChange({ ...value, from })}
        value={value.from}
      />
      <DayPicker
        {...shared}
        label={labels.to}
        {...(max === undefined ? {} : { max })}
        min={value.from}
        onPick={(to) => onChange({ ...value, to })}
        value={value.to}
      />
    </span>
  );
}

function DayPicker(props: {
  label: string;
  icon?: boolean;
  value: string;
  min?: string;
  max?: string;
  language: string;
  format: (day: string) => string;
  onPick: (day: string) => void;
}) {
  const { label, icon = false, value, min, max, language, format, onPick } = props;
  const [open, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <AriaButton
        aria-label={`${label} ${format(value)}`}
        className="btn num"
        data-size="md"
        data-variant="secondary"
      >
        {icon && <Icon as={CalendarDays} size="s" />}
        <bdi dir="ltr">{format(value)}</bdi>
      </AriaButton>
      <Popover className="date-pop" offset={6} placement="bottom end">
        <Dialog aria-label={label}>
          <Calendar
            language={language}
            onPick={(day) => {
              setOpen(false);
              onPick(day);
            }}
            value={value}
            {...(min === undefined ? {} : { min })}
            {...(max === undefined ? {} : { max })}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
