import { cloneElement, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { DOMAttributes, ReactElement, SyntheticEvent } from 'react';
import { later } from './later.tsx';
import type { TooltipBoxProps, TooltipPlacement } from './tooltip-box.tsx';
import { useKeyDown } from './use-key-down.ts';

/** The hover delay in ms: long enough not to flicker under a passing pointer, short enough to be helpful. */
const OPEN_DELAY_MS = 500;

const TooltipBox = later<TooltipBoxProps>(async () => (await import('./tooltip-box.tsx')).TooltipBox);

/** The handlers of the control itself, which keep working. */
type Control = DOMAttributes<Element> & { 'aria-describedby'?: string | undefined };

/**
 * A short text about a control, shown on hover and on keyboard focus. `keys` are the keys of its shortcut. The child
 * must be one focusable element; its name must never depend on the tooltip.
 */
export function Tooltip(props: {
  label: string;
  keys?: readonly string[];
  placement?: TooltipPlacement;
  children: ReactElement;
}) {
  const { label, keys = [], placement = 'bottom' } = props;
  const children = props.children as ReactElement<Control>;
  const id = useId();
  const { open, trigger, handlers } = useTooltip();
  const own: Control = children.props;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: both(own.onPointerEnter, handlers.enter),
        onPointerLeave: both(own.onPointerLeave, handlers.leave),
        onPointerDown: both(own.onPointerDown, handlers.leave),
        onFocus: both(own.onFocus, handlers.focus),
        onBlur: both(own.onBlur, handlers.leave),
        ...(open ? { 'aria-describedby': id } : {}),
      })}
      {open && (
        <TooltipBox
          id={id}
          keys={keys}
          label={label}
          onClose={handlers.leave}
          placement={placement}
          trigger={trigger}
        />
      )}
    </>
  );
}

/** Combines two handlers; the control's own handler runs first. */
function both<Event extends SyntheticEvent>(
  first: ((event: Event) => void) | undefined,
  second: (event: Event) => void,
): (event: Event) => void {
  return (event) => {
    first?.(event);
    second(event);
  };
}

/** Decides when the text is shown: after a delay for the mouse, at once for the keyboard; Escape hides it. */
function useTooltip() {
  const [open, setOpen] = useState(false);
  const trigger = useRef<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const escape = useCallback((event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
  }, []);
  useKeyDown(open ? escape : null);
  return {
    open,
    trigger,
    handlers: {
      // A touch is meant for the action, not for its label.
      enter: (event: SyntheticEvent<Element, PointerEvent>) => {
        if (event.nativeEvent.pointerType === 'touch') return;
        trigger.current = event.currentTarget;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setOpen(true), OPEN_DELAY_MS);
      },
      leave: () => {
        clearTimeout(timer.current);
        setOpen(false);
      },
      focus: (event: SyntheticEvent) => {
        trigger.current = event.currentTarget;
        if (event.currentTarget.matches(':focus-visible')) setOpen(true);
      },
    },
  };
}
