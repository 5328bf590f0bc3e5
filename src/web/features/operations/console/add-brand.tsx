import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { operatorBrandAdd } from '#contract/brands/brands.admin.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAction } from './console-query.ts';
import { DialogButton, FormModal } from './form-modal.tsx';
import { useLanguages } from './use-languages.ts';

/** A button with its form; afterwards the new brand opens. */
export function AddBrand() {
  const { t } = useTranslation();
  return (
    <DialogButton call={operatorBrandAdd} label={t('operator.brand.add')} size="md" variant="primary">
      {(close) => <AddForm onClose={close} />}
    </DialogButton>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const act = useAction();
  const navigate = useNavigate();
  const [given, setGiven] = useState({ name: '', domain: '', lang: 'en' });
  const languages = useLanguages([]);
  const set = (change: Partial<typeof given>) => setGiven((before) => ({ ...before, ...change }));
  const add = async () => {
    const body = { ...given, domain: given.domain.trim() };
    const added = await act(operatorBrandAdd, body, {
      done: t('operator.brand.added', { name: given.name }),
    });
    if (added) void navigate({ to: '/operator/$', params: { _splat: `brands/${added.hid}` } });
    return added !== null;
  };
  return (
    <FormModal
      complete={given.name.trim() !== '' && given.domain.trim() !== ''}
      onClose={onClose}
      onSubmit={add}
      submit={t('operator.brand.add')}
      title={t('operator.brand.add')}
    >
      <TextField
        label={t('operator.brand.name')}
        maxLength={80}
        onChange={(event) => set({ name: event.target.value })}
        required
        value={given.name}
      />
      <TextField
        hint={t('operator.brand.domain.hint')}
        label={t('operator.brand.domain.one')}
        maxLength={253}
        onChange={(event) => set({ domain: event.target.value })}
        required
        value={given.domain}
      />
      <Select
        label={t('operator.brand.lang')}
        onChange={(event) => set({ lang: event.target.value })}
        options={languages}
        value={given.lang}
      />
    </FormModal>
  );
}
