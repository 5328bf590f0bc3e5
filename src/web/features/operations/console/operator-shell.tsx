import './operator.css';
import { useRef } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, Link, useNavigate, useParams } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '#contract/kit/call.ts';
import { LockKeyhole, LogOut, Menu as MenuIcon } from 'lucide-react';
import { operatorLogout, operatorSession } from '#contract/identity/operators.admin.ts';
import { operatorSearch } from '#contract/operations/search.admin.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { leavingLimit } from '#web/kit/call-limit.ts';
import { useFocusOnArrival } from '#web/kit/focus-on-arrival.ts';
import { PageFailed } from '#web/kit/page-failed.tsx';
import { useNarrow } from '#web/kit/screen.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmHost } from '#web/ui/confirm.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GrowlHost } from '#web/ui/growl.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { callOperator } from './call-operator.ts';
import { ConsoleFailed, ConsolePage } from './console-parts.tsx';
import { MENU, placeOf } from './console-places.ts';
import { consoleClient, useConsole } from './console-query.ts';
import { Freshness } from './freshness.tsx';
import { May, useMay } from './may.tsx';
import { SearchBox } from './search-box.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { loadConsoleWords } from './words.ts';

await loadConsoleWords();

/** The whole console: the sign-in form, or the places for a signed-in operator. */
export function OperatorShell() {
  const { i18n } = useTranslation();
  return (
    <QueryClientProvider client={consoleClient}>
      <I18nProvider locale={i18n.language}>
        <Door />
      </I18nProvider>
    </QueryClientProvider>
  );
}

function Door() {
  const { t } = useTranslation();
  const session = useConsole(operatorSession);
  if (session.data !== undefined) return <Frame name={nameOf(session.data, t)} />;
  if (session.error instanceof ApiError && session.error.status === 401) return <SignInPage />;
  return (
    <main className="oc-sign-in">
      {session.isError ? (
        <ConsoleFailed retry={session.refetch} />
      ) : (
        <Spinner label={t('operator.loading')} />
      )}
    </main>
  );
}

/** Returns the operator's name, with the role if it is limited. */
function nameOf({ name, role }: ReplyOf<typeof operatorSession>, t: TFunction): string {
  return role === 'full' ? name : `${name} (${t(`operator.role.${role}`)})`;
}

function Frame(props: { name: string }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const page = useRef<HTMLElement>(null);
  useFocusOnArrival(page);
  const { _splat: path = '' } = useParams({ strict: false });
  const { place, id } = placeOf(path);
  const here = place.within ?? place.id;
  const key = `${place.id}/${id ?? ''}`;
  const Page = id === null ? place.page : (place.one ?? place.page);
  const may = useMay();
  return (
    <div className="oc">
      {narrow ? <PhoneBar here={here} name={props.name} /> : <Side here={here} name={props.name} />}
      <div className="oc-frame">
        <header className="oc-top">
          <May call={operatorSearch}>
            <SearchBox />
          </May>
          <Freshness />
        </header>
        <main className="oc-page" ref={page} tabIndex={-1}>
          <CatchBoundary errorComponent={PageFailed} getResetKey={() => key}>
            {may(place.right) ? <Page id={id ?? ''} key={key} /> : <NotAllowed name={t(place.label)} />}
          </CatchBoundary>
        </main>
      </div>
      <ConfirmHost />
      <GrowlHost closeLabel={t('app.close')} />
    </div>
  );
}

function NotAllowed({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <ConsolePage name={name} title={name}>
      <EmptyState icon={LockKeyhole} text={t('operator.notAllowedText')} title={t('operator.notAllowed')} />
    </ConsolePage>
  );
}

async function signOut(): Promise<void> {
  // The form comes back either way: by the answer, or because there is no session any more.
  await callOperator(operatorLogout, { signal: leavingLimit() }).catch(() => undefined);
  consoleClient.clear();
  await consoleClient.resetQueries();
  location.reload();
}

function Side(props: { here: string; name: string }) {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <nav aria-label={t('operator.places')} className="oc-side">
      <span className="oc-name">{t('operator.name')}</span>
      {MENU.filter(({ right }) => may(right)).map(({ id, icon, label }) => (
        <Link
          // The overview's address is the start of every other address.
          activeOptions={{ exact: true }}
          key={id}
          params={{ _splat: id }}
          search={{} as never}
          to="/operator/$"
          {...(id === props.here ? { 'aria-current': 'page' as const } : {})}
        >
          <Icon as={icon} size="s" />
          {t(label)}
        </Link>
      ))}
      <span className="oc-who">
        <span className="meta oc-name">{props.name}</span>
        <Button icon={LogOut} onClick={() => void signOut()} variant="quiet">
          {t('shell.logOut')}
        </Button>
      </span>
    </nav>
  );
}

function PhoneBar(props: { here: string; name: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay();
  return (
    <header className="oc-bar">
      <Menu
        entries={[
          ...MENU.filter(({ right }) => may(right)).map(({ id, icon, label }) => ({
            id: id || 'overview',
            label: t(label),
            icon,
            onAction: () => void navigate({ to: '/operator/$', params: { _splat: id }, search: {} as never }),
          })),
          {
            id: 'log-out',
            label: t('shell.logOut'),
            icon: LogOut,
            divided: true,
            onAction: () => void signOut(),
          },
        ]}
        icon={MenuIcon}
        label={t('operator.places')}
        look="quiet"
        trigger={t(placeOf(props.here).place.label)}
      />
      <span className="meta">{props.name}</span>
    </header>
  );
}
