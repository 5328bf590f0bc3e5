import '#web/ui/radio-list.css';
import './send-time-form.css';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { cityOf, instantOf, wallAt } from '#contract/kit/wall-time.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { DeliveryRules } from './delivery-window.ts';
import { nameOf, useRecipients } from './recipients.ts';
import { arrivalsOf, presetsAt, sayAt, sayWall, sayWindow, sendTimeOf, wallOf } from './send-time.ts';
import type { Arrival, SendTime } from './send-time.ts';

/** The chosen time. */
export interface ChosenTime extends SendTime {
  /** Whether to send outside of the delivery window, too. */
  anyHour: boolean;
}

interface SendTimeFormProps {
  numbers: readonly string[];
  rules: DeliveryRules;
  now: Date;
  value: ChosenTime;
  error: string | undefined;
  onChange: (value: ChosenTime) => void;
}

/** A form for the time to send a fax: presets, date and time, and each recipient's local time of delivery. */
export function SendTimeForm(props: SendTimeFormProps) {
  const { value, rules, now, onChange } = props;
  const { t } = useTranslation();
  const wall = wallOf(value);
  const at = wall === null ? null : instantOf(rules.home, wall);
  const shown = at === null ? null : wallAt(rules.home, at);
  return (
    <div className="later-form">
      <Presets {...props} />
      <fieldset className="later-pick">
        <legend className="lab">{t('later.pick')}</legend>
        <TextField
          label={t('later.date')}
          labelHidden
          max={sendTimeOf(wallAt(rules.home, now) + 366 * 1440).day}
          min={sendTimeOf(wallAt(rules.home, now)).day}
          numeric
          onChange={(event) => onChange({ ...value, day: event.target.value })}
          required
          type="date"
          value={value.day}
        />
        <TextField
          label={t('later.time')}
          labelHidden
          numeric
          onChange={(event) => onChange({ ...value, time: event.target.value })}
          required
          type="time"
          value={value.time}
        />
      </fieldset>
      <div aria-live="polite" className="later-said">
        {props.error !== undefined && <p className="later-bad">{props.error}</p>}
        {shown !== null && wall !== shown && (
          <p className="later-warn">{t('later.skipped', { time: value.time, moved: sayWall(shown, now) })}</p>
        )}
      </div>
      {at !== null && <Arrivals {...props} at={at} />}
    </div>
  );
}

function Presets({ value, rules, now, onChange }: SendTimeFormProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <div aria-label={t('later.presets')} className="later-presets" role="radiogroup">
      {presetsAt(now, rules.home).map((preset) => {
        const chosen = preset.at.day === value.day && preset.at.time === value.time;
        return (
          <label className="later-opt" data-on={chosen || undefined} key={preset.name}>
            <input
              checked={chosen}
              className="rb"
              name={name}
              onChange={() => onChange({ ...value, ...preset.at })}
              type="radio"
            />
            <span>{t(`later.preset.${preset.name}`)}</span>
            <bdi className="num" dir="ltr">
              {sayWall(wallOf(preset.at) ?? 0, now)}
            </bdi>
          </label>
        );
      })}
    </div>
  );
}

/** The local time of delivery for each recipient, and the effect of the delivery window. */
function Arrivals({ numbers, rules, value, onChange, at }: SendTimeFormProps & { at: Date }) {
  const { t, i18n } = useTranslation();
  const known = useRecipients(numbers);
  if (numbers.length === 0) return null;
  const inWindow = arrivalsOf(numbers, at, rules);
  const rows = value.anyHour ? arrivalsOf(numbers, at, { ...rules, window: null }) : inWindow;
  const { window } = rules;
  return (
    <div>
      <p className="lab">{t('later.recipients')}</p>
      <ul className="later-zones">
        {rows.map((arrival) => (
          <li key={`${arrival.zone} ${arrival.at.getTime()} ${arrival.known}`}>
            <span>
              {arrival.numbers.map((number, n) => (
                <Fragment key={number}>
                  {n > 0 && ', '}
                  <Recipient name={nameOf(known.get(number))} number={number} />
                </Fragment>
              ))}
            </span>
            <ArrivalTime arrival={arrival} asked={at} home={rules.home} />
          </li>
        ))}
      </ul>
      {window !== null && inWindow.some(({ moved }) => moved) && (
        <>
          <p className="meta later-window">
            {t('later.window', { window: sayWindow(window, i18n.language) })}{' '}
            <Link className="lk" to="/preferences/general">
              {t('later.change')}
            </Link>
          </p>
          <Checkbox
            checked={value.anyHour}
            onChange={(event) => onChange({ ...value, anyHour: event.target.checked })}
          >
            {t('later.anyHour')}
          </Checkbox>
        </>
      )}
    </div>
  );
}

/** The recipient's name as shown in the To field, with the number; only the number if no name is known. */
function Recipient({ name, number }: { name: string; number: string }) {
  const shown = (
    <bdi className="num" dir="ltr">
      {formatFaxNumber(number)}
    </bdi>
  );
  if (name === '') return shown;
  return (
    <>
      <bdi className="strong">{name}</bdi> {shown}
    </>
  );
}

function ArrivalTime(props: { arrival: Arrival; asked: Date; home: string }) {
  const { arrival, asked, home } = props;
  const { t } = useTranslation();
  const beside = wallAt(home, asked);
  const time = sayAt(arrival.at, arrival.zone, beside);
  const city = cityOf(arrival.zone);
  const words = arrival.moved && arrival.zone !== home ? 'later.moved' : 'later.local';
  return (
    <span className={arrival.moved ? 'num later-warn' : 'num'}>
      {t(words, { time, city, own: sayAt(arrival.at, home, beside) })}
      {!arrival.known && <span className="meta"> {t('later.unknown')}</span>}
    </span>
  );
}
