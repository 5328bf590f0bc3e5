import '#web/ui/card.css';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowLeftRight, Cloud, MapPin, PhoneCall } from 'lucide-react';
import { ACCOUNT_EMAIL_MAX, PORT_NUMBER_LENGTH } from '#contract/customers/administrators.ts';
import type { AccountType } from '#contract/customers/administrators.ts';
import { useBrand } from '#web/kit/brand.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ChoiceCards } from '../choice-cards.tsx';
import type { Choice } from '../choice-cards.tsx';
import { MultifaxFrame } from '../multifax-frame.tsx';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { isAccountEmail, useEmailFault } from './account-email.ts';
import { LocationFields } from './location-fields.tsx';
import { useAddAccount } from './use-add-account.ts';
import type { AccountForm } from './use-add-account.ts';

const EMPTY: AccountForm = { type: 'tollfree', email: '', faxnumber: '', stateId: '', areaId: '' };

/** Adds a fax account: the kind of number, the fields of that kind, and the address (MFA-13 to MFA-18). */
export function AccountAdd(props: { onDone: () => void; onAdded: () => void }) {
  const { onDone, onAdded } = props;
  const { t } = useTranslation();
  const { ready, busy, refusal, add } = useAddAccount();
  const [form, setForm] = useState(EMPTY);
  // Selections are quickly made again; only typed text is worth a question.
  useUnsaved(!busy && (form.email !== '' || form.faxnumber !== ''));
  const change = (part: Partial<AccountForm>) => setForm({ ...form, ...part });
  const valid = ready && isComplete(form);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (valid && !busy && (await add(form))) onAdded();
  };
  return (
    <MultifaxFrame
      back={{ label: t('multifax.accounts.title'), go: onDone }}
      form
      title={t('multifax.add.title')}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="card mf-form">
          {refusal !== null && <Banner tone="bad">{refusal.message}</Banner>}
          <ChoiceCards
            choices={useTypes()}
            label={t('multifax.add.type')}
            onChange={(type) => change({ type })}
            value={form.type}
          />
          {form.type === 'local' && <LocationFields change={change} form={form} />}
          {form.type === 'custom' && <PortedNumber change={change} form={form} />}
          <EmailField change={change} fault={refusal?.fields['email']} form={form} />
        </div>
        <div className="mf-end">
          <Button onClick={onDone}>{t('app.cancel')}</Button>
          <Button
            busy={busy}
            busyLabel={t('multifax.add.working')}
            disabled={!valid}
            type="submit"
            variant="primary"
          >
            {t('multifax.add.submit')}
          </Button>
        </div>
      </form>
    </MultifaxFrame>
  );
}

function isComplete({ type, email, faxnumber, stateId, areaId }: AccountForm): boolean {
  if (!isAccountEmail(email)) return false;
  if (type === 'custom') return faxnumber.length === PORT_NUMBER_LENGTH;
  return type !== 'local' || (stateId !== '' && areaId !== '');
}

/** Returns the kinds of number; Egnyte only if the brand uses it (MFA-13, MFA-14). */
function useTypes(): readonly Choice<AccountType>[] {
  const { t } = useTranslation();
  const egnyte = useBrand()?.egnyte.isEgnyte === true;
  const card = (value: AccountType, icon: Choice<AccountType>['icon']) => ({
    value,
    icon,
    label: t(`multifax.add.${value}`),
    hint: t(`multifax.add.${value}Hint`),
  });
  return [
    card('tollfree', PhoneCall),
    card('local', MapPin),
    card('custom', ArrowLeftRight),
    ...(egnyte ? [card('egnyte', Cloud)] : []),
  ];
}

interface PartProps {
  form: AccountForm;
  change: (part: Partial<AccountForm>) => void;
}

/** A field for ten digits; drops other characters that people paste with a number. */
function PortedNumber({ form, change }: PartProps) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(false);
  const short = left && form.faxnumber !== '' && form.faxnumber.length < PORT_NUMBER_LENGTH;
  return (
    <TextField
      error={short ? t('multifax.add.numberFault') : undefined}
      hint={t('multifax.add.numberHint')}
      inputMode="tel"
      label={t('multifax.add.number')}
      name="faxnumber"
      numeric
      onBlur={() => setLeft(true)}
      onChange={(event) =>
        change({ faxnumber: event.target.value.replaceAll(/\D/g, '').slice(0, PORT_NUMBER_LENGTH) })
      }
      required
      value={form.faxnumber}
    />
  );
}

function EmailField({ form, change, fault }: PartProps & { fault: string | undefined }) {
  const { t } = useTranslation();
  const say = useEmailFault();
  const [left, setLeft] = useState(false);
  const wrong = left && form.email !== '' && !isAccountEmail(form.email);
  return (
    <TextField
      autoComplete="off"
      counter=""
      error={
        say(fault) ?? (wrong ? say(form.email.trim().length < 6 ? 'TOO_SHORT' : 'EMAIL_INVALID') : undefined)
      }
      hint={t('multifax.add.emailHint')}
      inputMode="email"
      label={t('multifax.add.email')}
      maxLength={ACCOUNT_EMAIL_MAX}
      name="email"
      onBlur={() => setLeft(true)}
      onChange={(event) => change({ email: event.target.value })}
      required
      spellCheck={false}
      value={form.email}
    />
  );
}
