import './accounts.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Info } from 'lucide-react';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { MultifaxAccount } from '#contract/customers/administrators.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

/** Returns the columns of the list of accounts (MFA-02 to MFA-06). Phones show the same cells as a block. */
export function useAccountColumns(
  onManage: (account: MultifaxAccount) => void,
): readonly Column<MultifaxAccount>[] {
  const { t } = useTranslation();
  // The table does not render rows again as long as their columns stay the same.
  return useMemo(
    () => [
      {
        key: 'faxnumber',
        head: t('multifax.accounts.head.faxnumber'),
        sortable: true,
        className: 'mf-c-number',
        cell: (row) => <AccountNumber account={row} />,
      },
      {
        key: 'email',
        head: t('multifax.accounts.head.email'),
        sortable: true,
        className: 'mf-c-email',
        cell: (row) => <bdi dir="ltr">{row.email}</bdi>,
      },
      {
        key: 'type',
        head: t('multifax.accounts.head.type'),
        className: 'mf-c-type',
        cell: (row) => t(`multifax.accounts.type.${row.type}`),
      },
      {
        key: 'secondary',
        head: t('multifax.accounts.head.secondary'),
        align: 'end',
        className: 'mf-c-secondary',
        cell: (row) => <SecondaryEmails account={row} />,
      },
      {
        key: 'domains',
        head: t('multifax.accounts.head.domains'),
        className: 'mf-c-domains',
        cell: (row) => <Domains account={row} />,
      },
      {
        key: 'status',
        head: t('multifax.accounts.head.status'),
        sortable: true,
        className: 'mf-c-status',
        cell: (row) => <AccountStatus account={row} />,
      },
      {
        key: 'actions',
        head: t('multifax.accounts.head.actions'),
        headHidden: true,
        align: 'end',
        className: 'mf-c-actions',
        cell: (row) => (
          <Button
            aria-label={t('multifax.accounts.manageOne', { account: accountName(row) })}
            onClick={() => onManage(row)}
            size="sm"
          >
            {t('multifax.manage')}
          </Button>
        ),
      },
    ],
    [t, onManage],
  );
}

/** Returns the name of an account: its number, or its address while it has none. */
export function accountName({ faxnumber, email }: MultifaxAccount): string {
  return (faxnumber === null ? null : formatFaxNumber(faxnumber)) ?? email;
}

/** The number, or «In Process...» while there is none (MFA-02). */
export function AccountNumber(props: { account: MultifaxAccount }) {
  const { faxnumber, portingNumber } = props.account;
  const { t } = useTranslation();
  if (faxnumber !== null)
    return (
      <bdi className="who num" dir="ltr">
        {formatFaxNumber(faxnumber)}
      </bdi>
    );
  const porting = portingNumber === null ? null : formatFaxNumber(portingNumber);
  return (
    <span
      className="mf-process"
      title={porting === null ? undefined : t('multifax.accounts.porting', { number: porting })}
    >
      <Spinner />
      {t('multifax.accounts.inProcess')}
    </span>
  );
}

/** Status 'OK' is shown as Active, anything else as Pending (MFA-04). */
export function AccountStatus(props: { account: MultifaxAccount }) {
  const { t } = useTranslation();
  return props.account.status === 'OK' ? (
    <Pill tone="ok">{t('multifax.status.active')}</Pill>
  ) : (
    <Pill tone="warn">{t('multifax.status.pending')}</Pill>
  );
}

function SecondaryEmails(props: { account: MultifaxAccount }) {
  const { subAccounts } = props.account;
  const { t } = useTranslation();
  return (
    <span
      className={subAccounts.length === 0 ? 'mf-none' : undefined}
      title={subAccounts.join(', ') || undefined}
    >
      <span className="mf-label">{t('multifax.accounts.head.secondary')}: </span>
      <span className="num">
        {subAccounts.length === 0 ? t('multifax.accounts.none') : subAccounts.length}
      </span>
    </span>
  );
}

function Domains(props: { account: MultifaxAccount }) {
  const { whiteDomainsList, isHIPAA } = props.account;
  const { t } = useTranslation();
  const words = whiteDomainsList
    .map(({ Domain, active }) =>
      active === '1' ? Domain : t('multifax.accounts.inactive', { domain: Domain }),
    )
    .join(', ');
  return (
    <span className={words === '' && !isHIPAA ? 'mf-domains mf-none' : 'mf-domains'}>
      <span className="mf-label">{t('multifax.accounts.head.domains')}: </span>
      {isHIPAA ? (
        <Unavailable />
      ) : (
        <span className="trunc" title={words || undefined}>
          <bdi dir="ltr">{words || t('multifax.accounts.none')}</bdi>
        </span>
      )}
    </span>
  );
}

/** Marks accounts under HIPAA, which cannot send by email, so that a domain would be useless to them (MFA-37). */
export function Unavailable() {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('multifax.accounts.hipaa')}>
      <button className="mf-unavailable" type="button">
        {t('multifax.accounts.unavailable')}
        <Icon as={Info} size="xs" />
        <span className="sr">{t('multifax.accounts.hipaa')}</span>
      </button>
    </Tooltip>
  );
}
