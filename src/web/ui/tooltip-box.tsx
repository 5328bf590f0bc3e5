import './tooltip.css';
import type { RefObject } from 'react';
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip';

/** Where a tooltip stands beside its control; `end` follows the direction of reading. */
export type TooltipPlacement = 'bottom' | 'end';

/** What Tooltip draws while it is open; tooltip.tsx says when that is. */
export interface TooltipBoxProps {
  id: string;
  label: string;
  keys: readonly string[];
  placement: TooltipPlacement;
  trigger: RefObject<Element | null>;
  /** The control has moved away, by scrolling for example. */
  onClose: () => void;
}

/** The words beside the control, kept on the screen. They are drawn only while they are open: their state never changes. */
export function TooltipBox(props: TooltipBoxProps) {
  const state = { isOpen: true, shouldSkipAnimation: true, open: () => {}, close: props.onClose };
  return (
    <TooltipTriggerStateContext value={state}>
      <AriaTooltip className="tip" offset={6} placement={props.placement} triggerRef={props.trigger}>
        <span id={props.id}>
          {props.label}
          {props.keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      </AriaTooltip>
    </TooltipTriggerStateContext>
  );
}
