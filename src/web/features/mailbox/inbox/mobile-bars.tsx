import './mobile-inbox.css';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Pencil, Search, X } from 'lucide-react';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { isSearch, listTitle } from './list-query.ts';
import { Arrows, positionText } from './message-actions.tsx';
import { MobileActions } from './mobile-actions.tsx';
import type { FaxPage, InboxPlace } from './use-inbox.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import type { SelectionVerbs } from './use-selection.ts';
import type { TargetVerbs } from './use-targets.ts';

interface MobileBarsProps {
  page: FaxPage;
  place: InboxPlace;
  selection: SelectionVerbs;
  opened: OpenedFax | null;
  verbs: TargetVerbs;
  searching: boolean;
  onSearching: (on: boolean) => void;
}

/** The phone's top and bottom bars: of the list, of a selection, of an open fax (MOB-02, MOB-03). */
export function MobileBars(props: MobileBarsProps) {
  if (props.selection.count > 0) return <SelectionBars {...props} />;
  if (props.opened !== null) return <FaxBars {...props} opened={props.opened} />;
  return <ListBars {...props} />;
}

function ListBars(props: MobileBarsProps) {
  const { page, place, searching, onSearching } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay('send');
  const outbox = place.folder === 'Outbox';
  return (
    <MobileBar
      actions={
        <>
          {!outbox && (
            <IconButton
              expanded={searching}
              icon={Search}
              label={t('inbox.search')}
              onPress={() => onSearching(!searching)}
              size="touch"
            />
          )}
          {may && (
            <IconButton
              icon={Pencil}
              label={t('inbox.newFax')}
              onPress={() => void navigate({ to: '/inbox/compose' })}
              size="touch"
              variant="accent"
            />
          )}
        </>
      }
      title={
        <>
          {listTitle(place, t)}{' '}
          {!outbox && !isSearch(place) && !page.loading && !page.failed && (
            <span className="bar-count num">{page.total}</span>
          )}
        </>
      }
    />
  );
}

function SelectionBars(props: MobileBarsProps) {
  const { page, selection, verbs, place } = props;
  const { t } = useTranslation();
  return (
    <MobileBar
      actions={
        selection.count < page.ids.length && (
          <Button className="bar-all" onClick={selection.toggleAll} variant="link">
            {t('inbox.selectAll')}
          </Button>
        )
      }
      bottom={<MobileActions opened={null} place={place} verbs={verbs} />}
      start={
        <IconButton
          className="bar-selecting"
          icon={X}
          label={t('inbox.cancelSelection')}
          onPress={selection.clear}
          size="touch"
        />
      }
      title={t('inbox.selected', { count: selection.count })}
    />
  );
}

function FaxBars(props: MobileBarsProps & { opened: OpenedFax }) {
  const { opened, place, verbs } = props;
  const { t } = useTranslation();
  return (
    <MobileBar
      actions={<Arrows opened={opened} place={place} size="touch" />}
      bottom={<MobileActions opened={opened} place={place} verbs={verbs} />}
      start={
        <IconButton flip icon={ArrowLeft} label={t('inbox.backToList')} onPress={place.close} size="touch" />
      }
      title={<span className="bar-position num">{positionText(opened, t) || t('inbox.fax')}</span>}
    />
  );
}
