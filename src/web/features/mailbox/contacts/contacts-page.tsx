import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHotkeys } from '#web/kit/hotkeys.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { growl } from '#web/ui/growl-store.ts';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { ContactFormPane } from './contact-form.tsx';
import { ContactList } from './contact-list.tsx';
import { ContactRail, ContactSearch } from './contact-rail.tsx';
import { ContactsBars } from './contacts-bars.tsx';
import { NEW_CONTACT } from './contacts-state.ts';
import { SelectionBars } from './selection-bars.tsx';
import { useChecked } from './use-checked.ts';
import type { Checked } from './use-checked.ts';
import { useContactsData, useContactsPlace } from './use-contacts.ts';
import type { ContactsPlace } from './use-contacts.ts';
import { useDeleteContacts } from './use-delete-contacts.ts';
import { GroupNameModal } from './group-name-modal.tsx';
import { useExport } from './use-export.ts';
import { useGroups } from './use-groups.ts';
import type { Groups } from './use-groups.ts';
import { useOpenContact } from './use-open-contact.ts';
import type { Opened } from './use-open-contact.ts';

/** Contacts | List: search, list and form; on phones the form covers the list (CONT-01, CONT-07). */
export function ContactsPage() {
  const { t } = useTranslation();
  const place = useContactsPlace();
  const data = useContactsData(place);
  const narrow = useNarrow();
  const groups = useGroups();
  const checked = useChecked(`${place.page} ${place.group} ${place.q}`, data.rows);
  const [asked, setAsked] = useState(false);
  const selecting = asked || checked.ids.size > 0;
  const opened = useOpenContact(place.open, data.rows, !data.loading);
  const remove = useRemoval(place);
  const exports = useExport();
  usePageTitle(t('contacts.title'));
  useHotkeys([{ code: 'KeyN', run: () => place.show(NEW_CONTACT) }]);
  useMissing(opened, place);
  useMissingGroup(groups, place);
  const show = opened.kind === 'open';
  const openCid = place.open.kind === 'contact' ? place.open.cid : null;
  useFocusBack(openCid, show);
  const target = checked.ids.size > 0 ? [...checked.ids] : openCid === null ? [] : [openCid];
  return (
    <div className="contacts" data-narrow={narrow || undefined}>
      {narrow ? (
        !show && (
          <PhoneTop
            checked={checked}
            data={data}
            exports={exports}
            groups={groups}
            onDelete={() => remove(target)}
            onEnd={() => {
              setAsked(false);
              checked.set(new Set());
            }}
            onSelecting={() => setAsked(true)}
            place={place}
            selecting={selecting}
          />
        )
      ) : (
        <ContactRail data={data} groups={groups} place={place} />
      )}
      <ContactList
        checked={checked}
        data={data}
        groups={groups}
        inert={narrow && show}
        onDelete={target.length === 0 ? undefined : () => remove(target)}
        exports={exports}
        place={place}
        selecting={selecting}
      />
      {opened.kind === 'open' && (
        <ContactFormPane
          fax={opened.fax}
          groups={groups}
          key={opened.key}
          onClose={() => place.show({ kind: 'none' })}
          onDelete={openCid === null ? undefined : () => remove([openCid])}
          onSaved={() => place.closeSaved(place.open)}
          start={
            openCid === null && place.group !== null
              ? { ...opened.start, groups: [place.group] }
              : opened.start
          }
        />
      )}
      {groups.naming !== null && <GroupNameModal naming={groups.naming} onClose={() => groups.name(null)} />}
    </div>
  );
}

/** Returns a function that deletes contacts; the form of a deleted contact closes without asking. */
function useRemoval(place: ContactsPlace): (cids: readonly string[]) => void {
  const removeAll = useDeleteContacts();
  return (cids) => void removeAll(cids).then((gone) => gone !== null && place.closeOneOf(gone));
}

/** Redirects from the address of a contact that no longer exists to the list, with a message. */
function useMissing(opened: Opened, place: ContactsPlace): void {
  const { t } = useTranslation();
  const { show } = place;
  useEffect(() => {
    if (opened.kind !== 'missing' && opened.kind !== 'failed') return;
    growl.error(t(opened.kind === 'missing' ? 'contacts.missing' : 'contacts.loadError'));
    show({ kind: 'none' }, true);
  }, [opened.kind, show, t]);
}

/** Redirects from the address of a group that no longer exists to all contacts. */
function useMissingGroup({ list, loading, failed }: Groups, { group, showGroup }: ContactsPlace): void {
  const missing = group !== null && !loading && !failed && !list.some(({ id }) => id === group);
  useEffect(() => {
    if (missing) showGroup(null);
  }, [missing, showGroup]);
}

/** Returns the focus to the contact when its form closes. */
function useFocusBack(cid: string | null, show: boolean): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (show && cid !== null) before.current = cid;
    else if (!show && before.current !== null) {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(`#contact-${before.current}`)?.focus();
      before.current = null;
    }
  }, [cid, show]);
}

/** The phone's bar and, when opened, its search line. */
function PhoneTop(props: {
  data: ReturnType<typeof useContactsData>;
  place: ContactsPlace;
  groups: Groups;
  exports: readonly MenuEntry[];
  checked: Checked;
  selecting: boolean;
  onSelecting: () => void;
  onDelete: () => void;
  onEnd: () => void;
}) {
  const { place } = props;
  const [asked, setAsked] = useState(false);
  const searching = asked || place.q !== '';
  if (props.selecting) return <SelectionBars {...props} />;
  return (
    <>
      <ContactsBars
        {...props}
        onSearching={(on) => {
          setAsked(on);
          if (!on && place.q !== '') place.search('');
        }}
        searching={searching}
      />
      {searching && (
        <div className="contacts-search">
          <ContactSearch place={place} />
        </div>
      )}
    </>
  );
}
