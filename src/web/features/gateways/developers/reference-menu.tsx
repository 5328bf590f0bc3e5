import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Braces } from 'lucide-react';
import { appUrl } from '#web/kit/page-config.ts';
import { Icon } from '#web/ui/icon.tsx';
import { menuGroups } from './menu-groups.ts';
import type { Reference } from './reference.ts';

/** The description from which the reference is rendered. */
const DOCUMENT = 'openapi.json';

/** The pages of the reference; ↑ and ↓ move through them. */
export function ReferenceMenu(props: {
  reference: Reference;
  page: string;
  query: string;
  onGo?: () => void;
}) {
  const { reference, page, query, onGo } = props;
  const { t } = useTranslation();
  const groups = menuGroups(reference, query);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys only move the focus between links
    <nav aria-label={t('developers.menu')} className="dv-menu" onKeyDown={moveFocus}>
      {groups.map(({ id, name, entries }) => (
        <section key={id}>
          {name === undefined ? (
            <h2 id={`dv-${id}`}>{t('developers.start')}</h2>
          ) : (
            <h2 id={`dv-${id}`} lang="en">
              {name}
            </h2>
          )}
          <ul aria-labelledby={`dv-${id}`} lang="en">
            {entries.map((entry) => (
              <li key={entry.page}>
                <Link
                  onClick={onGo}
                  params={{ _splat: entry.page }}
                  to="/developers/$"
                  {...(entry.page === page ? { 'aria-current': 'page' as const } : {})}
                >
                  {entry.method !== undefined && (
                    <span className="dv-verb" dir="ltr">
                      {entry.method.replace('DELETE', 'DEL')}
                    </span>
                  )}
                  <span dir="auto">{entry.label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <output className="dv-nothing">{t('developers.nothing', { query })}</output>}
      <a className="dv-openapi" href={appUrl(`/v1/${DOCUMENT}`)} rel="noopener" target="_blank">
        <Icon as={Braces} size="s" />
        <bdi>{DOCUMENT}</bdi>
      </a>
    </nav>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const here = links.indexOf(document.activeElement as HTMLElement);
  const next = links[here + (event.key === 'ArrowDown' ? 1 : -1)];
  if (here === -1 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
