import './split-view.css';
import { useRef } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keptChoice } from '#web/kit/kept-choice.ts';
import { useStore } from '#web/ui/store.ts';

/** The limits and the default for the list's share of the height, in percent. */
const LEAST = 15;
const MOST = 85;
const FIRST = 42;
/** How far an arrow key moves the bar, in percent. */
const STEP = 4;

const listShare = keptChoice('f2e.split', (kept) => bounded(Number(kept ?? FIRST)));

/** The horizontal view: the list above, the open fax below, and a movable bar between them (INBOX-08). */
export function SplitView(props: { list: ReactNode; reader: ReactNode }) {
  const share = useStore(listShare);
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div className="split" ref={frame} style={{ '--share': `${share}%` } as CSSProperties}>
      {props.list}
      <SplitBar
        onMove={(y) => {
          const { top = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {};
          if (height > 0) listShare.set(bounded(((y - top) / height) * 100));
        }}
        onShare={(next) => listShare.set(bounded(next))}
        share={share}
      />
      {props.reader}
    </div>
  );
}

/** The bar: dragged, or moved with ↑ ↓ Home End; a double click resets it (ARIA window splitter pattern). */
function SplitBar(props: { share: number; onShare: (share: number) => void; onMove: (y: number) => void }) {
  const { share, onShare, onMove } = props;
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowUp: share - STEP, ArrowDown: share + STEP, Home: LEAST, End: MOST }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onShare(next);
  };
  const onDrag = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(event.clientY);
  };
  return (
    // A separator with a value is a control (ARIA 1.2); HTML has no native one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the rule does not recognize it
    <div
      aria-label={t('inbox.splitBar')}
      aria-orientation="horizontal"
      aria-valuemax={MOST}
      aria-valuemin={LEAST}
      aria-valuenow={share}
      className="split-bar no-print"
      onDoubleClick={() => onShare(FIRST)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onDrag}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <hr> cannot have focus or a value
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move it
      tabIndex={0}
    />
  );
}

function bounded(share: number): number {
  return Number.isFinite(share) ? Math.round(Math.min(Math.max(share, LEAST), MOST)) : FIRST;
}
