import '#web/ui/data-table.css';
import '#web/shared/faxes/fax-picture.css';
import '#web/ui/list-page.css';
import './drafts-page.css';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CloudCheck, Copy, FilePlus2, SearchX, SquarePen, Trash2 } from 'lucide-react';
import { MAX_QUERY } from '#contract/mailbox/search-words.ts';
import { getDraftFile } from '#contract/faxes/drafts.ts';
import { FAX_DRAFT_DAYS } from '#contract/faxes/fax-drafts.ts';
import type { FaxDraft } from '#contract/faxes/fax-drafts.ts';
import { callUrl } from '#web/kit/call-api.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { rowKey } from '#web/kit/row-key.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { nameOfDraft, placeOf, recipientsOf, useDraftsList } from './use-drafts-list.ts';
import type { DraftsList } from './use-drafts-list.ts';

/** The faxes being written, on this device or another, to be continued or discarded. */
export function DraftsPage() {
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const list = useDraftsList();
  const [search, setSearch] = useState('');
  usePageTitle(t('drafts.title'));
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = list.drafts.filter((draft) => {
    const text = textOf(draft, i18n.language);
    return words.every((word) => text.includes(word));
  });
  const count = list.drafts.length > 0 && t('drafts.count', { count: list.drafts.length });
  const field = (
    <SearchField
      clearLabel={t('inbox.clearSearch')}
      label={t('drafts.search')}
      live
      maxLength={MAX_QUERY}
      onSearch={setSearch}
      value={search}
    />
  );
  return (
    <section aria-label={t('drafts.title')} className="list-page">
      {narrow && <MobileBar title={t('drafts.title')} />}
      <div className="list-page-bar">
        {!narrow && <h1>{t('drafts.title')}</h1>}
        <span className="meta grow num">{count}</span>
        {list.drafts.length > 0 && <div className="drafts-search">{field}</div>}
      </div>
      <DraftsBody found={found} list={list} onClear={() => setSearch('')} />
    </section>
  );
}

function DraftsBody(props: { list: DraftsList; found: readonly FaxDraft[]; onClear: () => void }) {
  const { list, found } = props;
  const { t } = useTranslation();
  if (list.failed)
    return (
      <div className="list-page-note">
        <LoadFailed onRetry={list.retry} text={t('drafts.loadError')} />
      </div>
    );
  if (list.loading)
    return (
      <output aria-label={t('drafts.loading')} className="list-page-skeleton">
        {['a', 'b', 'c'].map((row) => (
          <Skeleton key={row} width="60%" />
        ))}
      </output>
    );
  if (list.drafts.length === 0)
    return <EmptyState icon={SquarePen} text={t('drafts.emptyText')} title={t('drafts.empty')} />;
  if (found.length === 0)
    return (
      <EmptyState
        action={
          <Button onClick={props.onClear} variant="link">
            {t('inbox.clearSearch')}
          </Button>
        }
        icon={SearchX}
        title={t('drafts.noMatch')}
      />
    );
  return (
    <>
      <DraftsTable found={found} list={list} />
      <p className="meta drafts-hint">
        <Icon as={CloudCheck} size="s" />
        {t('drafts.hint', { count: FAX_DRAFT_DAYS })}
      </p>
    </>
  );
}

