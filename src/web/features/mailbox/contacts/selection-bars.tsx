import { useTranslation } from 'react-i18next';
import { Send, Trash2, UsersRound, X } from 'lucide-react';
import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { BarAction, BarMenu, barFace } from '#web/kit/bar-actions.tsx';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { useStartFax } from '#web/shared/faxes/compose-start.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useToGroupEntries } from './group-menus.tsx';
import { numbersOf } from './use-checked.ts';
import type { Checked } from './use-checked.ts';
import type { ContactsPageData, ContactsPlace } from './use-contacts.ts';
import type { Groups } from './use-groups.ts';

/** The phone's top and bottom bars while contacts are being selected: the actions of the wide bar. */
export function SelectionBars(props: {
  data: ContactsPageData;
  place: ContactsPlace;
  groups: Groups;
  checked: Checked;
  onDelete: () => void;
  onEnd: () => void;
}) {
  const { data, checked } = props;
  const { t } = useTranslation();
  const startFax = useStartFax();
  const toGroup = useToGroupEntries({ ...props, checked: checked.ids });
  const numbers = numbersOf(data, checked);
  const none = checked.ids.size === 0;
  return (
    <MobileBar
      actions={
        !checked.all && (
          <Button className="bar-all" onClick={checked.toggleAll} variant="link">
            {t('inbox.selectAll')}
          </Button>
        )
      }
      bottom={
        <>
          <BarAction
            disabled={numbers.length === 0 || numbers.length > MAX_DESTINATIONS}
            icon={Send}
            label={t('contacts.sendFax')}
            onPress={() => startFax({ to: numbers })}
          />
          <BarMenu
            disabled={none}
            entries={toGroup}
            face={barFace(UsersRound, t('contacts.groups.addTo'))}
            label={t('contacts.groups.addTo')}
          />
          <BarAction disabled={none} icon={Trash2} label={t('contacts.delete')} onPress={props.onDelete} />
        </>
      }
      start={
        <IconButton
          className="bar-selecting"
          icon={X}
          label={t('inbox.cancelSelection')}
          onPress={props.onEnd}
          size="touch"
        />
      }
      title={t('contacts.selected', { count: checked.ids.size })}
    />
  );
}
