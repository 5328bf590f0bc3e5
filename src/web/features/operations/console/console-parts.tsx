import '#web/ui/card.css';
import './operator.css';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ChevronLeft } from 'lucide-react';
import { CONSOLE_SEARCH_MAX } from '#contract/faxes/queue.admin.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useConsolePlace } from './console-query.ts';

/** A page of the console: title, introduction, actions, content. */
export function ConsolePage(props: {
  title: ReactNode;
  name: string;
  lead?: string | undefined;
  /** The list of the page. */
  back?: { to: string; label: string } | undefined;
  actions?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(props.name);
  return (
    <section className="oc-main">
      {props.back !== undefined && (
        <div className="oc-back">
          <ConsoleLink to={props.back.to}>
            <Icon as={ChevronLeft} size="s" />
            {props.back.label}
          </ConsoleLink>
        </div>
      )}
      <div className="oc-title">
        <h1 tabIndex={-1}>{props.title}</h1>
        <span className="grow" />
        {props.actions}
      </div>
      {props.lead !== undefined && <p className="meta oc-lead">{props.lead}</p>}
      {props.children}
    </section>
  );
}

/** While a place of the console is fetched. */
export function PlaceLoading() {
  const { t } = useTranslation();
  return (
    <div className="oc-main">
      <Spinner label={t('operator.loading')} />
    </div>
  );
}

/** Says that this place of the console could not be loaded. */
export function ConsoleFailed(props: { retry: () => unknown }) {
  const { t } = useTranslation();
  return <LoadFailed onRetry={() => void props.retry()} text={t('operator.loadFailed')} />;
}

/** A search field and a choice of state above a list; both are kept in the address. */
export function ListTools(props: {
  search?: string;
  /** The states to choose from; `all` is called «All» unless it has its own text. */
  states?: { all?: string; of: readonly { value: string; label: string }[] };
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { search, go } = useConsolePlace();
  const { states } = props;
  return (
    <div className="oc-tools">
      {props.search !== undefined && (
        <SearchField
          clearLabel={t('operator.clearSearch')}
          label={props.search}
          maxLength={CONSOLE_SEARCH_MAX}
          onSearch={(words) => go({ search: words })}
          value={search['search'] ?? ''}
        />
      )}
      {states !== undefined && (
        <Select
          label={t('operator.state')}
          labelHidden
          onChange={(event) => go({ state: event.target.value })}
          options={[{ value: '', label: states.all ?? t('operator.allStates') }, ...states.of]}
          value={search['state'] ?? ''}
        />
      )}
      {props.children}
    </div>
  );
}

/** Names and values, side by side. */
export function Facts(props: { of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="oc-facts">
      {props.of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A few figures side by side, each with a line below it; `small` is for texts instead of counts. */
export function Figures(props: {
  of: readonly { name: string; value: ReactNode; more?: ReactNode }[];
  small?: boolean;
}) {
  return (
    <dl className="card oc-fig" data-small={props.small || undefined}>
      {props.of.map(({ name, value, more }) => (
        <div key={name}>
          <dt className="meta">{name}</dt>
          <dd>{value}</dd>
          {more !== undefined && <dd className="meta">{more}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** A fax number with fixed direction and aligned digits. */
export function FaxNumber(props: { of: string | null }) {
  if (props.of === null || props.of === '') return <span className="meta">–</span>;
  return (
    <bdi className="num" dir="ltr">
      {formatFaxNumber(props.of) ?? props.of}
    </bdi>
  );
}

/** An email address; on phones it wraps before its domain rather than within a word. */
export function Email({ of }: { of: string }) {
  const at = of.lastIndexOf('@');
  return (
    <bdi dir="ltr">
      {of.slice(0, Math.max(0, at))}
      <wbr />
      {of.slice(Math.max(0, at))}
    </bdi>
  );
}

/** A time, or a dash. */
export function Time(props: { of: string | null }) {
  return <span className="num oc-time">{props.of === null ? '–' : formatDateTime(props.of)}</span>;
}

/** A link to another page of the console. */
export function ConsoleLink(props: {
  to: string;
  search?: Record<string, string>;
  /** Set if the children are not text. */
  label?: string;
  /** False if the keyboard has another way there. */
  tabStop?: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      // A list is not the current page while one of its rows is open.
      activeOptions={{ exact: true }}
      aria-label={props.label}
      tabIndex={props.tabStop === false ? -1 : undefined}
      params={{ _splat: props.to }}
      search={(props.search ?? {}) as never}
      to="/operator/$"
    >
      {props.children}
    </Link>
  );
}
