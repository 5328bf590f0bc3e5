import './mailbox-header.css';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { CTRL, CTRL_NAME } from '#web/kit/hotkeys.ts';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BrandLink } from './brand-mark.tsx';
import { openOverlay } from './overlay.ts';
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
      <CommandButton />
      <UsageMeter main={main} />
      {main !== undefined && !main.enterprise && <span className="vr" />}
      {main !== undefined && <AccountMenu main={main} />}
    </header>
  );
}

function CommandButton() {
  const { t } = useTranslation();
  const name = t('palette.open');
  return (
    <Button
      aria-haspopup="dialog"
      aria-keyshortcuts={`${CTRL_NAME}+K`}
      className="hd-cmd"
      icon={Search}
      onClick={() => openOverlay('palette')}
      size="sm"
      title={name}
      variant="quiet"
    >
      <span className="sr">{name}</span>
      <span className="hd-keys">
        <kbd>{CTRL}</kbd>
        <kbd>K</kbd>
      </span>
    </Button>
  );
}
