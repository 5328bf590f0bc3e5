import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  OPERATOR_PASSWORD_MAX,
  operatorChangePassword,
  operatorSession,
} from '#contract/identity/operators.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PasswordInput } from '#web/kit/password-input.tsx';
import { ConsolePage } from './console-parts.tsx';
import { useConsole, useAction } from './console-query.ts';
import { TwoStepCard } from './two-step-card.tsx';

/** The operator's own password and second step. */
export function SecurityPage() {
  const { t } = useTranslation();
  const { data } = useConsole(operatorSession);
  return (
    <ConsolePage name={t('operator.place.security')} title={t('operator.place.security')}>
      <div className="oc-cards">
        {data?.hasPassword === true && (
          <>
            <PasswordCard />
            <TwoStepCard left={data.recoveryLeft} on={data.twoStepSince !== null} />
          </>
        )}
        {data?.hasPassword === false && (
          <Card title={t('operator.security.password')}>
            <p className="oc-body">{t('operator.security.noPassword')}</p>
          </Card>
        )}
      </div>
    </ConsolePage>
  );
}

function PasswordCard() {
  const { t } = useTranslation();
  const act = useAction();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const words = { done: t('operator.security.changed') };
    if (!(await act(operatorChangePassword, { password: current, next }, words))) return;
    setCurrent('');
    setNext('');
  };
  return (
    <Card title={t('operator.security.password')}>
      <form className="oc-body" noValidate onSubmit={(event) => void submit(event)}>
        <PasswordInput
          label={t('operator.security.current')}
          maxLength={OPERATOR_PASSWORD_MAX}
          name="current"
          onChange={(event) => setCurrent(event.target.value)}
          required
          value={current}
        />
        <PasswordInput
          autoComplete="new-password"
          hint={t('operator.security.rule')}
          label={t('operator.security.next')}
          maxLength={OPERATOR_PASSWORD_MAX}
          name="next"
          onChange={(event) => setNext(event.target.value)}
          required
          value={next}
        />
        <div>
          <Button disabled={current === '' || next === ''} type="submit" variant="primary">
            {t('operator.security.change')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
