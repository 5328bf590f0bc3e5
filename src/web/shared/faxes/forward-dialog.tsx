import './resend-dialog.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_EMAILS } from '#contract/faxes/compose.ts';
import { forwardFax } from '#contract/faxes/forward.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { EmailTags, emailTags } from '#web/shared/mailbox/email-tags.tsx';
import { Button } from '#web/ui/button.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { Modal } from '#web/ui/modal.tsx';
import type { Tag } from '#web/ui/tag-rules.ts';
import { useEmailSuggestions } from './email-suggestions.ts';

/** Asks for the addresses, and mails the fax to them. */
export function ForwardDialog(props: { fid: string; onClose: () => void }) {
  const { fid, onClose } = props;
  const { t } = useTranslation();
  const [tags, setTags] = useState<readonly Tag[]>([]);
  const [text, setText] = useState('');
  const { error, busy, send, clearError } = useForwarding(fid, onClose);
  const suggestions = useEmailSuggestions(text, tags);
  const receivers = emailTags(tags, text, MAX_EMAILS);
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            busy={busy}
            busyLabel={t('forward.sending')}
            disabled={receivers.length === 0}
            onClick={() => void send(receivers)}
            variant="primary"
          >
            {t('inbox.forward')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('inbox.forwardByEmail')}
    >
      <p>{t('forward.text')}</p>
      <div className="resend-field">
        <EmailTags
          error={error}
          hint={t('forward.hint')}
          label={t('forward.to')}
          max={MAX_EMAILS}
          onChange={(next) => {
            setTags(next);
            clearError();
          }}
          placeholder={t('forward.placeholder')}
          suggestions={suggestions}
          tags={tags}
          typed={{ text, onText: setText }}
        />
      </div>
    </Modal>
  );
}

/** The call. A refusal appears at the field, because it names the address that cannot receive the fax. */
function useForwarding(fid: string, onClose: () => void) {
  const { t } = useTranslation();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  return {
    error,
    busy,
    clearError: () => setError(undefined),
    send: async (tags: readonly Tag[]) => {
      if (busy) return;
      setBusy(true);
      try {
        await callApi(forwardFax, { body: { fid, emails: tags.map(({ key }) => key) } });
        growl.success(t('forward.sent'));
        onClose();
      } catch (refusal) {
        const told = refusal instanceof ApiError && refusal.status < 500 && refusal.message;
        setError(told || t('forward.error'));
        setBusy(false);
      }
    },
  };
}
