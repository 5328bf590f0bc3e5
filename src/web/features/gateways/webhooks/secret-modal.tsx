import { useTranslation } from 'react-i18next';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';

/** Shows a signing secret, only this once. */
export function SecretModal(props: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      footer={
        <Button onClick={props.onClose} variant="primary">
          {t('webhooks.secretKept')}
        </Button>
      }
      onClose={props.onClose}
      open
      title={t('webhooks.secretTitle')}
    >
      <p>{t('webhooks.secretText')}</p>
      <p className="wh-secret">
        <code>{props.secret}</code>
        <CopyButton name={t('webhooks.secretTitle')} text={props.secret} />
      </p>
    </Modal>
  );
}
