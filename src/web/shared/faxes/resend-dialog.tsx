import './resend-dialog.css';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { normalizeNumber } from '#contract/kit/fax-number.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { RecipientInput } from './recipient-input.tsx';
import { formatDateTime } from '#web/kit/format-date.ts';
import { useResending } from './use-resend.ts';
import type { Resendable } from './use-resend.ts';

/**
 * Sends a fax again: to its own number to begin with, more can be added (DASH-11). Numbers to which it did not go stay, with
 * the reason; where that is not known, a repeat sends nothing twice.
 */
export function ResendDialog(props: { fax: Resendable; onClose: () => void }) {
  const { fax, onClose } = props;
  const { t } = useTranslation();
  const { busy, refused, lost, resend: send } = useResending(fax);
  const [numbers, setNumbers] = useState<readonly string[]>(() =>
    fax.number === null ? [] : [normalizeNumber(fax.number)],
  );
  const [typed, setTyped] = useState('');
  // Typed text that is not a number yet was meant as a recipient, too.
  const ready = numbers.length > 0 && typed.trim() === '';
  const resend = async () => {
    if (!ready || busy) return;
    const left = await send(numbers);
    if (left.length === 0) onClose();
    else setNumbers(left);
  };
  // Enter in the empty field resends (DASH-13); if there is text, Enter turns it into a chip first.
  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.target;
    if (event.key === 'Enter' && field instanceof HTMLInputElement && field.value.trim() === '')
      void resend();
  };
  const who = fax.name || fax.number || t('resend.unknown');
  const words = { date: formatDateTime(fax.date), who };
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            busy={busy}
            busyLabel={t('resend.sending')}
            disabled={numbers.length === 0 && typed.trim() === ''}
            onClick={() => void resend()}
            variant="primary"
          >
            {numbers.length === 0 ? t('resend.okNone') : t('resend.ok', { count: numbers.length })}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('resend.title')}
    >
      {lost !== null && <Banner tone="warn">{lost}</Banner>}
      {refused.length > 0 && <Banner tone="bad">{refused.join(' ')}</Banner>}
      <p>{fax.uncertain ? t('resend.uncertainText', words) : t('resend.text', words)}</p>
      <div className="resend-field" onKeyDown={onKeyDown} role="presentation">
        <RecipientInput
          focusFirst
          hint={t('resend.hint')}
          label={t('resend.numbers')}
          numbers={numbers}
          onChange={setNumbers}
          typed={{ text: typed, onText: setTyped }}
        />
      </div>
    </Modal>
  );
}
