import './switch.css';
import type { InputHTMLAttributes, ReactNode } from 'react';

/** An on/off switch: saves at once or belongs to a Save bar, not both on one page. Needs `children` or `aria-label`. */
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
