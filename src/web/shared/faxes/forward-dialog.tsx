import './resend-dialog.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_EMAILS } from '#contract/faxes/compose.ts';
import { forwardFax } from '#contract/faxes/forward.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { Modal } from '#web/ui/modal.tsx';
import { TagInput } from '#web/ui/tag-input.tsx';
import type { Tag } from '#web/ui/tag-rules.ts';
import { useEmailSuggestions } from './email-suggestions.ts';

/** Asks which addresses get the fax, and mails it to them. */
export function ForwardDialog(props: { fid: string; onClose: () => void }) {
  const { fid, onClose } = props;
  const { t } = useTranslation();
  const [tags, setTags] = useState<readonly Tag[]>([]);
  const [text, setText] = useState('');
  const { error, busy, send, clearError } = useForwarding(fid, onClose);
  const suggestions = useEmailSuggestions(text, tags);
  // What is typed and no address yet was meant to get it, too.
  const ready = tags.length > 0 && text.trim() === '';
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            busy={busy}
            busyLabel={t('forward.sending')}
            disabled={!ready}
            onClick={() => void send(tags)}
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
        <TagInput
          counter={(count) => t('compose.to.counter', { count, max: MAX_EMAILS })}
          editLabel={({ label }) => t('compose.to.edit', { number: label })}
          error={error}
          focusFirst
          hint={t('forward.hint')}
          inputMode="email"
          label={t('forward.to')}
          max={MAX_EMAILS}
          noRoom={(entry) => t('forward.noRoom', { entry, max: MAX_EMAILS })}
          onChange={(next) => {
            setTags(next);
            clearError();
          }}
          parse={(entry) => {
            const parsed = emailAddress.safeParse(entry);
            if (!parsed.success) return { kind: 'invalid', entry, message: t('forward.invalid', { entry }) };
            return { kind: 'tag', tag: { key: parsed.data.toLowerCase(), label: parsed.data } };
          }}
          placeholder={t('forward.placeholder')}
          removeLabel={({ label }) => t('compose.to.remove', { number: label })}
          suggestions={suggestions}
          tags={tags}
          typed={{ text, onText: setText }}
          unfinished={t('forward.unfinished')}
        />
      </div>
    </Modal>
  );
}

/** The call. A refusal stands at the field: it names the address that cannot get the fax. */
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
