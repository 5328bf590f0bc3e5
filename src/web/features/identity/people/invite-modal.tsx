import './people.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INVITATION_DAYS, MAX_INVITED_AT_ONCE } from '#contract/identity/people.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { EmailTags, emailTags } from '#web/shared/mailbox/email-tags.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { Modal } from '#web/ui/modal.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import type { Tag } from '#web/ui/tag-rules.ts';
import { OFFERED } from './place-roles.ts';
import type { People } from './use-people.ts';

/** Asks for the people to invite and their role. */
export function InviteModal(props: { list: People; onClose: () => void }) {
  const { list, onClose } = props;
  const { t } = useTranslation();
  const offered = OFFERED[list.place];
  const [role, setRole] = useState<AnyRole>(offered[0]);
  const [tags, setTags] = useState<readonly Tag[]>([]);
  const [text, setText] = useState('');
  const { error, busy, say, save } = useDialogSave(onClose);
  const invited = emailTags(tags, text, MAX_INVITED_AT_ONCE);
  const send = async () => {
    const emails = invited.map(({ key }) => key);
    const skipped = await list.invite(emails, role);
    if (skipped.length === 0) growl.success(t('people.form.sent'));
    else growl.success(t('people.form.skipped', { emails: skipped.join(', ') }));
  };
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <span className="meta grow">{t('people.form.days', { days: INVITATION_DAYS })}</span>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            busy={busy}
            busyLabel={t('people.form.sending')}
            disabled={invited.length === 0}
            onClick={() => void save(send, t('people.failed'))}
            variant="primary"
          >
            {t('people.form.submit')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('people.invite')}
    >
      <div className="people-form">
        {error !== undefined && <Banner tone="bad">{error}</Banner>}
        <EmailTags
          hint={t('people.form.hint')}
          label={t('people.form.emails')}
          max={MAX_INVITED_AT_ONCE}
          onChange={(next) => {
            setTags(next);
            say(undefined);
          }}
          tags={tags}
          typed={{ text, onText: setText }}
        />
        <RadioList
          label={t('people.role')}
          onChange={(value) => setRole(offered.find((one) => one === value) ?? role)}
          options={offered.map((value) => ({
            value,
            label: t(`people.roles.${value}`),
            hint: t(`people.hints.${value}`),
          }))}
          value={role}
        />
      </div>
    </Modal>
  );
}
