import './mailbox-header.css';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { Count } from '#web/ui/count.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BrandLink } from './brand-mark.tsx';
import { SECTIONS } from './sections.ts';
import { UsageMeter } from './usage-meter.tsx';

/** The header of wide screens: brand, main places, usage, account. */
export function MailboxHeader(props: { main: MainData | undefined }) {
  const { main } = props;
  const { t } = useTranslation();
  const unread = main?.folders.Inbox.unread ?? 0;
  return (
    <header className="hd">
      <BrandLink />
      <nav aria-label={t('shell.mainNav')} className="nav">
        {SECTIONS.map((section) => (
          <Link
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            key={section.to}
            to={section.to}
          >
            {t(section.label)}
            {section.counts && unread > 0 && (
              <Count fresh label={t('shell.unread', { count: unread })} value={unread} />
            )}
          </Link>
        ))}
      </nav>
      <span className="grow" />
      <UsageMeter main={main} />
      {main !== undefined && !main.enterprise && <span className="vr" />}
      {main !== undefined && <AccountMenu main={main} />}
    </header>
  );
}