function DraftsTable(props: { list: DraftsList; found: readonly FaxDraft[] }) {
  const { list, found } = props;
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);
  const next = useRef<number | null>(null);
  const discard = (at: number) => {
    const { id } = found[at] ?? { id: '' };
    next.current = at;
    void list.discard(id);
  };
  // When a row disappears, focuses the row that takes its place, or the last one.
  useEffect(() => {
    if (next.current !== null) focusRow(body.current, Math.min(next.current, found.length - 1));
    next.current = null;
  }, [found.length, next]);
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const key = rowKey(event);
    if (key === 'ArrowDown') focusRow(body.current, Math.min(at + 1, found.length - 1));
    else if (key === 'ArrowUp') focusRow(body.current, Math.max(at - 1, 0));
    else if (key === 'Delete') discard(at);
    else return;
    event.preventDefault();
  };
  return (
    <table aria-label={t('drafts.title')} className="t drafts-t">
      <thead>
        <tr>
          <th scope="col">{t('drafts.draft')}</th>
          <th scope="col">{t('drafts.pages')}</th>
          <th aria-sort="descending" scope="col">
            {t('drafts.saved')}
          </th>
          <th scope="col">
            <span className="sr">{t('inbox.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {found.map((draft, at) => (
          <DraftRow
            draft={draft}
            key={draft.id}
            onDiscard={() => discard(at)}
            onKeyDown={(event) => onKeyDown(event, at)}
            duplicating={list.duplicating === draft.id}
            onDuplicate={() => void list.duplicate(draft.id)}
            onOpen={() => void list.open(draft.id)}
            opening={list.opening === draft.id}
          />
        ))}
      </tbody>
    </table>
  );
}

function focusRow(body: HTMLElement | null, at: number): void {
  body?.querySelectorAll<HTMLElement>('.drafts-open')[at]?.focus();
}

function DraftRow(props: {
  draft: FaxDraft;
  opening: boolean;
  duplicating: boolean;
  onOpen: () => void;
  onDuplicate: () => void;
  onDiscard: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { draft, opening, onOpen, onDiscard, onKeyDown } = props;
  const { t, i18n } = useTranslation();
  const name = nameOfDraft(t, draft, i18n.language);
  return (
    <tr onKeyDown={onKeyDown}>
      <td>
        <DraftName draft={draft} name={name} />
      </td>
      <td className="num drafts-pages">
        <span className="drafts-number">{draft.pages}</span>
        <span className="drafts-unit">{t('inbox.pages', { count: draft.pages })}</span>
      </td>
      <td className="drafts-when">
        <bdi className="num" dir="ltr">
          {formatDateTime(draft.savedAt)}
        </bdi>
        <span className="meta" data-open={draft.open || undefined}>
          {placeOf(t, draft)}
        </span>
      </td>
      <td className="drafts-verbs">
        <Button
          aria-label={t('drafts.continueNamed', { name })}
          busy={opening}
          className="drafts-open"
          onClick={onOpen}
          size="sm"
        >
          {t('drafts.continue')}
        </Button>
        <IconButton
          disabled={props.duplicating}
          icon={Copy}
          label={t('drafts.duplicateNamed', { name })}
          onPress={props.onDuplicate}
        />
        <IconButton icon={Trash2} label={t('drafts.discardNamed', { name })} onPress={onDiscard} />
      </td>
    </tr>
  );
}

/** The name of a draft, and its recipients. */
function DraftName(props: { draft: FaxDraft; name: string }) {
  const { draft, name } = props;
  const { t, i18n } = useTranslation();
  const to = recipientsOf(draft, i18n.language);
  return (
    <span className="drafts-what">
      <span aria-hidden="true" className="fax-thumb">
        {draft.picture === '' ? (
          <Icon as={FilePlus2} size="s" />
        ) : (
          <img alt="" decoding="async" loading="lazy" src={callUrl(getDraftFile, { file: draft.picture })} />
        )}
      </span>
      <span className="drafts-who">
        <span className="drafts-name trunc" dir="auto">
          {name}
        </span>
        <span className="meta trunc">
          {to === '' ? t('drafts.noRecipients') : t('drafts.to', { names: to })}
          {draft.failed > 0 && ` · ${t('drafts.failedFiles', { count: draft.failed })}`}
        </span>
      </span>
    </span>
  );
}

/** Returns the text that the search matches. */
function textOf(draft: FaxDraft, language: string): string {
  const numbers = draft.to.map(({ number }) => number).join(' ');
  return `${draft.subject} ${draft.firstFile} ${recipientsOf(draft, language)} ${numbers}`.toLowerCase();
}
