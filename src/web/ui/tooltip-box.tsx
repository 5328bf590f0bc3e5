import './tooltip.css';
import type { RefObject } from 'react';
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip';

/** The position of a tooltip relative to its control; `end` follows the reading direction. */
export type TooltipPlacement = 'bottom' | 'end';

/** The props of an open tooltip; tooltip.tsx decides when it is open. */
export interface TooltipBoxProps {
  id: string;
  label: string;
  keys: readonly string[];
  placement: TooltipPlacement;
  trigger: RefObject<Element | null>;
  /** Called when the control has moved away, for example by scrolling. */
  onClose: () => void;
}

/** The text beside the control, kept within the screen. Rendered only while open, so its state never changes. */
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
