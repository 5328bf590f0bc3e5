import '#web/ui/side-column.css';
import './contact-form.css';
import { useEffect } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Send, Trash2, X } from 'lucide-react';
import type { ContactRow } from '#contract/mailbox/contacts.ts';
import { keyCaps, useHotkeys } from '#web/kit/hotkeys.ts';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { useNarrow } from '#web/kit/screen.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { useMay } from '#web/shared/mailbox/role.ts';
import { PartyFaxes } from '#web/shared/mailbox/party-faxes.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useStartFax } from '#web/shared/faxes/compose-start.ts';
import { ContactFields } from './contact-fields.tsx';
import { useContactForm } from './use-contact-form.ts';
import type { Groups } from './use-groups.ts';
import { useFormParts } from './use-form-parts.ts';
import { useUnsavedContact } from './use-unsaved-contact.ts';

interface ContactFormProps {
  /** The known values of the contact; without an id it is a new one. */
  start: Partial<ContactRow>;
  /** The fax from which a new contact is created. */
  fax?: string | undefined;
  groups: Groups;
  onClose: () => void;
  onSaved: () => void;
  onDelete: (() => void) | undefined;
}

/** The form beside the list, on phones in place of it (CONT-07, CONT-12). */
export function ContactFormPane(props: ContactFormProps) {
  const { start, onClose } = props;
  const { t } = useTranslation();
  const narrow = useNarrow();
  const contact = useContactForm(start, props.onSaved);
  const parts = useFormParts(contact.form, contact.groups.size > 0);
  const { isSubmitting } = contact.form.formState;
  const isNew = start.cid === undefined;
  const may = useMay('work');
  const edit = isNew ? 'contacts.newContact' : 'contacts.editContact';
  const title = t(may ? edit : 'contacts.section.contact');
  useUnsavedContact(contact.dirty);
  const onDelete = may ? props.onDelete : undefined;
  const faxnum = isNew ? '' : (start.faxnum ?? '');
  const startFax = useStartFax();
  const sendFax = faxnum === '' || !may ? undefined : () => startFax({ to: [faxnum] });
  useHotkeys([
    { code: 'Enter', run: () => may && contact.save() },
    { code: 'KeyE', run: onClose },
  ]);
  const { setFocus } = contact.form;
  // On phones the keyboard would cover a contact that people only want to read.
  useEffect(() => {
    if (!narrow || isNew) setFocus('to_person');
  }, [isNew, narrow, setFocus]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (may) contact.save();
  };
  const saving = { busy: isSubmitting, busyLabel: t('contacts.saving') };
  return (
    <form aria-label={title} className="side-pane contact-form" noValidate onSubmit={submit}>
      <MobileBar
        actions={
          <>
            {sendFax !== undefined && (
              <IconButton icon={Send} label={t('contacts.sendFax')} onPress={sendFax} size="touch" />
            )}
            {onDelete !== undefined && (
              <IconButton
                icon={Trash2}
                label={t('contacts.delete')}
                onPress={onDelete}
                size="touch"
                variant="danger-quiet"
              />
            )}
            {may && (
              <Button {...saving} className="contact-save" onClick={contact.save} variant="primary">
                {t('contacts.save')}
              </Button>
            )}
          </>
        }
        start={<IconButton icon={X} label={t('app.cancel')} onPress={onClose} size="touch" />}
        title={title}
      />
      {!narrow && <FormHead onClose={onClose} onSendFax={sendFax} start={start} title={title} />}
      <div className="contact-scroll">
        <ContactFields contact={contact} fax={props.fax} groups={props.groups} may={may} parts={parts} />
        {faxnum !== '' && <PartyFaxes number={faxnum} />}
      </div>
      {!narrow && may && <FormFoot onClose={onClose} onDelete={onDelete} saving={saving} />}
    </form>
  );
}

function FormFoot(props: {
  saving: { busy: boolean; busyLabel: string };
  onClose: () => void;
  onDelete: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <div className="contact-foot">
      {props.onDelete !== undefined && (
        <Button icon={Trash2} onClick={props.onDelete} variant="danger-quiet">
          {t('contacts.delete')}
        </Button>
      )}
      <span className="grow" />
      <Button onClick={props.onClose} title={keyCaps('KeyE').join('+')}>
        {t('app.cancel')}
      </Button>
      <Button {...props.saving} title={keyCaps('Enter').join('+')} type="submit" variant="primary">
        {t('contacts.save')}
      </Button>
    </div>
  );
}

function FormHead(props: {
  start: Partial<ContactRow>;
  title: string;
  onClose: () => void;
  onSendFax: (() => void) | undefined;
}) {
  const { start, title, onClose, onSendFax } = props;
  const { t } = useTranslation();
  return (
    <header className="contact-head">
      <Avatar name={start.to_person ?? ''} size="lg" />
      <div className="grow">
        <h2>{title}</h2>
        <span className="meta trunc">{start.company ?? ''}</span>
      </div>
      {onSendFax !== undefined && (
        <Button icon={Send} onClick={onSendFax} size="sm">
          {t('contacts.sendFax')}
        </Button>
      )}
      <IconButton icon={X} keys={keyCaps('KeyE')} label={t('contacts.close')} onPress={onClose} size="sm" />
    </header>
  );
}
