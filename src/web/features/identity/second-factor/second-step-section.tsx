import './second-step.css';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { PasswordForm, ScanForm } from './second-step-forms.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecondStep } from './use-second-step.ts';
import type { SecondStep } from './use-second-step.ts';

/** Two-step login in the account security of both kinds of login. `name` is the owner's login name. */
export function SecondStepSection(props: { name: string }) {
  const { t } = useTranslation();
  const step = useSecondStep();
  const { stage } = step;
  return (
    <section aria-labelledby="step-title" className="step">
      <div>
        <h2 className="step-title" id="step-title">
          {t('security.step.title')}
          {step.state?.on === true && <Pill tone="ok">{t('security.step.on')}</Pill>}
        </h2>
        <p className="meta">{t('security.step.lead')}</p>
      </div>
      {step.failed && <Banner tone="warn">{t('security.step.loadFailed')}</Banner>}
      {stage.at === 'state' && step.state !== undefined && <State on={step.state} step={step} />}
      {stage.at === 'password' && (
        <PasswordForm onLeave={step.leave} onProve={step.prove} purpose={stage.purpose} />
      )}
      {stage.at === 'scan' && (
        <ScanForm onConfirm={step.confirm} onLeave={step.leave} secret={stage.secret} uri={stage.uri} />
      )}
      {stage.at === 'codes' && <RecoveryCodes codes={stage.codes} name={props.name} onDone={step.leave} />}
    </section>
  );
}

function State(props: { on: NonNullable<SecondStep['state']>; step: SecondStep }) {
  const { on, since, recoveryLeft } = props.on;
  const { ask } = props.step;
  const { t } = useTranslation();
  if (!on || since === null)
    return (
      <p>
        <Button onClick={() => ask('on')}>{t('security.step.turnOn')}</Button>
      </p>
    );
  return (
    <>
      <p className="meta">
        {t('security.step.since', { date: formatDateTime(since) })} ·{' '}
        {t('security.step.left', { count: recoveryLeft })}
      </p>
      <p className="step-actions">
        <Button onClick={() => ask('codes')}>{t('security.step.newCodes')}</Button>
        <Button onClick={() => ask('off')} variant="danger">
          {t('security.step.turnOff')}
        </Button>
      </p>
    </>
  );
}
