import { useState } from 'react';
import type { InputHTMLAttributes, Ref } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { Field, splitFrame } from './field.tsx';
import type { FieldFrame } from './field.tsx';
import { Icon } from './icon.tsx';

/** A masked field with a button that reveals the text, because typing errors in masked fields lock people out. */
export function PasswordField(
  props: FieldFrame &
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'required' | 'size' | 'type'> & {
      showLabel: string;
      hideLabel: string;
      size?: 'md' | 'lg';
      ref?: Ref<HTMLInputElement>;
    },
) {
  const { frame, rest } = splitFrame(props);
  const { showLabel, hideLabel, size = 'md', ref, ...input } = rest;
  const [shown, setShown] = useState(false);
  return (
    <Field {...frame}>
      {(control) => (
        <div className="in" data-size={size}>
          <input
            autoComplete="current-password"
            {...input}
            {...control}
            ref={ref}
            type={shown ? 'text' : 'password'}
          />
          <button
            aria-label={shown ? hideLabel : showLabel}
            aria-pressed={shown}
            className="in-btn"
            onClick={() => setShown(!shown)}
            title={shown ? hideLabel : showLabel}
            type="button"
          >
            <Icon as={shown ? EyeOff : Eye} size="s" />
          </button>
        </div>
      )}
    </Field>
  );
}
