import '#web/features/gateways/developers/developers.css';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { ReferenceMenu } from '#web/features/gateways/developers/reference-menu.tsx';
import { ReferencePage } from '#web/features/gateways/developers/reference-page.tsx';
import { useReference } from '#web/features/gateways/developers/reference.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { useNarrow } from '#web/kit/screen.ts';
import { useSlash } from '#web/kit/slash-key.ts';
import { DeveloperNav, DevelopersHeader } from '#web/shell/developers-header.tsx';
import { DrawerFrame } from '#web/shell/drawer-frame.tsx';
import { GrowlHost } from '#web/ui/growl.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The API reference: header, menu and the page of the address. */
export function DevelopersScreen() {
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const { _splat: page = '' } = useParams({ strict: false });
  const { data: reference, isError, refetch } = useReference();
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState(false);
  useSlash(searchField);
  const first = reference?.calls.find(({ method }) => method === 'POST') ?? reference?.calls[0];
  const places = { page, reference: first?.page ?? '' };
  const search = <ReferenceSearch onSearch={setQuery} query={query} />;
  const close = () => setOpen(false);
  return (
    <I18nProvider locale={i18n.language}>
      <div className="app dv">
        <DevelopersHeader {...places} narrow={narrow} onMenu={() => setOpen(true)} search={search} />
        <div className="dv-body">
          {reference && !narrow && <ReferenceMenu page={page} query={query} reference={reference} />}
          {/* Another page begins at its top. */}
          <main className="dv-page" key={page} tabIndex={-1}>
            {isError && <LoadFailed onRetry={refetch} text={t('developers.loadFailed')} />}
            {!isError && !reference && <Spinner label={t('developers.loading')} />}
            {reference && <ReferencePage page={page} reference={reference} />}
          </main>
        </div>
        {reference && narrow && (
          <DrawerFrame onClose={close} open={open}>
            {search}
            <DeveloperNav {...places} className="drawer-nav" onGo={close} />
            <ReferenceMenu onGo={close} page={page} query={query} reference={reference} />
          </DrawerFrame>
        )}
        <GrowlHost closeLabel={t('app.close')} />
      </div>
    </I18nProvider>
  );
}

function ReferenceSearch(props: { query: string; onSearch: (query: string) => void }) {
  const { query, onSearch } = props;
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys that the field ignores
    <div className="dv-search" onKeyDown={goDown}>
      <SearchField
        clearLabel={t('developers.clearSearch')}
        label={t('developers.search')}
        live
        maxLength={100}
        onSearch={onSearch}
        value={query}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

/** Moves the focus from the field to the first result. */
function goDown(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
  event.preventDefault();
  document.querySelector<HTMLElement>('.dv-menu li a')?.focus();
}

function searchField(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.dv-search input');
}
