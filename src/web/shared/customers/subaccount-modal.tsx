import './subaccount-modal.css';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { EMAIL_MAX, emailAddress } from '#contract/kit/email-address.ts';
import { EMAIL_FAULTS } from '#contract/customers/subaccounts.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Right, Subaccounts } from './subaccounts.ts';
import { FormModal } from '#web/kit/form-modal.tsx';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { useForm } from '#web/kit/use-form.ts';

const form = z.object({ email: emailAddress });

/** Asks for a new address and its rights; Enter adds it if it is valid (SUB-07, SUB-10). */
export function SubaccountModal(props: {
  list: Subaccounts;
  onClose: () => void;
  /** Whether the account may not send by email (MFA-38). */
  mayNotSend?: boolean;
  /** The right that is selected at first. */
  offered?: Right;
}) {
  const { list, onClose, mayNotSend = false, offered = 'ReceiveFaxes' } = props;
  const { t } = useTranslation();
  const id = useId();
  const { register, handleSubmit, formState } = useForm(form, { email: '' });
  const [rights, setRights] = useState({
    ReceiveFaxes: offered === 'ReceiveFaxes',
    SendFaxes: offered === 'SendFaxes',
  });
  const { busy, save } = useDialogSave(onClose);
  const submit = handleSubmit(
    async ({ email }) => await save(async () => (await list.add({ email, ...rights })) === null),
  );
  const fault = EMAIL_FAULTS.find((code) => code === formState.errors.email?.message);
  const right = (name: Right) => (
    <div className="sub-right" title={t(`subaccounts.${name}.tip`)}>
      <Checkbox
        aria-describedby={`${id}-${name}`}
        checked={rights[name]}
        disabled={name === 'SendFaxes' && mayNotSend}
        name={name}
        onChange={(event) => setRights({ ...rights, [name]: event.target.checked })}
      >
        {t(`subaccounts.${name}.head`)}
      </Checkbox>
      <p className="meta" id={`${id}-${name}`}>
        {t(`subaccounts.${name}.tip`)}
      </p>
    </div>
  );
  return (
    <FormModal
      busy={busy}
      className="sub-form"
      onClose={onClose}
      onSubmit={() => void submit()}
      ready={formState.isValid}
      submit={t('subaccounts.addAddress')}
      title={t('subaccounts.addTitle')}
    >
      <TextField
        {...register('email')}
        autoComplete="off"
        error={fault && t(`subaccounts.fault.${fault}`, { max: EMAIL_MAX })}
        inputMode="email"
        label={t('subaccounts.email')}
        maxLength={EMAIL_MAX}
        required
        spellCheck={false}
      />
      {right('ReceiveFaxes')}
      {right('SendFaxes')}
    </FormModal>
  );
}
