import './icon-button.css';
import type { MouseEvent, Ref } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';

/**
 * A button with only an icon: it always has a name (`label`, also its tooltip). A disabled one stays focusable
 * (`aria-disabled`), so that keyboard users can still find out what it would do.
 */
export function IconButton(props: {
  icon: LucideIcon;
  label: string;
  keys?: readonly string[];
  onPress?: (event: MouseEvent<HTMLButtonElement>) => void;
  disabled?: boolean;
  /** `touch` is 44 px square, for top bars on phones; `accent` colors the most important action there. */
  size?: 'sm' | 'md' | 'touch';
  variant?: 'quiet' | 'secondary' | 'accent' | 'danger-quiet';
  flip?: boolean;
  pressed?: boolean;
  expanded?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}) {
  const { icon, label, keys = [], onPress, disabled = false, size = 'md', variant = 'quiet' } = props;
  const { flip = false, pressed, expanded, className, ref } = props;
  return (
    <Tooltip keys={keys} label={label}>
      <button
        ref={ref}
        aria-disabled={disabled || undefined}
        aria-expanded={expanded}
        aria-label={label}
        aria-pressed={pressed}
        className={className === undefined ? 'btn ic' : `btn ic ${className}`}
        data-size={size}
        data-variant={variant}
        onClick={(event) => {
          if (!disabled) onPress?.(event);
        }}
        type="button"
      >
        <Icon as={icon} flip={flip} size={size === 'touch' ? 'l' : 's'} />
      </button>
    </Tooltip>
  );
}
