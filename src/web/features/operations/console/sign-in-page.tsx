import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  OPERATOR_NAME_MAX,
  OPERATOR_PASSWORD_MAX,
  operatorLogin,
  operatorTakeStep,
} from '#contract/identity/operators.admin.ts';
import { operatorProviders } from '#contract/identity/operator-sign-on.admin.ts';
import { SIGN_ON_FAULTS } from '#contract/identity/single-sign-on.ts';
import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { focusFirst } from '#web/kit/focus-first.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { OtherWay } from '#web/shared/identity/other-way.tsx';
import { ProviderButtons, SignOnFailure } from '#web/shared/identity/sign-on-buttons.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordInput } from '#web/kit/password-input.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { callOperator } from './call-operator.ts';
import { consoleClient, sentenceOf, useConsole } from './console-query.ts';

/** The length of a recovery code with its hyphens, plus a few spaces. */
const CODE_MAX = 24;

/** Name and password, then the code of an app if the operator requires it. */
export function SignInPage() {
  const { t } = useTranslation();
  usePageTitle(t('operator.name'));
  const arrived = useArrival();
  const [step, setStep] = useState(arrived.step);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [signOnFault, setSignOnFault] = useState(arrived.fault);
  const enter = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFault(null);
    setSignOnFault(undefined);
    try {
      await work();
      await consoleClient.resetQueries();
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'SECOND_STEP_NEEDED') setStep(true);
      else if (code === 'SECOND_STEP_OVER') setStep(false);
      if (code !== 'SECOND_STEP_NEEDED')
        setFault(
          code === 'BAD_CREDENTIALS' ? t('operator.signIn.wrong') : sentenceOf(error, t('app.unreachable')),
        );
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="oc-sign-in">
      {step ? (
        <CodeForm busy={busy} enter={enter} fault={fault} onBack={() => setStep(false)} />
      ) : (
        <NameForm busy={busy} enter={enter} fault={fault} signOnFault={signOnFault} />
      )}
    </main>
  );
}

/** Returns the result of a single sign-on. Removes it from the address, which would otherwise repeat it later. */
function useArrival(): { step: boolean; fault: SignOnFault | undefined } {
  const [arrived] = useState(() => {
    const query = new URLSearchParams(location.search);
    const fault = SIGN_ON_FAULTS.find((one) => one === query.get('sso'));
    return { step: query.get('step') === 'code', fault };
  });
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', location.pathname);
  }, []);
  return arrived;
}

interface FormProps {
  fault: string | null;
  busy: boolean;
  enter: (work: () => Promise<unknown>) => Promise<void>;
}

function NameForm({ fault, busy, enter, signOnFault }: FormProps & { signOnFault: SignOnFault | undefined }) {
  const { t } = useTranslation();
  const providers = useConsole(operatorProviders).data?.providers ?? [];
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enter(() => callOperator(operatorLogin, { body: { name, password } }));
  };
  return (
    <form className="card" noValidate onSubmit={submit}>
      <h1>{t('operator.name')}</h1>
      {fault !== null && <Banner tone="bad">{fault}</Banner>}
      <SignOnFailure fault={signOnFault} unknown={t('operator.signIn.unknown')} />
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        label={t('operator.signIn.name')}
        maxLength={OPERATOR_NAME_MAX}
        name="operator"
        onChange={(event) => setName(event.target.value)}
        ref={focusFirst}
        required
        size="lg"
        spellCheck={false}
        value={name}
      />
      <PasswordInput
        label={t('login.password')}
        maxLength={OPERATOR_PASSWORD_MAX}
        name="password"
        onChange={(event) => setPassword(event.target.value)}
        required
        size="lg"
        value={password}
      />
      <Button
        block
        busy={busy}
        disabled={name.trim() === '' || password === ''}
        size="lg"
        type="submit"
        variant="primary"
      >
        {t('login.submit')}
      </Button>
      {providers.length > 0 && (
        <>
          <OtherWay />
          <ProviderButtons path="/operator/api/sso" providers={providers} />
        </>
      )}
    </form>
  );
}

function CodeForm({ fault, busy, enter, onBack }: FormProps & { onBack: () => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enter(() => callOperator(operatorTakeStep, { body: { code: code.trim() } }));
  };
  return (
    <form className="card" noValidate onSubmit={submit}>
      <h1>{t('login.step.title')}</h1>
      {fault !== null && <Banner tone="bad">{fault}</Banner>}
      <TextField
        autoComplete="one-time-code"
        dir="ltr"
        label={t('login.step.code')}
        maxLength={CODE_MAX}
        name="code"
        numeric
        onChange={(event) => setCode(event.target.value)}
        ref={focusFirst}
        required
        size="lg"
        value={code}
      />
      <Button block busy={busy} disabled={code.trim() === ''} size="lg" type="submit" variant="primary">
        {t('login.submit')}
      </Button>
      <Button block onClick={onBack} variant="quiet">
        {t('login.step.back')}
      </Button>
    </form>
  );
}
