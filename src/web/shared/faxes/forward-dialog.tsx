import './resend-dialog.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_EMAILS } from '#contract/faxes/compose.ts';
import { forwardFax } from '#contract/faxes/forward.ts';
import { useCallOnce } from '#web/kit/call-once.ts';
import { refusalOr } from '#web/kit/run-change.ts';
import { useStillHere } from '#web/kit/use-still-here.ts';
import { EmailTags, emailTags } from '#web/shared/mailbox/email-tags.tsx';
import { Button } from '#web/ui/button.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { Modal } from '#web/ui/modal.tsx';
import type { Tag } from '#web/ui/tag-rules.ts';
import { useEmailSuggestions } from './email-suggestions.ts';
import { REFUSAL_MS } from './use-resend.ts';

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

/**
 * The call. A refusal stands at the field: it names the address that cannot get the fax. A dialog that is closed meanwhile
 * does not stop it: then its end is told by a notice.
 */
function useForwarding(fid: string, onClose: () => void) {
  const { t } = useTranslation();
  const once = useCallOnce();
  const open = useStillHere();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  return {
    error,
    busy,
    clearError: () => setError(undefined),
    send: async (tags: readonly Tag[]) => {
      if (busy) return;
      setBusy(true);
      const outcome = await once(forwardFax, { body: { fid, emails: tags.map(({ key }) => key) } });
      if (outcome.kind === 'ok') {
        growl.success(t('forward.sent'));
        if (open.current) onClose();
        return;
      }
      const refused = outcome.kind === 'refused' && refusalOr(t('forward.error'), outcome.error);
      const said = refused || t('compose.lost.text');
      if (!open.current) growl.error(said, REFUSAL_MS);
      setError(said);
      setBusy(false);
    },
  };
}
