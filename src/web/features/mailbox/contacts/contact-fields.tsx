import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import { CONTACT_LIMITS, FAXNUM_MIN } from '#contract/mailbox/contact-rules.ts';
import type { ContactField } from '#contract/mailbox/contact-rules.ts';
import { Menu } from '#web/ui/menu.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ContactGroups } from './contact-groups.tsx';
import { faultText } from './contact-words.ts';
import { ContactSection } from './contact-section.tsx';
import { PageNames } from './page-names.tsx';
import type { ContactForm } from './use-contact-form.ts';
import { OPTIONAL_FIELDS } from './use-form-parts.ts';
import type { Groups } from './use-groups.ts';
import type { FormParts, Section } from './use-form-parts.ts';

/** All fields of a contact: the name, then collapsible sections (CONT-12). */
export function ContactFields(props: {
  contact: ContactForm;
  parts: FormParts;
  groups: Groups;
  /** The fax from which the contact is created. */
  fax: string | undefined;
  /** Whether the contact may be edited. */
  may: boolean;
}) {
  const { contact, parts, may, fax } = props;
  const { t } = useTranslation();
  const field = useFieldProps(contact, may);
  const section = (name: Section) => ({
    title: name === 'groups' ? t('contacts.groups.title') : t(`contacts.section.${name}`),
    open: parts.sections.has(name),
    onToggle: () => parts.toggle(name),
  });
  return (
    <>
      <div className="contact-name">
        <TextField {...field('to_person')} autoComplete="off" required />
        <PageNames contact={contact} fax={fax} name="to_person" />
      </div>
      <ContactSection {...section('contact')}>
        {parts.fields.has('faxnum') && (
          <TextField
            {...field('faxnum')}
            autoComplete="off"
            {...(may && { hint: t('contacts.faxHint', { min: FAXNUM_MIN, max: CONTACT_LIMITS.faxnum }) })}
            inputMode="tel"
            numeric
          />
        )}
        {parts.fields.has('to_voicenumber') && (
          <TextField {...field('to_voicenumber')} autoComplete="off" inputMode="tel" numeric />
        )}
        {parts.fields.has('email') && (
          <TextField
            {...field('email')}
            autoComplete="off"
            inputMode="email"
            maxLength={CONTACT_LIMITS.email}
          />
        )}
        {may && <AddField parts={parts} />}
      </ContactSection>
      <ContactSection {...section('personal')}>
        <TextField {...field('company')} autoComplete="off" required />
        <PageNames contact={contact} fax={fax} name="company" />
      </ContactSection>
      <ContactSection {...section('groups')}>
        <ContactGroups
          chosen={contact.groups}
          groups={props.groups}
          may={may}
          onToggle={contact.toggleGroup}
        />
      </ContactSection>
      <ContactSection {...section('address')}>
        <TextField {...field('to_location')} autoComplete="off" labelHidden />
      </ContactSection>
      <ContactSection {...section('notes')}>
        <Notes contact={contact} may={may} />
      </ContactSection>
    </>
  );
}

/** A menu that reveals fields which most contacts do not need. */
function AddField(props: { parts: FormParts }) {
  const { t } = useTranslation();
  return (
    <Menu
      entries={OPTIONAL_FIELDS.map((name) => ({
        id: name,
        label: t(`contacts.field.${name}`),
        onAction: () => props.parts.addField(name),
      }))}
      icon={Plus}
      label={t('contacts.addField')}
      look="plain"
      trigger={t('contacts.addField')}
      triggerClass="btn contact-add"
    />
  );
}

function Notes(props: { contact: ContactForm; may: boolean }) {
  const { control } = props.contact.form;
  const field = useFieldProps(props.contact, props.may);
  // The counter needs the value; only this field renders again while people type.
  const value = useWatch({ control, name: 'description' });
  const { label, maxLength, error, ...input } = field('description');
  const counter = `${value.length}/${CONTACT_LIMITS.description}`;
  return (
    <TextArea
      {...input}
      counter={counter}
      error={error}
      label={label}
      labelHidden
      maxLength={maxLength}
      rows={5}
    />
  );
}

/** Returns the props of a field. Numbers have no length limit: people paste them with punctuation. */
function useFieldProps({ form }: ContactForm, may: boolean) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  return (name: ContactField) => {
    const number = name === 'faxnum' || name === 'to_voicenumber';
    const fault = errors[name]?.message;
    const eitherOr = name === 'faxnum' || name === 'email' ? { deps: ['faxnum', 'email'] as const } : {};
    return {
      label: t(`contacts.field.${name}`),
      readOnly: !may,
      error: fault === undefined ? undefined : faultText(t, name, fault),
      ...form.register(name, eitherOr as Parameters<typeof form.register>[1]),
      ...(number ? {} : { maxLength: CONTACT_LIMITS[name] }),
    };
  };
}
