import './button.css';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

/** Looks of a button: one `primary` per view; `danger` destroys, `danger-quiet` offers to. `link` looks like text. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet' | 'link';

/**
 * The props of every button. `busy` shows a spinner instead of the icon, keeps the width and blocks further presses. It
 * does not set `disabled`: the browser would remove the focus, and keyboard users would have to find the button again.
 */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: 'sm' | 'md' | 'lg';
  icon?: LucideIcon;
  endIcon?: LucideIcon;
  block?: boolean;
  busy?: boolean;
  /** The text shown while busy, such as «Sending…». */
  busyLabel?: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** The product's push button; `type` defaults to `button`, so that nothing submits a form by accident. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'md', icon, endIcon, block, busy = false, busyLabel } = props;
  const { children, onClick, className, type = 'button', ref, ...rest } = omitLook(props);
  return (
    <button
      {...rest}
      ref={ref}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={className === undefined ? 'btn' : `btn ${className}`}
      data-block={block || undefined}
      data-size={size}
      data-variant={variant}
      onClick={busy ? stop : onClick}
      type={type}
    >
      {busy ? <Spinner /> : icon !== undefined && <Icon as={icon} size="s" />}
      {busy && busyLabel !== undefined ? busyLabel : children}
      {endIcon !== undefined && <Icon as={endIcon} size="xs" />}
    </button>
  );
}

/** Ignores a press; this includes Enter in a field, which submits its form by pressing the form's button. */
function stop(event: MouseEvent): void {
  event.preventDefault();
}

function omitLook(
  props: ButtonProps,
): Omit<ButtonProps, 'variant' | 'size' | 'icon' | 'endIcon' | 'block' | 'busy' | 'busyLabel'> {
  const { variant: _v, size: _s, icon: _i, endIcon: _e, block: _b, busy: _y, busyLabel: _l, ...rest } = props;
  return rest;
}
