import { useCallback, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ContactField, ContactValues } from '#contract/mailbox/contact-rules.ts';
import type { ContactInput } from './use-contact-form.ts';

/** The collapsible sections of the form. */
export type Section = 'contact' | 'personal' | 'groups' | 'address' | 'notes';
/** Fields of the Contact section that are shown on request only (CONT-13). */
export const OPTIONAL_FIELDS = ['faxnum', 'to_voicenumber', 'email'] as const;
export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

/** How long a closing menu takes to return the focus, in ms. */
const FOCUS_AFTER_MS = 50;

const SECTION_OF: Readonly<Partial<Record<ContactField, Section>>> = {
  faxnum: 'contact',
  to_voicenumber: 'contact',
  email: 'contact',
  company: 'personal',
  to_location: 'address',
  description: 'notes',
};

/** The visible parts of the form. */
export interface FormParts {
  sections: ReadonlySet<Section>;
  toggle: (section: Section) => void;
  fields: ReadonlySet<OptionalField>;
  /** Shows an optional field and focuses it. */
  addField: (field: OptionalField) => void;
}

/** Opens the sections that have values; initially the fax number is always shown. Errors are never hidden. */
export function useFormParts(
  form: UseFormReturn<ContactInput, unknown, ContactValues>,
  inGroups: boolean,
): FormParts {
  const [sections, setSections] = useState<ReadonlySet<Section>>(() =>
    firstSections(form.getValues(), inGroups),
  );
  const [fields, setFields] = useState<ReadonlySet<OptionalField>>(() => firstFields(form.getValues()));
  const wrong = Object.keys(form.formState.errors) as ContactField[];
  const { setFocus } = form;
  const addField = useCallback(
    (field: OptionalField) => {
      setFields((now) => new Set([...now, field]));
      // After the menu has returned the focus and the field is rendered.
      setTimeout(() => setFocus(field), FOCUS_AFTER_MS);
    },
    [setFocus],
  );
  return {
    sections: new Set([...sections, ...wrong.flatMap((name) => SECTION_OF[name] ?? [])]),
    fields: new Set([...fields, ...OPTIONAL_FIELDS.filter((name) => wrong.includes(name))]),
    addField,
    toggle: (section) =>
      setSections(
        (now) => new Set(now.has(section) ? [...now].filter((one) => one !== section) : [...now, section]),
      ),
  };
}

function firstSections(values: ContactInput, inGroups: boolean): Set<Section> {
  const filled = (['address', 'notes'] as const).filter(
    (section) => values[section === 'address' ? 'to_location' : 'description'] !== '',
  );
  return new Set<Section>(['contact', 'personal', ...(inGroups ? (['groups'] as const) : []), ...filled]);
}

function firstFields(values: ContactInput): Set<OptionalField> {
  return new Set(OPTIONAL_FIELDS.filter((name) => name === 'faxnum' || values[name] !== ''));
}
