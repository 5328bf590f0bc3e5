import type { Ref, TextareaHTMLAttributes } from 'react';
import { Field, splitFrame } from './field.tsx';
import type { FieldFrame } from './field.tsx';
import { countOf } from './text-field.tsx';

/** Several lines of text with label, hint, error and, when `value` is passed, a character counter. */
export function TextArea(
  props: FieldFrame &
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'required'> & { ref?: Ref<HTMLTextAreaElement> },
) {
  const { frame, rest } = splitFrame(props);
  const { ref, ...area } = rest;
  return (
    <Field {...frame} counter={frame.counter ?? countOf(area.value, area.maxLength)}>
      {(control) => <textarea rows={4} {...area} {...control} ref={ref} className="in" />}
    </Field>
  );
}
