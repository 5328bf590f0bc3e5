import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Fullscreen, Minimize, PanelLeft, PanelRight, RotateCcw, RotateCw } from 'lucide-react';
import { useMay } from '#web/shared/mailbox/role.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useStore } from '#web/ui/store.ts';
import { detailsShown, leaveFullScreen, stripShown, useFullScreen } from './reader-state.ts';
import type { OpenedFax } from './use-opened-fax.ts';

/** The view tools for an open fax, beside or below the list: turn a received fax, thumbnails, full screen (MSG-06). */
export function ReaderTools(props: { opened: OpenedFax; below: boolean }) {
  const { row, turn } = props.opened;
  const shown = stripShown[props.below ? 'below' : 'beside'];
  const { t } = useTranslation();
  const may = useMay('work');
  const strip = useStore(shown);
  const details = useStore(detailsShown);
  const { full, toggle } = useFullScreen();
  useEffect(() => () => void leaveFullScreen(), []);
  return (
    <>
      {may && row.is_inbox === 1 && row.fax_pages > 0 && (
        <>
          <IconButton
            icon={RotateCcw}
            label={t('inbox.turnLeft')}
            onPress={() => turn('left', null)}
            size="sm"
          />
          <IconButton
            icon={RotateCw}
            label={t('inbox.turnRight')}
            onPress={() => turn('right', null)}
            size="sm"
          />
        </>
      )}
      {row.fax_pages > 1 && (
        <IconButton
          flip
          icon={PanelLeft}
          label={t('inbox.pagesStrip')}
          onPress={() => shown.set(!strip)}
          pressed={strip}
          size="sm"
        />
      )}
      {!props.below && (
        <IconButton
          className="fax-details-switch"
          flip
          icon={PanelRight}
          label={t('inbox.details')}
          onPress={() => detailsShown.set(!details)}
          pressed={details}
          size="sm"
        />
      )}
      <IconButton
        icon={full ? Minimize : Fullscreen}
        label={t(full ? 'inbox.leaveFullScreen' : 'inbox.fullScreen')}
        onPress={toggle}
        size="sm"
      />
      <span className="bar2-line" />
    </>
  );
}
