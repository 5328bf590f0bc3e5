import '#web/shared/identity/provider-setup.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { PROVIDER_FORM_MAX, providerForm } from '#contract/identity/administration-sign-on.ts';
import type { AdministrationSignOn } from '#contract/identity/administration-sign-on.ts';
import { PROVIDER_NAME_MAX } from '#contract/identity/single-sign-on.ts';
import { showFieldErrors, startAnew, useForm } from '#web/kit/use-form.ts';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { CopyRow } from '#web/shared/identity/copy-row.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { confirm } from '#web/ui/confirm.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { SignOnSettings } from './use-administration-sign-on.ts';

type Provider = NonNullable<AdministrationSignOn['provider']>;
type Input = z.input<typeof providerForm>;

/** The choices for the length of sessions, in hours, besides the default. */
const HOURS = [1, 4, 8, 12, 24] as const;
const FAULTS = ['REQUIRED', 'TOO_LONG', 'INVALID'] as const;

/** The provider: its name for people, its connection, and the data to register there. */
export function ProviderCard({ settings }: { settings: SignOnSettings }) {
  const { t } = useTranslation();
  const { state } = settings;
  const provider = state?.provider ?? null;
  const { form, submit, field } = useProviderForm(settings, provider);
  const { isDirty, isSubmitting } = form.formState;
  return (
    <Card
      action={
        <Button
          busy={isSubmitting}
          disabled={!isDirty}
          form="sign-on"
          size="sm"
          type="submit"
          variant="primary"
        >
          {t('signOn.save')}
        </Button>
      }
      title={t('signOn.provider')}
    >
      <form className="prov-body" id="sign-on" noValidate onSubmit={(event) => void submit(event)}>
        <div className="prov-pair">
          <TextField
            {...field('name')}
            hint={t('signOn.nameHint')}
            label={t('signOn.name')}
            maxLength={PROVIDER_NAME_MAX}
            required
          />
          <TextField
            {...field('issuer')}
            dir="ltr"
            hint={t('signOn.issuerHint')}
            inputMode="url"
            label={t('signOn.issuer')}
            maxLength={PROVIDER_FORM_MAX.issuer}
            required
          />
          <TextField
            {...field('clientId')}
            dir="ltr"
            label={t('signOn.clientId')}
            maxLength={PROVIDER_FORM_MAX.clientId}
            required
          />
          <TextField
            {...field('secret')}
            dir="ltr"
            hint={provider === null ? undefined : t('signOn.secretHint')}
            label={t('signOn.secret')}
            maxLength={PROVIDER_FORM_MAX.secret}
            placeholder={provider === null ? undefined : t('signOn.secretKept')}
            required={provider === null}
            type="password"
          />
          <TextField
            {...field('groupsClaim')}
            dir="ltr"
            hint={t('signOn.groupsClaimHint')}
            label={t('signOn.groupsClaim')}
            maxLength={PROVIDER_FORM_MAX.claim}
          />
          <Scopes form={form} />
          <SessionLength form={form} />
        </div>
      </form>
      {provider !== null && <Registered onRemove={settings.remove} provider={provider} />}
    </Card>
  );
}

type Form = ReturnType<typeof useProviderForm>['form'];

function useProviderForm({ save }: SignOnSettings, provider: Provider | null) {
  const { t } = useTranslation();
  const saved: Input = {
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    secret: undefined,
    groupsClaim: provider?.groupsClaim ?? 'groups',
    scopes: provider?.scopes ?? [],
    sessionMinutes: provider?.sessionMinutes ?? null,
  };
  const form = useForm(providerForm, saved);
  useUnsaved(form.formState.isDirty && !form.formState.isSubmitting);
  const submit = form.handleSubmit(async (values) => {
    const sent = form.getValues();
    const error = await save(values);
    if (error === null) startAnew(form, sent, { ...values, secret: undefined });
    else showFieldErrors(form, error);
  });
  const field = (name: 'name' | 'issuer' | 'clientId' | 'secret' | 'groupsClaim') => {
    const fault = FAULTS.find((code) => code === form.formState.errors[name]?.message);
    // An empty field means no secret.
    const options =
      name === 'secret' ? { setValueAs: (typed: string | undefined) => typed || undefined } : {};
    return {
      ...form.register(name, options),
      autoComplete: 'off',
      counted: false,
      error:
        fault &&
        t(`signOn.wrong.${name}.${fault}` as 'signOn.wrong.issuer.INVALID', {
          defaultValue: t(`signOn.wrong.${fault}`),
        }),
      spellCheck: false,
    };
  };
  return { form, submit, field };
}

/** The scopes in addition to openid, email and profile, separated by spaces. */
function Scopes({ form }: { form: Form }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState((form.getValues('scopes') ?? []).join(' '));
  return (
    <TextField
      autoComplete="off"
      dir="ltr"
      error={form.formState.errors.scopes && t('signOn.wrong.scopes')}
      hint={t('signOn.scopesHint')}
      label={t('signOn.scopes')}
      onChange={(event) => {
        setTyped(event.target.value);
        const scopes = event.target.value.split(/[\s,]+/).filter(Boolean);
        form.setValue('scopes', scopes, { shouldDirty: true, shouldValidate: true });
      }}
      spellCheck={false}
      value={typed}
    />
  );
}

/** The length of sessions that start at the provider. */
function SessionLength({ form }: { form: Form }) {
  const { t } = useTranslation();
  const minutes = form.watch('sessionMinutes') ?? null;
  const known = HOURS.some((hours) => hours * 60 === minutes);
  return (
    <Select
      label={t('signOn.sessions')}
      onChange={(event) =>
        form.setValue('sessionMinutes', event.target.value === '' ? null : Number(event.target.value), {
          shouldDirty: true,
        })
      }
      options={[
        { value: '', label: t('signOn.sessionsUsual') },
        ...HOURS.map((hours) => ({
          value: String(hours * 60),
          label: t('signOn.sessionsHours', { count: hours }),
        })),
        ...(minutes !== null && !known
          ? [{ value: String(minutes), label: t('signOn.sessionsMinutes', { count: minutes }) }]
          : []),
      ]}
      value={minutes === null ? '' : String(minutes)}
    />
  );
}

/** The data to enter at the provider, and the button that removes it. */
function Registered({ provider, onRemove }: { provider: Provider; onRemove: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    const sure = await confirm({
      title: t('signOn.removeTitle', { name: provider.name }),
      body: t('signOn.removeText'),
      confirmLabel: t('signOn.remove'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    await onRemove();
    setBusy(false);
  };
  return (
    <div className="prov-body">
      <h3 className="prov-label">{t('signOn.redirect')}</h3>
      <CopyRow name={t('signOn.redirect')} text={provider.redirectUri} />
      <h3 className="prov-label">{t('signOn.logout')}</h3>
      <CopyRow name={t('signOn.logout')} text={provider.logoutUri} />
      <p className="meta">{t('signOn.registerHint')}</p>
      <p>
        <Button busy={busy} onClick={() => void remove()} size="sm">
          {t('signOn.remove')}
        </Button>
      </p>
    </div>
  );
}
