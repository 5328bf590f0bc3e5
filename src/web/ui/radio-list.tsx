import './field.css';
import './radio-list.css';
import { useId } from 'react';
import type { ReactNode } from 'react';

/** An option of a radio list; `preview` is shown above its label (a template picture). */
export interface RadioOption {
  value: string;
  label: string;
  hint?: string;
  preview?: ReactNode;
  disabled?: boolean;
}

/** A choice between a few options, all visible. Arrow keys move the selection, like the browser's own radio buttons. */
export function RadioList(props: {
  label: string;
  labelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  options: readonly RadioOption[];
  /** `row` puts the options side by side, for example template pictures. */
  layout?: 'column' | 'row';
}) {
  const name = useId();
  return (
    <fieldset className="radios" data-layout={props.layout ?? 'column'}>
      <legend className={props.labelHidden === true ? 'sr' : 'lab'}>{props.label}</legend>
      {props.options.map((option) => (
        <label className="radio" key={option.value}>
          {option.preview !== undefined && <span className="radio-pic">{option.preview}</span>}
          <span className="radio-line">
            <input
              checked={option.value === props.value}
              className="rb"
              disabled={option.disabled}
              name={name}
              onChange={() => props.onChange(option.value)}
              type="radio"
              value={option.value}
            />
            <span>{option.label}</span>
          </span>
          {option.hint !== undefined && <span className="meta">{option.hint}</span>}
        </label>
      ))}
    </fieldset>
  );
}
