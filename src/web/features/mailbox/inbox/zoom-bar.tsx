import './zoom-bar.css';
import { useTranslation } from 'react-i18next';
import { Minus, Plus, RotateCcw, RotateCw } from 'lucide-react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { useStore } from '#web/ui/store.ts';
import { currentPage } from './reader-state.ts';
import type { ZoomVerbs } from './use-zoom.ts';
import type { TurnFax } from './use-turn-fax.ts';
import { ZOOM_STEPS } from './zoom.ts';

/** The steps that the menu offers. */
const OFFERED = ZOOM_STEPS.filter((step) => step >= 50 && step <= 200);

/** The bar above the pages: smaller, zoom, larger, and the page number. Without `turn`, the fax cannot be turned. */
export function ZoomBar(props: { zoom: ZoomVerbs; of: number; turn: TurnFax | undefined }) {
  const { zoom, of, turn } = props;
  const { t } = useTranslation();
  const percent = (value: number) => t('inbox.zoom.percent', { value });
  const { zoom: now } = zoom;
  return (
    <div aria-label={t('inbox.zoom.title')} className="zoom wide-only no-print" role="toolbar">
      <IconButton
        icon={Minus}
        keys={['−']}
        label={t('inbox.zoom.out')}
        onPress={() => zoom.step(-1)}
        size="sm"
      />
      <Menu
        entries={[
          { id: 'width', label: t('inbox.zoom.width'), onAction: () => zoom.set('width') },
          { id: 'page', label: t('inbox.zoom.page'), onAction: () => zoom.set('page') },
          ...OFFERED.map((step) => ({
            id: String(step),
            label: percent(step),
            onAction: () => zoom.set(step),
            divided: step === OFFERED[0],
          })),
        ]}
        label={t('inbox.zoom.choose')}
        look="quiet"
        placement="top start"
        size="sm"
        trigger={typeof now === 'number' ? percent(now) : t(`inbox.zoom.${now}`)}
      />
      <IconButton
        icon={Plus}
        keys={['+']}
        label={t('inbox.zoom.in')}
        onPress={() => zoom.step(1)}
        size="sm"
      />
      {of > 1 && <PageOf of={of} turn={turn} />}
    </div>
  );
}

/** The visible page; for a received fax, it can be turned alone. */
function PageOf(props: { of: number; turn: TurnFax | undefined }) {
  const { of, turn } = props;
  const { t } = useTranslation();
  const number = useStore(currentPage);
  const text = t('inbox.pageOf', { number, of });
  return (
    <>
      <span className="bar2-line" />
      {turn === undefined ? (
        <span className="meta num">{text}</span>
      ) : (
        <Menu
          entries={[
            {
              id: 'left',
              label: t('inbox.turnPageLeft', { number }),
              icon: RotateCcw,
              onAction: () => turn('left', number),
            },
            {
              id: 'right',
              label: t('inbox.turnPageRight', { number }),
              icon: RotateCw,
              onAction: () => turn('right', number),
            },
          ]}
          label={text}
          look="quiet"
          placement="top end"
          size="sm"
          trigger={text}
        />
      )}
    </>
  );
}
