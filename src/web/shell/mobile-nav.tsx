import './mobile-nav.css';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Count } from '#web/ui/count.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useSlot } from './top-bar.tsx';
import { SECTIONS } from './sections.ts';

/** The phone's bottom bar: the main places, or the actions that a page puts into the slot. */
export function MobileNav(props: { main: MainData | undefined }) {
  const { t } = useTranslation();
  const reads = useMay('read');
  const unread = props.main?.folders.Inbox.unread ?? 0;
  return (
    <div className="bottomnav">
      <div className="bottomnav-slot" ref={useSlot('bottom')} />
      <nav aria-label={t('shell.mainNav')} className="bottomnav-places">
        {SECTIONS.map(({ to, icon, shortLabel, counts }) =>
          shortLabel === undefined ? null : (
            <Link
              activeOptions={{ includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              key={to}
              to={to}
            >
              <Icon as={icon} size="l" />
              {t(to === '/inbox' && !reads ? 'shell.sent' : shortLabel)}
              {counts && unread > 0 && (
                <Count fresh label={t('shell.unread', { count: unread })} value={unread} />
              )}
            </Link>
          ),
        )}
      </nav>
    </div>
  );
}
