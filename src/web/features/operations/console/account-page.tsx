import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '#contract/kit/call.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import {
  operatorAccount,
  operatorAccountAct,
  operatorAccountSet,
} from '#contract/customers/accounts.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AccountFacts } from './account-facts.tsx';
import { AccountLimits } from './account-limits.tsx';
import { AccountPill } from './accounts-page.tsx';
import { ConsolePage, Facts, ConsoleFailed, Time } from './console-parts.tsx';
import { EraseAccount } from './erase-account.tsx';
import { isUnknown, useConsole, useAction, useConsoleDraft } from './console-query.ts';
import { May } from './may.tsx';

type Opened = ReplyOf<typeof operatorAccount>;

/** The possible actions in each state. */
const VERBS = {
  pending: ['resend-verify', 'close'],
  active: ['send-reset-link', 'end-sessions', 'reset-second-step', 'suspend', 'close'],
  suspended: ['resume', 'close'],
  closed: [],
} as const;

/** An account: its facts, its sessions, and the actions of an operator. */
export function AccountPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const found = useConsole(operatorAccount, { id });
  const name = nameOf(found.data, t('operator.account.unnumbered', { uid: id }));
  return (
    <ConsolePage
      actions={found.data !== undefined && <Actions name={name} of={found.data.account} />}
      back={{ to: 'accounts', label: t('operator.place.accounts') }}
      name={name}
      title={
        <>
          <bdi dir="ltr">{name}</bdi>{' '}
          {found.data !== undefined && <AccountPill state={found.data.account.state} />}
        </>
      }
    >
      {isUnknown(found.error) && <EmptyState title={t('operator.account.unknown')} />}
      {found.isError && !isUnknown(found.error) && <ConsoleFailed retry={found.refetch} />}
      {found.data === undefined ? (
        !found.isError && <Skeleton height="180px" width="100%" />
      ) : (
        <div className="oc-cards">
          <AccountFacts of={found.data.account} />
          {found.data.account.state !== 'closed' && (
            <May call={operatorAccountSet}>
              <Change key={`change ${found.data.account.uid}`} of={found.data.account} />
              <AccountLimits key={`limits ${found.data.account.uid}`} of={found.data.account} />
            </May>
          )}
          <Sessions of={found.data} />
          <Months of={found.data} />
        </div>
      )}
    </ConsolePage>
  );
}

function nameOf(opened: Opened | undefined, unnumbered: string): string {
  const number = opened?.account.number ?? opened?.account.pendingNumber ?? null;
  return number === null ? unnumbered : (formatFaxNumber(number) ?? number);
}

function Actions(props: { of: Opened['account']; name: string }) {
  const { t } = useTranslation();
  const act = useAction();
  const { uid, state } = props.of;
  return (
    <span className="oc-actions">
      <May call={operatorAccountAct}>
        {VERBS[state].map((verb) => (
          <Button
            key={verb}
            onClick={() =>
              void act(
                operatorAccountAct,
                { id: uid, verb },
                {
                  done: t(`operator.account.did.${verb}`),
                  question: {
                    title: t(`operator.account.ask.${verb}`, { name: props.name }),
                    body: t(`operator.account.text.${verb}`),
                    confirm: t(`operator.account.verb.${verb}`),
                  },
                },
              )
            }
            size="sm"
            variant={verb === 'close' ? 'danger-quiet' : 'secondary'}
          >
            {t(`operator.account.verb.${verb}`)}
          </Button>
        ))}
      </May>
      {state === 'closed' && !props.of.erased && <EraseAccount uid={uid} />}
    </span>
  );
}

function Change({ of }: { of: Opened['account'] }) {
  const { t } = useTranslation();
  const act = useAction();
  const limitNow = of.monthLimit === null ? '' : String(of.monthLimit);
  const draft = useConsoleDraft({ email: of.email, limit: limitNow });
  const { email, limit } = draft.values;
  const changed = email !== of.email || limit !== limitNow;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const values = {
      ...(email !== of.email && { email }),
      ...(limit !== limitNow && { 'month-limit': limit }),
    };
    const body = { id: of.uid, values };
    void draft.save(
      async () => (await act(operatorAccountSet, body, { done: t('operator.saved') })) !== null,
    );
  };
  return (
    <Card title={t('operator.account.change')}>
      <form className="oc-body" noValidate onSubmit={submit}>
        <TextField
          dir="ltr"
          label={t('operator.email')}
          maxLength={128}
          onChange={(event) => draft.change({ email: event.target.value })}
          value={email}
        />
        <TextField
          hint={t('operator.account.limitHint')}
          inputMode="numeric"
          label={t('operator.account.limit')}
          maxLength={7}
          numeric
          onChange={(event) => draft.change({ limit: event.target.value })}
          value={limit}
        />
        <div>
          <Button busy={draft.saving} disabled={!changed} type="submit" variant="primary">
            {t('operator.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Sessions({ of }: { of: Opened }) {
  const { t } = useTranslation();
  return (
    <Card title={t('operator.account.sessions')}>
      {of.sessions.length === 0 ? (
        <EmptyState title={t('operator.account.noSessions')} />
      ) : (
        <Facts
          of={of.sessions.map(
            ({ id, address, lastSeen }) =>
              [`${address} · ${id.slice(0, 6)}`, <Time key={id} of={lastSeen} />] as const,
          )}
        />
      )}
    </Card>
  );
}

function Months({ of }: { of: Opened }) {
  const { t } = useTranslation();
  return (
    <Card title={t('operator.account.months')}>
      {of.months.length === 0 ? (
        <EmptyState title={t('operator.account.noMonths')} />
      ) : (
        <Facts
          of={of.months.map(
            ({ month, sent, received }) => [month, t('operator.account.month', { sent, received })] as const,
          )}
        />
      )}
    </Card>
  );
}
