import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** An option of a list whose focus stays in its text field: a press does not remove it, and the active option is in view. */
export function ListOption(props: {
  id: string;
  className: string;
  active: boolean;
  onChoose: () => void;
  /** The mouse moved onto an option that is not active. */
  onPoint: () => void;
  children: ReactNode;
}) {
  const { id, className, active, onChoose, onPoint, children } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Keys go to the text field, which names the active option.
    <div
      aria-selected={active}
      className={className}
      data-focused={active || undefined}
      id={id}
      onClick={onChoose}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => {
        if (!active) onPoint();
      }}
      ref={row}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- As above.
      role="option"
      tabIndex={-1}
    >
      {children}
    </div>
  );
}
