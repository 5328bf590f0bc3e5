import './resend-dialog.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_EMAILS } from '#contract/faxes/compose.ts';
import { forwardFax } from '#contract/faxes/forward.ts';
import { useCallOnce } from '#web/kit/call-once.ts';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
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
  const once = useCallOnce();
  const { error, busy, say, save } = useDialogSave(onClose);
  const send = async () => {
    const outcome = await once(forwardFax, { body: { fid, emails: receivers.map(({ key }) => key) } });
    if (outcome.kind === 'refused') throw outcome.error;
    if (outcome.kind === 'lost') {
      say(t('compose.lost.text'));
      return false;
    }
    growl.success(t('forward.sent'));
    // Closes the dialog also if its page was left meanwhile: the fax is forwarded.
    onClose();
    return true;
  };
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
            // A refusal stands at the field: it names the address that cannot get the fax.
            onClick={() => void save(send, t('forward.error'))}
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
            say(undefined);
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
