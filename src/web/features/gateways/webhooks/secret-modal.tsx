import { useTranslation } from 'react-i18next';
import { OnceOnlyModal } from '#web/shared/identity/once-only-modal.tsx';

/** Shows a signing secret, only this once. */
export function SecretModal(props: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <OnceOnlyModal
      done={t('webhooks.secretKept')}
      lead={t('webhooks.secretText')}
      name={t('webhooks.secretTitle')}
      onClose={props.onClose}
      secret={props.secret}
      title={t('webhooks.secretTitle')}
    />
  );
}
