import './tooltip.css';
import type { RefObject } from 'react';
import { Tooltip as AriaTooltip } from 'react-aria-components/Tooltip';

/** Where a tooltip stands beside its control; `end` follows the direction of reading. */
export type TooltipPlacement = 'bottom' | 'end';

/** What Tooltip draws while it is open; tooltip.tsx says when that is. */
export interface TooltipBoxProps {
  id: string;
  label: string;
  keys: readonly string[];
  placement: TooltipPlacement;
  trigger: RefObject<Element | null>;
}

/** The words beside the control, kept on the screen. */
export function TooltipBox(props: TooltipBoxProps) {
  return (
    <AriaTooltip className="tip" isOpen offset={6} placement={props.placement} triggerRef={props.trigger}>
      <span id={props.id}>
        {props.label}
        {props.keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    </AriaTooltip>
  );
}
