import './split-view.css';
import { useRef } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keptChoice } from '#web/kit/kept-choice.ts';
import { useStore } from '#web/ui/store.ts';

/** How much of the height the list takes, in percent. */
const LEAST = 15;
const MOST = 85;
const FIRST = 42;
/** What an arrow key moves the bar by. */
const STEP = 4;

const listShare = keptChoice('f2e.split', (kept) => bounded(Number(kept ?? FIRST)));

/** The horizontal view: the list above, the opened fax below, and a bar between them that moves (INBOX-08). */
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

/** The bar: dragged, or moved by ↑ ↓ Home End; a double click puts it back (ARIA window splitter pattern). */
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
    // A separator with a value is a control (ARIA 1.2); HTML has none of its own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the rule does not know it
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
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <hr> takes no focus and has no value
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move it
      tabIndex={0}
    />
  );
}

function bounded(share: number): number {
  return Number.isFinite(share) ? Math.round(Math.min(Math.max(share, LEAST), MOST)) : FIRST;
}
