import { useTranslation } from 'react-i18next';
import { MousePointerClick, Search } from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { brandTitle, useBrand } from '#web/kit/brand.ts';
import { TaggedText } from '#web/kit/tagged-text.tsx';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { foundText } from './list-pane.tsx';
import { pageUrl } from './page-image.tsx';
import type { PlaceholderKind } from './placeholder-kind.ts';
import type { FaxPage, InboxPlace } from './use-inbox.ts';
import type { SelectionVerbs } from './use-selection.ts';

/** The reader without a fax: welcome, instructions, search results, or the selection (INBOX-32 to INBOX-36). */
export function ReaderPlaceholder(props: {
  kind: PlaceholderKind;
  page: FaxPage;
  place: InboxPlace;
  selection: SelectionVerbs;
}) {
  const { kind, page, place, selection } = props;
  const { t, i18n } = useTranslation();
  const brand = useBrand();
  const maySend = useMay('send');
  if (kind === 'selected') return <Selected page={page} selection={selection} />;
  // The list reports that nothing was found, and how to continue.
  if (kind === 'search' && page.total === 0) return null;
  if (kind === 'search')
    return (
      <EmptyState
        action={
          <Button onClick={() => place.search('')} variant="link">
            {t('inbox.filter.clear')}
          </Button>
        }
        icon={Search}
        text={t('inbox.matchText')}
        title={foundText(page, place, { t, i18n }) ?? ''}
      />
    );
  // The list explains what is empty, and why.
  const hint = maySend && <TaggedText elements={{ kbd: <kbd /> }} text={t('inbox.newFaxHint')} />;
  if (kind === 'empty')
    return <div className="blank">{place.folder !== 'Deleted' && hint && <p>{hint}</p>}</div>;
  const welcome = kind === 'welcome';
  return (
    <EmptyState
      icon={MousePointerClick}
      text={welcome && page.total === 0 && !page.loading ? hint : <HintText />}
      title={welcome ? t('inbox.welcome', { title: brandTitle(brand) }) : t('inbox.selectFax')}
    />
  );
}

function HintText() {
  const { t } = useTranslation();
  return <TaggedText elements={{ kbd: <kbd /> }} text={t('inbox.selectHint')} />;
}

/** The number of pictures in the pile of selected faxes. */
const PILE = 3;

function Selected(props: { page: FaxPage; selection: SelectionVerbs }) {
  const { page, selection } = props;
  const { t } = useTranslation();
  const rows = page.rows.filter((row) => selection.ids.has(row.fax_id));
  const pages = rows.reduce((sum, row) => sum + row.fax_pages, 0);
  return (
    <div className="blank">
      <Pile rows={rows.slice(0, PILE).toReversed()} />
      <h3 aria-live="polite">{t('inbox.faxesSelected', { count: rows.length })}</h3>
      <p>{t('inbox.selectedText', { count: pages })}</p>
      <Button onClick={selection.clear} variant="link">
        {t('inbox.cancelSelection')}
      </Button>
    </div>
  );
}

function Pile(props: { rows: readonly FaxRow[] }) {
  return (
    <div aria-hidden="true" className="pile" data-count={props.rows.length}>
      {props.rows.map((row) => (
        <img
          alt=""
          key={row.fax_id}
          // A page that cannot be rendered leaves a blank sheet.
          onError={(event) => event.currentTarget.removeAttribute('src')}
          src={pageUrl(row, 1, 'thumb')}
        />
      ))}
    </div>
  );
}
