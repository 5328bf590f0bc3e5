import './tooltip.css';
import type { ComponentProps, ReactElement } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

/** Long enough not to flicker under a passing pointer, short enough to answer «what is this?». */
const OPEN_DELAY_MS = 500;

/**
 * A few words about a control, shown on hover and on keyboard focus. `keys` are key caps of its shortcut.
 * The child must be one focusable element; it never depends on the tooltip for its name.
 */
export function Tooltip(props: {
  label: string;
  keys?: readonly string[];
  placement?: ComponentProps<typeof AriaTooltip>['placement'];
  children: ReactElement;
}) {
  const { label, keys = [], placement = 'bottom', children } = props;
  return (
    <TooltipTrigger closeDelay={0} delay={OPEN_DELAY_MS}>
      <Focusable>{children as ComponentProps<typeof Focusable>['children']}</Focusable>
      <AriaTooltip className="tip" offset={6} placement={placement}>
        {label}
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
