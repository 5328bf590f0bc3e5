import { useTranslation } from 'react-i18next';
import {
  CANCELLATION_FAULTS,
  CANCELLATION_INPUT_MAX,
  cancellationForm,
  PHONE_MAX,
  PHONE_MIN,
} from '#contract/customers/cancellation.ts';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { TaggedText } from '#web/kit/tagged-text.tsx';
import { FormModal } from '#web/kit/form-modal.tsx';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { useForm } from '#web/kit/use-form.ts';
import { Banner } from '#web/ui/banner.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { CancellationContact } from './use-cancellation.ts';

interface CancellationModalProps {
  open: boolean;
  onClose: () => void;
  main: MainData;
  name: string;
  /** Returns whether the request was accepted. */
  onSend: (contact: CancellationContact) => Promise<boolean>;
}

/** Asks for the contact data of the person who wants to cancel. Its fields are empty each time it opens (CANC-09). */
export function CancellationModal(props: CancellationModalProps) {
  return props.open ? <OpenModal {...props} /> : null;
}

function OpenModal(props: CancellationModalProps) {
  const { main, name, onClose, onSend } = props;
  const { t } = useTranslation();
  const form = useForm(cancellationForm, { contactemail: main.adminEmail, contactphone: '' });
  const { errors, isValid } = form.formState;
  const { busy, save } = useDialogSave(onClose);
  const submit = form.handleSubmit(async (contact) => await save(async () => await onSend(contact)));
  const fault = (field: 'contactemail' | 'contactphone') => {
    const code = CANCELLATION_FAULTS.find((known) => known === errors[field]?.message);
    return code && t(`cancellation.fault.${code}`, { min: PHONE_MIN, max: PHONE_MAX });
  };
  return (
    <FormModal
      busy={busy}
      className="cancel-form"
      keep={t('cancellation.keep')}
      onClose={onClose}
      onSubmit={() => void submit()}
      ready={isValid}
      submit={t('cancellation.send')}
      title={t('cancellation.modalTitle', { name })}
      variant="danger"
    >
      <p>
        <TaggedText
          elements={{ number: <bdi className="num" dir="ltr" /> }}
          text={t('cancellation.modalText', { number: main.formattedFaxNumber })}
        />
      </p>
      <TextField
        {...form.register('contactemail')}
        autoComplete="email"
        error={fault('contactemail')}
        inputMode="email"
        label={t('cancellation.email')}
        maxLength={CANCELLATION_INPUT_MAX}
        required
      />
      <TextField
        {...form.register('contactphone')}
        autoComplete="tel"
        error={fault('contactphone')}
        inputMode="tel"
        label={t('cancellation.phone')}
        maxLength={CANCELLATION_INPUT_MAX}
        numeric
        required
      />
      <Banner tone="info">{t('cancellation.keepFaxes')}</Banner>
    </FormModal>
  );
}
