import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { operatorAccountSet } from '#contract/customers/accounts.admin.ts';
import type { operatorAccount } from '#contract/customers/accounts.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAction, useConsoleDraft } from './console-query.ts';

/** The names of the limits in the call and in the account. */
const LIMITS = [
  ['day-calls', 'dayCalls'],
  ['day-pages', 'dayPages'],
  ['per-number', 'dayPerNumber'],
] as const;

type Limit = (typeof LIMITS)[number][0];

/** What an account may send in 24 hours: the hint is the limit in force, the value is the account's own limit. */
export function AccountLimits({ of }: { of: z.output<typeof operatorAccount.reply>['account'] }) {
  const { t } = useTranslation();
  const act = useAction();
  const stored = Object.fromEntries(
    LIMITS.map(([limit, field]) => [limit, of[field] === null ? '' : String(of[field])]),
  ) as Record<Limit, string>;
  const draft = useConsoleDraft(stored);
  const typed = draft.values;
  const values = Object.fromEntries(
    LIMITS.flatMap(([limit]) => (typed[limit] === stored[limit] ? [] : [[limit, typed[limit]]])),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { id: of.uid, values };
    void draft.save(
      async () => (await act(operatorAccountSet, body, { done: t('operator.saved') })) !== null,
    );
  };
  return (
    <Card title={t('operator.account.day.title')}>
      <form className="oc-body" noValidate onSubmit={submit}>
        {LIMITS.map(([limit, field]) => (
          <TextField
            hint={t('operator.account.day.hint', { count: of.limits[field] })}
            inputMode="numeric"
            key={limit}
            label={t(`operator.account.day.${field}`)}
            maxLength={6}
            numeric
            onChange={(event) => draft.change({ [limit]: event.target.value })}
            value={typed[limit]}
          />
        ))}
        <div>
          <Button
            busy={draft.saving}
            disabled={Object.keys(values).length === 0}
            type="submit"
            variant="primary"
          >
            {t('operator.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
