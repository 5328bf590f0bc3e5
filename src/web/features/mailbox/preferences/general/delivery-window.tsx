import './delivery-window.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { WindowOut } from '#contract/faxes/delivery-window.ts';
import { WEEK, weekdayName } from '#web/shared/faxes/send-time.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useDeliveryWindow } from './use-delivery-window.ts';

/** The hours in which faxes are dialed. Each control saves at once; renders nothing until the window is loaded. */
export function DeliveryWindowSettings() {
  const { t } = useTranslation();
  const id = useId();
  const { values, change, error, saved, retry } = useDeliveryWindow();
  if (values === undefined)
    return retry === null ? null : (
      <p className="meta">
        {t('window.loadError')}{' '}
        <button className="lk" onClick={retry} type="button">
          {t('app.tryAgain')}
        </button>
      </p>
    );
  const on = values.on === '1';
  return (
    <section aria-labelledby={id} className="window-set">
      <div className="prefs-set">
        <div>
          <h2 id={id}>
            {t('window.title')}{' '}
            <output className="meta">{saved && error === undefined ? t('window.saved') : ''}</output>
          </h2>
          <p className="meta" id={`${id}-text`}>
            {t('window.text')}
          </p>
        </div>
        <Switch
          aria-describedby={`${id}-text`}
          aria-labelledby={id}
          checked={on}
          onChange={(event) => change({ on: event.target.checked ? '1' : '0' })}
        />
      </div>
      {on && <Hours change={change} values={values} />}
      <div aria-live="polite">{error !== undefined && <p className="window-bad">{error}</p>}</div>
    </section>
  );
}

function Hours(props: { values: WindowOut; change: (change: Partial<WindowOut>) => void }) {
  const { values, change } = props;
  const { t, i18n } = useTranslation();
  const toggle = (day: number, chosen: boolean) =>
    change({
      days: [...values.days.filter((one) => one !== day), ...(chosen ? [day] : [])].toSorted((a, b) => a - b),
    });
  return (
    <div className="window-hours">
      <fieldset>
        <legend className="lab">{t('window.days')}</legend>
        <div className="window-days">
          {WEEK.map((day) => (
            <Checkbox
              checked={values.days.includes(day)}
              key={day}
              onChange={(event) => toggle(day, event.target.checked)}
            >
              {weekdayName(day, i18n.language)}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <div className="g2">
        <Time label={t('window.from')} onChange={(from) => change({ from })} value={values.from} />
        <Time
          hint={
            overnight(values)
              ? t(values.from === values.until ? 'window.allDay' : 'window.nextDay')
              : undefined
          }
          label={t('window.until')}
          onChange={(until) => change({ until })}
          value={values.until}
        />
      </div>
    </div>
  );
}

const overnight = ({ from, until }: WindowOut): boolean => until <= from && until !== '00:00';

function Time(props: {
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (time: string) => void;
}) {
  return (
    <TextField
      hint={props.hint}
      label={props.label}
      numeric
      // An incomplete time has an empty value here, which is not saved.
      onChange={(event) => event.target.value !== '' && props.onChange(event.target.value.slice(0, 5))}
      type="time"
      value={props.value}
    />
  );
}
