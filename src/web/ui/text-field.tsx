import type { InputHTMLAttributes, Ref } from 'react';
import { Field, splitFrame } from './field.tsx';
import type { FieldFrame } from './field.tsx';

/** Counters help only where the limit is far away; shorter ones are felt while typing (over 40 characters). */
const COUNT_FROM = 41;

/** Characters used of the limit, or nothing when the limit is short or unknown. */
export function countOf(value: unknown, maxLength: number | undefined): string | undefined {
  if (typeof value !== 'string' || maxLength === undefined || maxLength < COUNT_FROM) return undefined;
  return `${value.length}/${maxLength}`;
}

/** Native input attributes beside the frame; `{...register('name')}` of a form goes straight in. */
export interface TextFieldProps
  extends FieldFrame, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'required' | 'size'> {
  size?: 'md' | 'lg';
  /** Digits that line up: fax numbers, counts. */
  numeric?: boolean;
  /** Off where fields of different limits stand together: some would count and others not. */
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
