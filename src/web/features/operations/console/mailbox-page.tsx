import { useMemo, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorAccount } from '#contract/customers/accounts.admin.ts';
import {
  OPERATOR_VIEW_MINUTES,
  VIEW_REASON,
  operatorMailboxFaxes,
  operatorMailboxOpen,
  operatorMailboxPage,
} from '#contract/customers/mailbox-view.admin.ts';
import type { ChildFax } from '#contract/customers/mailbox-view.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { PAGE_SIZE } from '#contract/kit/paging.ts';
import { FOLDERS } from '#contract/mailbox/inbox.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { callOperator } from './call-operator.ts';
import { ConsoleTable, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsolePage, Time } from './console-parts.tsx';
import { useAction, useConsole, useConsolePlace } from './console-query.ts';
import { DialogButton } from './form-modal.tsx';
import { LookAtFax } from './look-at-fax.tsx';

/** A read-only view of an account's faxes, for a written reason: its owner is notified, and nothing can be changed. */
export function MailboxPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const account = useConsole(operatorAccount, { id }).data?.account;
  const number = account?.number ?? account?.pendingNumber ?? '';
  const name = t('operator.mailbox.title', { name: formatFaxNumber(number) ?? id });
  const { search, page, go } = useConsolePlace();
  const folder = FOLDERS.find((one) => one === search['folder']) ?? 'Inbox';
  const query = { id, folder, 'current-page': page, 'per-page': PAGE_SIZE };
  const faxes = useConsole(operatorMailboxFaxes, query);
  const columns = useColumns(id);
  const closed = faxes.error instanceof ApiError && faxes.error.code === 'VIEW_ENDED';
  return (
    <ConsolePage back={{ to: `accounts/${id}`, label: t('operator.account.one') }} name={name} title={name}>
      {closed ? (
        <ReasonCard id={id} />
      ) : (
        <>
          <Banner tone="info">{t('operator.mailbox.notice', { minutes: OPERATOR_VIEW_MINUTES })}</Banner>
          <div className="oc-tools">
            <Select
              label={t('operator.mailbox.folder')}
              onChange={(event) => go({ folder: event.target.value })}
              options={FOLDERS.map((value) => ({ value, label: t(`multifax.mailbox.folders.${value}`) }))}
              value={folder}
            />
          </div>
          <ConsoleTable
            columns={columns}
            empty={t('multifax.mailbox.empty')}
            label={name}
            loaded={faxes}
            rowKey={({ fax_id }) => fax_id}
            rows={faxes.data?.rows}
            titled
            {...(faxes.data && { total: faxes.data.total })}
          />
        </>
      )}
    </ConsolePage>
  );
}

/** Asks for the operator's reason; the mailbox's owner reads it. */
function ReasonCard({ id }: { id: string }) {
  const { t } = useTranslation();
  const act = useAction();
  const [reason, setReason] = useState('');
  const complete = reason.trim().length >= VIEW_REASON.least;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (complete) void act(operatorMailboxOpen, { id, reason }, { done: t('operator.mailbox.opened') });
  };
  return (
    <Card className="oc-narrow" title={t('operator.mailbox.why')}>
      <form className="oc-body" noValidate onSubmit={submit}>
        <p>{t('operator.mailbox.told', { minutes: OPERATOR_VIEW_MINUTES })}</p>
        <TextField
          hint={t('operator.mailbox.reasonHint')}
          label={t('operator.reason')}
          maxLength={VIEW_REASON.most}
          onChange={(event) => setReason(event.target.value)}
          required
          value={reason}
        />
        <div>
          <Button disabled={!complete} type="submit" variant="primary">
            {t('operator.mailbox.open')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function useColumns(id: string): readonly ConsoleColumn<ChildFax>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'who',
        head: t('multifax.mailbox.who'),
        cell: ({ fax_from, from_company, sender }) => (
          <bdi dir="auto">
            {formatFaxNumber(fax_from) ??
              (from_company || sender || fax_from || t('multifax.mailbox.unknown'))}
          </bdi>
        ),
      },
      {
        key: 'date',
        head: t('multifax.mailbox.date'),
        wide: true,
        cell: ({ fax_date }) => <Time of={fax_date} />,
      },
      {
        key: 'pages',
        head: t('multifax.mailbox.pages'),
        wide: true,
        cell: ({ fax_pages }) => t('multifax.mailbox.count', { count: fax_pages }),
      },
      {
        key: 'status',
        head: t('multifax.mailbox.status'),
        cell: ({ status }) => (
          <Pill tone={status === 'OK' ? 'ok' : 'bad'}>
            {t(status === 'OK' ? 'multifax.mailbox.ok' : 'multifax.mailbox.failed')}
          </Pill>
        ),
      },
      actionsColumn(t, (fax) => <OpenFax fax={fax} id={id} />),
    ],
    [id, t],
  );
}

function OpenFax({ fax, id }: { fax: ChildFax; id: string }) {
  const { t } = useTranslation();
  const { fax_path, fax_pages: pages } = fax;
  const load = async (page: number) => ({
    ...(await callOperator(operatorMailboxPage, { query: { id, fax: fax_path, page } })),
    pages,
  });
  return (
    <DialogButton call={operatorMailboxPage} label={t('operator.unrouted.look')}>
      {(close) => <LookAtFax id={`${id}/${fax_path}`} load={load} onClose={close} />}
    </DialogButton>
  );
}
