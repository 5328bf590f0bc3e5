import './checkbox.css';
import { useEffect, useRef } from 'react';
import type { InputHTMLAttributes, ReactNode } from 'react';

/**
 * A check box of 17 px inside a target of at least 24 px. Without `children` give it an `aria-label`.
 * `mixed` is «some of them» on a select-all box.
 */
export function Checkbox(
  props: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { mixed?: boolean; children?: ReactNode },
) {
  const { mixed = false, children, className, ...input } = props;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Only script can set the third state of a native check box.
    if (box.current !== null) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className={className === undefined ? 'check' : `check ${className}`}>
      <input {...input} ref={box} className="cb" type="checkbox" />
      {children !== undefined && <span>{children}</span>}
    </label>
  );
}
