import './resend-dialog.css';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { useDestinationRules, destinationTag } from '#web/kit/destination-rules.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { TagInput } from '#web/ui/tag-input.tsx';
import type { Outgoing } from './outgoing.ts';

/** Asks where a fax should go again: its own number to begin with, more can be added (D1 §2). */
export function ResendDialog(props: {
  item: Outgoing;
  onClose: () => void;
  onResend: (numbers: readonly string[]) => void;
}) {
  const { item, onClose, onResend } = props;
  const { t } = useTranslation();
  const [tags, setTags] = useState(() => (item.number === null ? [] : [destinationTag(item.number)]));
  const rules = useDestinationRules();
  const resend = () => {
    if (tags.length > 0) onResend(tags.map((tag) => tag.key));
  };
  // Enter in the empty field resends (D1 §4); with something typed it makes a chip of it first.
  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.target;
    if (event.key === 'Enter' && field instanceof HTMLInputElement && field.value.trim() === '') resend();
  };
  const who = item.name || item.number || t('dashboard.unknown');
  const words = { date: formatDateTime(item.date), who };
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button disabled={tags.length === 0} onClick={resend} variant="primary">
            {tags.length === 0
              ? t('dashboard.resend.okNone')
              : t('dashboard.resend.ok', { count: tags.length })}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('dashboard.resend.title')}
    >
      <p>
        {item.kind === 'uncertain'
          ? t('dashboard.resend.uncertainText', words)
          : t('dashboard.resend.text', words)}
      </p>
      <div className="resend-field" onKeyDown={onKeyDown} role="presentation">
        <TagInput
          {...rules}
          counter={(count) => t('compose.to.counter', { count, max: MAX_DESTINATIONS })}
          focusFirst
          hint={t('dashboard.resend.hint')}
          inputMode="tel"
          label={t('dashboard.resend.numbers')}
          onChange={(next) => setTags([...next])}
          removeLabel={(tag) => t('compose.to.remove', { number: tag.label })}
          tags={tags}
        />
      </div>
    </Modal>
  );
}
