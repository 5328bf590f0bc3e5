import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addContactGroup, GROUP_NAME_MAX, renameContactGroup } from '#contract/mailbox/contact-groups.ts';
import { callApi } from '#web/kit/call-api.ts';
import { FormModal } from '#web/kit/form-modal.tsx';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { growl } from '#web/ui/growl-store.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { contactsChanged } from './contact-queries.ts';
import { reasonOf } from './use-groups.ts';
import type { Naming } from './use-groups.ts';

/** Asks for the name of a group: for a new one with its first contacts, or for renaming one. */
export function GroupNameModal(props: { naming: Naming; onClose: () => void }) {
  const { naming, onClose } = props;
  const { t } = useTranslation();
  const isNew = naming.kind === 'new';
  const { name, setName, busy, error, save } = useGroupName(naming, onClose);
  return (
    <FormModal
      busy={busy}
      busyLabel={t('contacts.saving')}
      onClose={onClose}
      onSubmit={save}
      submit={isNew ? t('contacts.groups.create') : t('contacts.save')}
      title={isNew ? t('contacts.groups.new') : t('contacts.groups.rename')}
    >
      <TextField
        autoComplete="off"
        error={error}
        label={t('contacts.groups.name')}
        maxLength={GROUP_NAME_MAX}
        onChange={({ target }) => setName(target.value)}
        required
        value={name}
      />
    </FormModal>
  );
}

function useGroupName(naming: Naming, onClose: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState(naming.kind === 'new' ? '' : naming.group.name);
  const { busy, error, say, save } = useDialogSave(onClose);
  const send = async (wanted: string) => {
    if (naming.kind === 'new') {
      const body = { name: wanted, contacts: [...naming.contacts] };
      const { data } = await callApi(addContactGroup, { body });
      naming.onAdded?.(data.id);
    } else await callApi(renameContactGroup, { body: { id: naming.group.id, name: wanted } });
    growl.success(
      naming.kind === 'new' ? t('contacts.groups.created', { name: wanted }) : t('contacts.groups.renamed'),
    );
    void contactsChanged(client);
  };
  return {
    name,
    setName: (next: string) => {
      setName(next);
      say(undefined);
    },
    busy,
    error,
    save: () => {
      const wanted = name.trim();
      if (wanted === '') say(t('contacts.fault.required', { field: t('contacts.groups.name') }));
      else
        void save(
          async () => await send(wanted),
          (fault) => reasonOf(fault) ?? t('contacts.groups.failed'),
        );
    },
  };
}
