import './resend-dialog.css';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { TagInput } from '#web/ui/tag-input.tsx';
import { useDestinationRules, destinationTag } from './destination-rules.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import type { Resendable } from './use-resend.ts';

/** Asks where a fax should go again: its own number to begin with, more can be added (DASH-11). */
export function ResendDialog(props: {
  fax: Resendable;
  onClose: () => void;
  onResend: (numbers: readonly string[]) => void;
}) {
  const { fax, onClose, onResend } = props;
  const { t } = useTranslation();
  const [tags, setTags] = useState(() => (fax.number === null ? [] : [destinationTag(fax.number)]));
  const rules = useDestinationRules();
  const resend = () => {
    if (tags.length > 0) onResend(tags.map((tag) => tag.key));
  };
  // Enter in the empty field resends (DASH-13); with something typed it makes a chip of it first.
  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.target;
    if (event.key === 'Enter' && field instanceof HTMLInputElement && field.value.trim() === '') resend();
  };
  const who = fax.name || fax.number || t('resend.unknown');
  const words = { date: formatDateTime(fax.date), who };
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button disabled={tags.length === 0} onClick={resend} variant="primary">
            {tags.length === 0 ? t('resend.okNone') : t('resend.ok', { count: tags.length })}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('resend.title')}
    >
      <p>{fax.uncertain ? t('resend.uncertainText', words) : t('resend.text', words)}</p>
      <div className="resend-field" onKeyDown={onKeyDown} role="presentation">
        <TagInput
          {...rules}
          counter={(count) => t('compose.to.counter', { count, max: MAX_DESTINATIONS })}
          focusFirst
          hint={t('resend.hint')}
          inputMode="tel"
          label={t('resend.numbers')}
          onChange={(next) => setTags([...next])}
          removeLabel={(tag) => t('compose.to.remove', { number: tag.label })}
          tags={tags}
        />
      </div>
    </Modal>
  );
}
