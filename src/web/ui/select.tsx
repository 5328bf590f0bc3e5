import './select.css';
import type { Ref, SelectHTMLAttributes } from 'react';
import { ChevronDown } from 'lucide-react';
import { Field, splitFrame } from './field.tsx';
import type { FieldFrame } from './field.tsx';
import { Icon } from './icon.tsx';

/** An option of a select. */
export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

/**
 * A choice from a list: the browser's own list box (best on phones and for screen readers) in our frame. `look="quiet"`
 * is the small one beside a card title, such as «Show 5».
 */
export function Select(
  props: FieldFrame &
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'required' | 'size'> & {
      options: readonly SelectOption[];
      size?: 'md' | 'lg';
      look?: 'field' | 'quiet';
      ref?: Ref<HTMLSelectElement>;
    },
) {
  const { frame, rest } = splitFrame(props);
  const { options, size = 'md', look = 'field', ref, ...select } = rest;
  return (
    <Field {...frame} labelHidden={frame.labelHidden ?? look === 'quiet'}>
      {(control) => (
        <span className="sel" data-look={look}>
          <select
            {...select}
            {...control}
            ref={ref}
            className={look === 'quiet' ? 'sel-quiet' : 'in'}
            data-size={size}
          >
            {options.map((option) => (
              <option disabled={option.disabled} key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon as={ChevronDown} size={look === 'quiet' ? 'xs' : 's'} />
        </span>
      )}
    </Field>
  );
}
