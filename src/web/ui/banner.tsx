import './banner.css';
import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Icon } from './icon.tsx';

/** The kind of a banner; the icon shows it too, so that it never depends on color alone. */
export type BannerTone = 'info' | 'warn' | 'ok' | 'bad';

const ICONS = { info: Info, warn: TriangleAlert, ok: CircleCheck, bad: CircleAlert } as const;

/** A notice within the page, at the place that it concerns. It can be closed if `onClose` and its label are set. */
export function Banner(props: {
  tone: BannerTone;
  children: ReactNode;
  action?: ReactNode;
  onClose?: () => void;
  closeLabel?: string;
}) {
  const { tone, children, action, onClose, closeLabel } = props;
  return (
    <div className="note" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon as={ICONS[tone]} />
      <div className="note-text">{children}</div>
      {action}
      {onClose !== undefined && (
        <button aria-label={closeLabel} className="note-x" onClick={onClose} title={closeLabel} type="button">
          <Icon as={X} size="s" />
        </button>
      )}
    </div>
  );
}
