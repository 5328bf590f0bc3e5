import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorBrands } from '#contract/brands/brands.admin.ts';
import { operatorAccountAdd } from '#contract/customers/accounts.admin.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useConsole, useAction } from './console-query.ts';
import { FormModal } from './form-modal.tsx';

const WAYS = ['number', 'area', 'tollfree'] as const;
type Way = (typeof WAYS)[number];

/** A new fax account: its customer, its owner, and its number. */
export function AddAccountForm({
  onAdded,
  onClose,
}: {
  onAdded: (uid: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const act = useAction();
  const brands = useConsole(operatorBrands).data?.brands;
  const [given, setGiven] = useState({ hid: '', email: '', way: 'area' as Way, input: '', hipaa: false });
  const set = (change: Partial<typeof given>) => setGiven((before) => ({ ...before, ...change }));
  const hid = given.hid || brands?.find(({ isDefault }) => isDefault)?.hid || '';
  const input = given.input.replaceAll(/\D/gu, '');
  const complete =
    given.email.includes('@') &&
    (given.way === 'tollfree' || input.length >= (given.way === 'area' ? 3 : 10));
  const add = async () => {
    const { email, hipaa } = given;
    const body = { hid, email: email.trim(), hipaa, number: wanted(given.way, input) };
    const added = await act(operatorAccountAdd, body, {
      done: t('operator.account.added', { email: body.email }),
    });
    if (added) onAdded(added.uid);
    return added !== null;
  };
  return (
    <FormModal
      complete={complete && hid !== ''}
      onClose={onClose}
      onSubmit={add}
      submit={t('operator.account.add')}
      title={t('operator.account.add')}
    >
      <Select
        label={t('operator.brand.one')}
        onChange={(event) => set({ hid: event.target.value })}
        options={(brands ?? []).map(({ hid: value, name }) => ({ value, label: name }))}
        value={hid}
      />
      <TextField
        hint={t('operator.account.addHint')}
        label={t('operator.email')}
        maxLength={128}
        onChange={(event) => set({ email: event.target.value })}
        required
        type="email"
        value={given.email}
      />
      <NumberFields onChange={set} way={given.way} input={given.input} />
      <Checkbox checked={given.hipaa} onChange={(event) => set({ hipaa: event.target.checked })}>
        {t('operator.account.hipaa')}
      </Checkbox>
    </FormModal>
  );
}

/** The number of the account: a given one, any number of an area code, or any toll-free number. */
function NumberFields(props: {
  way: Way;
  input: string;
  onChange: (change: { way?: Way; input: string }) => void;
}) {
  const { way, input, onChange } = props;
  const { t } = useTranslation();
  return (
    <>
      <RadioList
        label={t('operator.account.number')}
        onChange={(next) => onChange({ way: next as Way, input: '' })}
        options={WAYS.map((value) => ({ value, label: t(`operator.account.by.${value}`) }))}
        value={way}
      />
      {way !== 'tollfree' && (
        <TextField
          label={t(way === 'area' ? 'operator.account.area' : 'operator.account.number')}
          maxLength={way === 'area' ? 3 : 20}
          numeric
          onChange={(event) => onChange({ input: event.target.value })}
          required
          value={input}
        />
      )}
    </>
  );
}

function wanted(way: Way, digits: string) {
  if (way === 'area') return { by: way, area: digits };
  return way === 'number' ? { by: way, number: digits } : { by: way };
}
