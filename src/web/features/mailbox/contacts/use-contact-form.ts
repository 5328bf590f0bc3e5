import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { contactFields } from '#contract/mailbox/contact-rules.ts';
import type { ContactField, ContactValues } from '#contract/mailbox/contact-rules.ts';
import { createContact, updateContact } from '#contract/mailbox/contacts.ts';
import type { ContactRefusal, ContactRow } from '#contract/mailbox/contacts.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useForm } from '#web/kit/use-form.ts';
import { growl } from '#web/ui/growl-store.ts';
import { contactsChanged, noteSaved } from './contact-queries.ts';

/** The fields of the form as they are typed. */
export type ContactInput = Record<ContactField, string>;

/** The form of one contact. */
export interface ContactForm {
  form: UseFormReturn<ContactInput, unknown, ContactValues>;
  /** The ids of the groups that the contact will be in. */
  groups: ReadonlySet<string>;
  /** Adds the contact to a group, or removes it. */
  toggleGroup: (id: string) => void;
  /** Whether there are unsaved changes. */
  dirty: boolean;
  /** Saves if everything is valid, otherwise shows the errors. */
  save: () => void;
}

const EMPTY: ContactInput = {
  to_person: '',
  company: '',
  faxnum: '',
  to_voicenumber: '',
  email: '',
  to_location: '',
  description: '',
};

/** The texts for the server's refusals; anything else is the generic error (CONT-26). */
const REFUSALS = {
  CONTACT_ALREADY_EXIST: 'contacts.exists',
  CONTACT_DONT_EXIST: 'contacts.missing',
  CONTACT_INVALID: 'contacts.genericError',
} as const satisfies Record<ContactRefusal, string>;

/** Saves a contact: with an id it is changed (PUT), without one it is added (POST, CONT-24). */
export function useContactForm(start: Partial<ContactRow>, onSaved: () => void): ContactForm {
  const { t } = useTranslation();
  const client = useQueryClient();
  const cid = start.faxnumid ?? start.cid;
  const form = useForm<ContactInput, ContactValues>(contactFields, { ...EMPTY, ...fieldsOf(start) });

  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const before = start.groups ?? [];
  const groups = new Set([...before, ...toggled].filter((id) => !(before.includes(id) && toggled.has(id))));
  // Unchanged groups are not sent: they may have changed elsewhere in the meantime.
  const more = toggled.size > 0 || cid === undefined ? { groups: [...groups] } : {};

  const send = async (values: ContactValues) => {
    growl.wait(t(cid === undefined ? 'contacts.adding' : 'contacts.updating'));
    try {
      const reply =
        cid === undefined
          ? await callApi(createContact, { body: { ...values, ...more } })
          : await callApi(updateContact, { body: { faxnumid: cid, ...values, ...more } });
      if (!reply.success) {
        growl.error(t(REFUSALS[reply.key_message] ?? 'contacts.genericError'));
        for (const [field, code] of Object.entries(reply.fields ?? {}))
          if (field in EMPTY) form.setError(field as ContactField, { type: 'server', message: code });
        return;
      }
      growl.success(t(cid === undefined ? 'contacts.added' : 'contacts.updated'));
      if (cid !== undefined) noteSaved(client, cid, { ...values, ...more });
      onSaved();
      await contactsChanged(client);
    } catch (error) {
      // The kit logged the call; typed values stay, so that they can be saved again.
      if (error instanceof ApiError && ['TOO_MANY_CONTACTS', 'GROUP_FULL'].includes(error.code))
        growl.error(error.message);
      else growl.error(t(cid === undefined ? 'contacts.addError' : 'contacts.updateError'));
    }
  };
  return {
    form,
    groups,
    toggleGroup: (id) =>
      setToggled((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id])),
    dirty: form.formState.isDirty || toggled.size > 0,
    save: () => void form.handleSubmit(send)(),
  };
}

function fieldsOf(start: Partial<ContactRow>): Partial<ContactInput> {
  const names = Object.keys(EMPTY) as ContactField[];
  return Object.fromEntries(names.map((name) => [name, start[name] ?? '']));
}
