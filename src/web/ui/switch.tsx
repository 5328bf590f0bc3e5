import './switch.css';
import type { InputHTMLAttributes, ReactNode } from 'react';

/** On or off. A switch acts at once or belongs to a Save bar, never both on one page. Without `children` give it an `aria-label`. */
export function Switch(
  props: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> & { children?: ReactNode },
) {
  const { children, ...input } = props;
  return (
    <label className="switch">
      {children !== undefined && <span>{children}</span>}
      <input {...input} aria-checked={input.checked} className="sw" role="switch" type="checkbox" />
    </label>
  );
}
