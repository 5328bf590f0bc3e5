import { useState } from 'react';
import type { FormEvent } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NUMBERS_TEXT_MAX, operatorNumbersAdd } from '#contract/customers/numbers.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal, focusFirstField } from '#web/ui/modal.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { useAction } from './console-query.ts';

const FORM = 'add-numbers';

/** A button with its form: adds numbers that can be assigned to accounts. */
export function AddNumbers() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} variant="primary">
        {t('operator.number.add')}
      </Button>
      {open && <AddForm onClose={() => setOpen(false)} />}
    </>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const act = useAction();
  const [numbers, setNumbers] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const done = await act(
      operatorNumbersAdd,
      { numbers },
      { done: ({ added, skipped }) => told(t, added, skipped) },
    );
    if (done) onClose();
    else setBusy(false);
  };
  return (
    <Modal
      footer={
        <>
          <Button onClick={onClose}>{t('operator.keep')}</Button>
          <Button busy={busy} disabled={!/\d/u.test(numbers)} form={FORM} type="submit" variant="primary">
            {t('operator.number.add')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('operator.number.add')}
    >
      <form className="oc-form" id={FORM} onSubmit={(event) => void submit(event)} ref={focusFirstField}>
        <TextArea
          hint={t('operator.number.addHint')}
          label={t('operator.number.title')}
          maxLength={NUMBERS_TEXT_MAX}
          onChange={(event) => setNumbers(event.target.value)}
          required
          rows={8}
          value={numbers}
        />
      </form>
    </Modal>
  );
}

function told(t: TFunction, added: number, known: number): string {
  const said = t('operator.number.added', { count: added });
  return known === 0 ? said : `${said} ${t('operator.number.known', { count: known })}`;
}
