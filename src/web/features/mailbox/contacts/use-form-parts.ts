import { useCallback, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ContactField, ContactValues } from '#contract/mailbox/contact-rules.ts';
import type { ContactInput } from './use-contact-form.ts';

/** Parts of the form that fold. */
export type Section = 'contact' | 'personal' | 'groups' | 'address' | 'notes';
/** Fields of the section Contact that show only when they are wanted (CONT-13). */
export const OPTIONAL_FIELDS = ['faxnum', 'to_voicenumber', 'email'] as const;
export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

/** A closing menu takes this long to give the focus back. */
const FOCUS_AFTER_MS = 50;

const SECTION_OF: Readonly<Partial<Record<ContactField, Section>>> = {
  faxnum: 'contact',
  to_voicenumber: 'contact',
  email: 'contact',
  company: 'personal',
  to_location: 'address',
  description: 'notes',
};

/** Which parts of the form show. */
export interface FormParts {
  sections: ReadonlySet<Section>;
  toggle: (section: Section) => void;
  fields: ReadonlySet<OptionalField>;
  /** Shows an optional field and puts the focus into it. */
  addField: (field: OptionalField) => void;
}

/** Opens what has something in it; the fax number always shows at first. What is wrong is never folded away. */
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
      // After the menu has given the focus back and the field is drawn.
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
