import './checkbox.css';
import { useEffect, useRef } from 'react';
import type { InputHTMLAttributes, ReactNode } from 'react';

/**
 * A checkbox of 17 px within a target of at least 24 px. Without `children`, set an `aria-label`. `mixed` means «some
 * of them» on a select-all box.
 */
export function Checkbox(
  props: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { mixed?: boolean; children?: ReactNode },
) {
  const { mixed = false, children, className, ...input } = props;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Only scripts can set the third state of a native checkbox.
    if (box.current !== null) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className={className === undefined ? 'check' : `check ${className}`}>
      <input {...input} ref={box} className="cb" type="checkbox" />
      {children !== undefined && <span>{children}</span>}
    </label>
  );
}
