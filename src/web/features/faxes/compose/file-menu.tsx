import { useTranslation } from 'react-i18next';
import { ArrowDown, ArrowUp, CheckCheck, Ellipsis, RotateCcw, RotateCw } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { Reorder } from '#web/ui/reorder.ts';
import type { StripPage } from './attachment-rules.ts';
import { turnPages } from './page-rules.ts';
import type { AttachmentChange } from './use-attachments.ts';

/** The actions on a file; null while the fax is being sent. */
export interface FileActions {
  onRemove: () => void;
  onChange: (change: AttachmentChange) => void;
  onMove: (by: 1 | -1) => void;
  reorder: Reorder;
  place: { first: boolean; last: boolean };
}

/** The actions on all pages of a file, and on its position for people who cannot drag. */
export function FileMenu(props: { name: string; strip: readonly StripPage[]; actions: FileActions }) {
  const { name, strip, actions } = props;
  const { onChange, onMove, place } = actions;
  const { t } = useTranslation();
  const turn = (side: 'left' | 'right') => () => onChange({ strip: turnPages(strip, side) });
  const all = strip.map((page) => ({ ...page, out: false }));
  return (
    <Menu
      chevron={false}
      entries={[
        {
          id: 'all',
          label: t('compose.pages.all'),
          icon: CheckCheck,
          onAction: () => onChange({ strip: all, wrongPages: undefined }),
          disabled: strip.every(({ out }) => !out),
        },
        { id: 'left', label: t('compose.pages.allLeft'), icon: RotateCcw, onAction: turn('left') },
        { id: 'right', label: t('compose.pages.allRight'), icon: RotateCw, onAction: turn('right') },
        {
          id: 'up',
          label: t('compose.move.up'),
          icon: ArrowUp,
          onAction: () => onMove(-1),
          disabled: place.first,
          divided: true,
        },
        {
          id: 'down',
          label: t('compose.move.down'),
          icon: ArrowDown,
          onAction: () => onMove(1),
          disabled: place.last,
        },
      ]}
      label={t('compose.files.more', { name })}
      look="quiet"
      placement="bottom end"
      size="sm"
      trigger={<Icon as={Ellipsis} size="s" />}
      triggerClass="ic"
    />
  );
}
