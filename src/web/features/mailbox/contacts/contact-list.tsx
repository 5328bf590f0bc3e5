import './contact-list.css';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Download, Send, Trash2, Upload, UsersRound } from 'lucide-react';
import { CONTACTS_PAGE_SIZE } from '#contract/mailbox/contacts.ts';
import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { useStartFax } from '#web/shared/faxes/compose-start.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { Pager } from '#web/kit/pager.tsx';
import { useNarrow } from '#web/kit/screen.ts';
import { useLastPage } from '#web/kit/use-last-page.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ContactItems } from './contact-items.tsx';
import { ContactTable } from './contact-table.tsx';
import { CheckedToGroup, GroupActions, shownGroup } from './group-menus.tsx';
import { numbersOf } from './use-checked.ts';
import type { Checked } from './use-checked.ts';
import { rangeOf } from './use-contacts.ts';
import type { ContactsPageData, ContactsPlace } from './use-contacts.ts';
import type { Groups } from './use-groups.ts';

interface ContactListProps {
  data: ContactsPageData;
  place: ContactsPlace;
  groups: Groups;
  checked: Checked;
  /** Whether a tap on phones selects instead of opening. */
  selecting: boolean;
  /** Deletes the selected contacts, or else the open one; omitted if there are neither. */
  onDelete: (() => void) | undefined;
  exports: readonly MenuEntry[];
}

/** The bar, the rows and the pager of the contacts. */
export function ContactList(props: ContactListProps & { inert: boolean }) {
  const { data, place } = props;
  const { t } = useTranslation();
  const narrow = useNarrow();
  useLastPage(data.loading || data.failed ? undefined : { rows: data.rows.length, total: data.total }, {
    page: place.page,
    pageSize: CONTACTS_PAGE_SIZE,
    go: (page) => place.goToPage(page, true),
  });
  return (
    <section aria-label={t('contacts.title')} className="contact-list" inert={props.inert}>
      {!narrow && <ListBar {...props} />}
      <div className="contact-rows">
        <Rows {...props} narrow={narrow} />
      </div>
      <ListFooter data={data} place={place} />
    </section>
  );
}

function ListBar(props: ContactListProps) {
  const { data, place, groups, checked, onDelete } = props;
  const { t } = useTranslation();
  const may = useMay('work');
  const count = checked.ids.size;
  const title = shownGroup(groups, place)?.name ?? t('contacts.title');
  return (
    <div aria-label={t('contacts.actions')} className="contact-bar" role="toolbar">
      <Checkbox
        aria-label={t('contacts.selectAll')}
        checked={checked.all}
        disabled={data.rows.length === 0}
        mixed={count > 0 && !checked.all}
        onChange={checked.toggleAll}
      />
      <h1 className="contact-bar-title num trunc" tabIndex={-1}>
        {count > 0 ? t('contacts.selected', { count }) : title}
      </h1>
      {may && count === 0 && <GroupActions groups={groups} place={place} />}
      <span className="grow" />
      {may && (
        <>
          <SendToChecked {...props} />
          <CheckedToGroup checked={checked.ids} groups={groups} place={place} />
          <Link className="btn" data-size="sm" data-variant="quiet" to="/contacts/import">
            <Icon as={Upload} size="s" />
            {t('contacts.import')}
          </Link>
        </>
      )}
      {may && data.all > 0 && (
        <Menu
          entries={props.exports}
          icon={Download}
          label={t('contacts.export')}
          look="quiet"
          placement="bottom end"
          size="sm"
          trigger={t('contacts.export')}
        />
      )}
      {may && onDelete !== undefined && (
        <Button icon={Trash2} onClick={onDelete} size="sm" variant="danger-quiet">
          {t('contacts.delete')}
        </Button>
      )}
    </div>
  );
}

/** Starts a fax to the selected contacts that have a number. */
function SendToChecked({ data, checked }: Pick<ContactListProps, 'data' | 'checked'>) {
  const { t } = useTranslation();
  const startFax = useStartFax();
  const numbers = numbersOf(data, checked);
  if (numbers.length === 0) return null;
  const tooMany = numbers.length > MAX_DESTINATIONS;
  return (
    <Button
      disabled={tooMany}
      icon={Send}
      onClick={() => startFax({ to: numbers })}
      size="sm"
      title={tooMany ? t('contacts.sendFaxMost', { max: MAX_DESTINATIONS }) : undefined}
      variant="quiet"
    >
      {t('contacts.sendFaxTo', { n: numbers.length })}
    </Button>
  );
}

function Rows(props: ContactListProps & { narrow: boolean }) {
  const { data, place, narrow } = props;
  const { t } = useTranslation();
  const may = useMay('work');
  if (data.failed)
    return (
      <div className="contact-fault">
        <LoadFailed onRetry={data.retry} text={t('contacts.loadError')} />
      </div>
    );
  if (data.loading) return <RowsSkeleton />;
  if (data.rows.length === 0 && place.q !== '')
    return (
      <EmptyState
        action={
          <Button onClick={() => place.search('')} variant="link">
            {t('contacts.clearSearch')}
          </Button>
        }
        icon={UsersRound}
        text={t('contacts.noMatchText')}
        title={t('contacts.noMatch', { q: place.q })}
      />
    );
  if (data.rows.length === 0 && place.group !== null)
    return (
      <EmptyState
        icon={UsersRound}
        text={t('contacts.groups.emptyText')}
        title={t('contacts.groups.empty')}
      />
    );
  if (data.rows.length === 0)
    return (
      <EmptyState
        action={
          may && (
            <Link className="btn" to="/contacts/import">
              {t('contacts.importCsv')}
            </Link>
          )
        }
        icon={UsersRound}
        text={may ? t('contacts.emptyText') : undefined}
        title={t('contacts.empty')}
      />
    );
  return narrow ? <ContactItems {...props} /> : <ContactTable {...props} />;
}

function RowsSkeleton() {
  const { t } = useTranslation();
  return (
    <output aria-label={t('contacts.loading')} className="contact-skeleton">
      {Array.from({ length: 12 }, (_, i) => (
        <span className="rowx" key={i}>
          <Skeleton height="28px" round width="28px" />
          <Skeleton width="30%" />
        </span>
      ))}
    </output>
  );
}

function ListFooter(props: { data: ContactsPageData; place: ContactsPlace }) {
  const { data, place } = props;
  const { t } = useTranslation();
  const paged = data.total > CONTACTS_PAGE_SIZE;
  if (!paged && place.q === '') return null;
  return (
    <div className="contact-btm">
      <span className="meta num">
        {paged
          ? t('contacts.range', { ...rangeOf(place.page, data.total), total: data.total })
          : t('contacts.found', { count: data.total })}
      </span>
      <Pager onPage={place.goToPage} page={place.page} pageSize={CONTACTS_PAGE_SIZE} total={data.total} />
    </div>
  );
}
