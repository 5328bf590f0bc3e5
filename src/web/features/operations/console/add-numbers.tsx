import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NUMBERS_TEXT_MAX, operatorNumbersAdd } from '#contract/customers/numbers.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { useAction } from './console-query.ts';
import { FormModal } from './form-modal.tsx';

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
  const add = async () =>
    (await act(
      operatorNumbersAdd,
      { numbers },
      { done: ({ added, skipped }) => told(t, added, skipped) },
    )) !== null;
  return (
    <FormModal
      complete={/\d/u.test(numbers)}
      onClose={onClose}
      onSubmit={add}
      submit={t('operator.number.add')}
      title={t('operator.number.add')}
    >
      <TextArea
        hint={t('operator.number.addHint')}
        label={t('operator.number.title')}
        maxLength={NUMBERS_TEXT_MAX}
        onChange={(event) => setNumbers(event.target.value)}
        required
        rows={8}
        value={numbers}
      />
    </FormModal>
  );
}

function told(t: TFunction, added: number, known: number): string {
  const said = t('operator.number.added', { count: added });
  return known === 0 ? said : `${said} ${t('operator.number.known', { count: known })}`;
}
