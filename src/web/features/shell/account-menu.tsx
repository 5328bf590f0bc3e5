import './account-menu.css';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { CircleX, ExternalLink, LifeBuoy, LogOut } from 'lucide-react';
import { useBrand } from '#web/kit/brand.ts';
import type { MainData } from '#web/kit/main-data.ts';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Who is signed in, and what can be done about it. */
export function AccountMenu(props: { main: MainData }) {
  const { main } = props;
  const { t } = useTranslation();
  return (
    <Menu
      entries={useAccountEntries(main)}
      label={`${t('shell.account', { number: main.formattedFaxNumber })} ${main.adminEmail}`}
      look="plain"
      placement="bottom end"
      trigger={
        <span className="acct-who">
          <span className="acct-number num">
            <bdi dir="ltr">{main.formattedFaxNumber}</bdi>
          </span>{' '}
          <span className="acct-mail">
            <bdi dir="ltr">{main.adminEmail}</bdi>
          </span>
        </span>
      }
      triggerClass="acct"
    />
  );
}

/** The entries of the account menu, shared with the phone's drawer. */
export function useAccountEntries(main: MainData | undefined): readonly MenuEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const helpUrl = useBrand()?.ext.helpUrl ?? '';
  const signOut = useSignOut();
  const cancellation: MenuEntry = {
    id: 'cancellation',
    label: t('cancellation.menu'),
    icon: CircleX,
    onAction: () => void navigate({ to: '/cancellation' }),
  };
  const help: MenuEntry = {
    id: 'help',
    label: t('shell.contactCenter'),
    icon: LifeBuoy,
    endIcon: ExternalLink,
    href: helpUrl,
    external: true,
  };
  const leave: MenuEntry = {
    id: 'log-out',
    label: t('shell.logOut'),
    icon: LogOut,
    onAction: () => void signOut(),
  };
  // The menu offers to end the service only where the account may ask for it (D1 §2).
  const others = [
    ...(main?.showCancellationMenu === 1 ? [cancellation] : []),
    ...(helpUrl === '' ? [] : [help]),
  ];
  return [...others, { ...leave, divided: others.length > 0 }];
}
