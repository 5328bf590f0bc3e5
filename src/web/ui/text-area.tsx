import type { Ref, TextareaHTMLAttributes } from 'react';
import { Field } from './field.tsx';
import type { FieldFrame } from './field.tsx';
import { countOf } from './text-field.tsx';

/** Several lines of text with label, hint, error and, when `value` is passed, a character counter. */
export function TextArea(
  props: FieldFrame &
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'required'> & { ref?: Ref<HTMLTextAreaElement> },
) {
  const { label, labelHidden, hint, error, counter, note, required, labelAction, id, ref, ...area } = props;
  const frame = { label, labelHidden, hint, error, note, required, labelAction, id };
  return (
    <Field {...frame} counter={counter ?? countOf(area.value, area.maxLength)}>
      {(control) => <textarea rows={4} {...area} {...control} ref={ref} className="in" />}
    </Field>
  );
}
