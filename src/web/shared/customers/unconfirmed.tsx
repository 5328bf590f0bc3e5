import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import type { Subaccount, Subaccounts } from './subaccounts.ts';

/** Marks an unconfirmed address and offers to send the link again; renders nothing for a confirmed address. */
export function Unconfirmed(props: { list: Subaccounts; row: Subaccount }) {
  const { list, row } = props;
  const { t } = useTranslation();
  if (row.Pending !== '1') return null;
  return (
    <>
      <Pill tone="info">{t('subaccounts.pending')}</Pill>
      <Button
        aria-label={t('subaccounts.resendOne', { email: row.Email })}
        onClick={() => list.resend(row)}
        size="sm"
        variant="quiet"
      >
        {t('subaccounts.resend')}
      </Button>
    </>
  );
}

/** Explains why unconfirmed addresses cannot send, if the list has any. */
export function UnconfirmedHelp(props: { list: Subaccounts; className?: string }) {
  const { t } = useTranslation();
  if (props.list.entries.every(({ Pending }) => Pending !== '1')) return null;
  return <p className={`meta ${props.className ?? ''}`}>{t('subaccounts.pendingHelp')}</p>;
}
