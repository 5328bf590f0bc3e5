import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  OPERATOR_PASSWORD_MAX,
  operatorBeginStep,
  operatorConfirmStep,
  operatorEndStep,
} from '#contract/identity/operators.admin.ts';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { useOnceOnly } from '#web/shared/identity/use-once-only.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PasswordInput } from '#web/kit/password-input.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { callOperator, isInConsole } from './call-operator.ts';
import { consoleClient, sentenceOf } from './console-query.ts';

/** The current stage of turning it on. */
type Stage =
  | { kind: 'password' }
  | { kind: 'scan'; secret: string; uri: string }
  | { kind: 'codes'; codes: readonly string[] };

/** The two-step login of an operator: password, code of the app, recovery codes; or turning it off by password. */
export function TwoStepCard(props: { on: boolean; left: number }) {
  const { t } = useTranslation();
  const [stage, setStage] = useState<Stage>({ kind: 'password' });
  const [fault, setFault] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const step = async (work: () => Promise<Stage>) => {
    setBusy(true);
    setFault(null);
    try {
      setStage(await work());
      setTyped('');
    } catch (error) {
      setFault(sentenceOf(error, t('app.unreachable')));
    }
    setBusy(false);
  };
  const prove = () =>
    step(async () => {
      if (!props.on) {
        const { data } = await callOperator(operatorBeginStep, { body: { password: typed } });
        return { kind: 'scan', ...data };
      }
      await callOperator(operatorEndStep, { body: { password: typed } });
      await consoleClient.invalidateQueries();
      return { kind: 'password' };
    });
  const confirm = () =>
    step(async () => {
      const { data } = await callOperator(operatorConfirmStep, { body: { code: typed } });
      await consoleClient.invalidateQueries();
      return { kind: 'codes', codes: data.recoveryCodes };
    });
  return (
    <Card title={t('operator.security.step')}>
      <div className="oc-body">
        {fault !== null && <Banner tone="bad">{fault}</Banner>}
        {stage.kind === 'codes' ? (
          <Codes of={stage.codes} />
        ) : (
          <StepForm
            busy={busy}
            label={t(
              stage.kind === 'scan'
                ? 'operator.security.confirm'
                : props.on
                  ? 'operator.security.off'
                  : 'operator.security.on',
            )}
            onSubmit={stage.kind === 'scan' ? confirm : prove}
            ready={typed !== ''}
          >
            <p>
              {stage.kind === 'scan'
                ? t('operator.security.scan')
                : props.on
                  ? t('operator.security.isOn', { count: props.left })
                  : t('operator.security.isOff')}
            </p>
            {stage.kind === 'scan' && (
              <>
                <QrCode label={t('operator.security.qr')} text={stage.uri} />
                <code className="oc-code">{stage.secret}</code>
              </>
            )}
            <ProofField onType={setTyped} scanning={stage.kind === 'scan'} typed={typed} />
          </StepForm>
        )}
      </div>
    </Card>
  );
}

/** A field for the code of the app that has just scanned the secret, otherwise for the password. */
function ProofField(props: { scanning: boolean; typed: string; onType: (typed: string) => void }) {
  const { t } = useTranslation();
  return props.scanning ? (
    <TextField
      autoComplete="one-time-code"
      inputMode="numeric"
      label={t('operator.security.code')}
      maxLength={7}
      name="code"
      numeric
      onChange={(event) => props.onType(event.target.value)}
      value={props.typed}
    />
  ) : (
    <PasswordInput
      label={t('operator.security.current')}
      maxLength={OPERATOR_PASSWORD_MAX}
      name="step-password"
      onChange={(event) => props.onType(event.target.value)}
      value={props.typed}
    />
  );
}

function StepForm(props: {
  label: string;
  ready: boolean;
  busy: boolean;
  onSubmit: () => Promise<void>;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void props.onSubmit();
  };
  return (
    <form className="oc-form" noValidate onSubmit={submit}>
      {props.children}
      <div>
        <Button busy={props.busy} disabled={!props.ready} type="submit">
          {props.label}
        </Button>
      </div>
    </form>
  );
}

function Codes(props: { of: readonly string[] }) {
  const { t } = useTranslation();
  const { take } = useOnceOnly(isInConsole);
  return (
    <>
      <Banner tone="ok">{t('operator.security.codes')}</Banner>
      <ul className="oc-code">
        {props.of.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton name={t('security.step.codesTitle')} onCopied={take} text={props.of.join('\n')} />
    </>
  );
}
