import type { InputHTMLAttributes, Ref } from 'react';
import { Field, splitFrame } from './field.tsx';
import type { FieldFrame } from './field.tsx';

/** The smallest limit with a counter: counters help only if the limit is far away (over 40 characters). */
const COUNT_FROM = 41;

/** Shows the characters used out of the limit; returns nothing if the limit is short or unknown. */
export function countOf(value: unknown, maxLength: number | undefined): string | undefined {
  if (typeof value !== 'string' || maxLength === undefined || maxLength < COUNT_FROM) return undefined;
  return `${value.length}/${maxLength}`;
}

/** Native input attributes in addition to the frame; accepts `{...register('name')}` of a form directly. */
export interface TextFieldProps
  extends FieldFrame, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'required' | 'size'> {
  size?: 'md' | 'lg';
  /** Tabular figures, so that digits align: fax numbers, counts. */
  numeric?: boolean;
  /** Turn it off if fields with different limits are side by side, because only some of them would have a counter. */
  counted?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text with label, hint and error. Pass `value` for the character counter; uncontrolled use works too. */
export function TextField(props: TextFieldProps) {
  const { frame, rest } = splitFrame(props);
  const { size = 'md', numeric, counted = true, ref, ...input } = rest;
  const count = counted ? countOf(input.value, input.maxLength) : undefined;
  return (
    <Field {...frame} counter={frame.counter ?? count}>
      {(control) => (
        <input
          {...input}
          {...control}
          ref={ref}
          className={numeric === true ? 'in num' : 'in'}
          data-size={size}
        />
      )}
    </Field>
  );
}
