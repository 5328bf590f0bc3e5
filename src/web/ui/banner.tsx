import './banner.css';
import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Icon } from './icon.tsx';

/** What a banner is about; the icon says it too, so that colour is never alone. */
export type BannerTone = 'info' | 'warn' | 'ok' | 'bad';

const ICONS = { info: Info, warn: TriangleAlert, ok: CircleCheck, bad: CircleAlert } as const;

/** A notice that stands in the page, in the place it belongs to. Closable where `onClose` and its label are given. */
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
