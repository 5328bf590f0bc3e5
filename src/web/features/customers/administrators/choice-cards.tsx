import '#web/ui/field.css';
import '#web/ui/radio-list.css';
import './choice-cards.css';
import { useId } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';

/** One of a few options, with its explanation. */
export interface Choice<Value extends string> {
  value: Value;
  label: string;
  hint: string;
  icon: LucideIcon;
}

/** A choice of kinds as cards side by side; these are native radio buttons, so arrow keys move the selection. */
export function ChoiceCards<Value extends string>(props: {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="mf-choices">
      <legend className="lab">{props.label}</legend>
      {props.choices.map(({ value, label, hint, icon }) => (
        <label className="mf-choice" key={value}>
          <span className="between">
            <Icon as={icon} />
            <input
              checked={value === props.value}
              className="rb"
              name={name}
              onChange={() => props.onChange(value)}
              type="radio"
              value={value}
            />
          </span>
          <span className="mf-choice-label">{label}</span>
          <span className="meta">{hint}</span>
        </label>
      ))}
    </fieldset>
  );
}
