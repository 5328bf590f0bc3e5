import './icon.css';
import type { LucideIcon } from 'lucide-react';

/**
 * A line icon. Decorative by default (hidden from screen readers): the text beside it, or the name of the button around
 * it, carries the meaning. `flip` mirrors icons of direction (back, next, send) in right-to-left text.
 */
export function Icon(props: {
  as: LucideIcon;
  size?: 'xs' | 's' | 'm' | 'l';
  flip?: boolean;
  className?: string;
}) {
  const { as: Glyph, size = 'm', flip = false, className } = props;
  return (
    <Glyph
      aria-hidden="true"
      className={className === undefined ? 'i' : `i ${className}`}
      data-flip={flip || undefined}
      data-size={size}
      strokeWidth={STROKE[size]}
    />
  );
}

/** Stroke widths: smaller icons need a heavier line to look equally dark. */
const STROKE = { xs: 2, s: 1.75, m: 1.75, l: 1.6 } as const;
