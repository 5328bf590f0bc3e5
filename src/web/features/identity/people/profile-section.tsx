import './people.css';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { leaveAccount, putProfile } from '#contract/identity/people.ts';
import { PERSON_NAME_MAX } from '#contract/identity/person-name.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import { clearSession } from '#web/kit/session-store.ts';
import { CredentialSection } from '#web/shared/identity/credentials.tsx';
import { Button } from '#web/ui/button.tsx';
import { confirm } from '#web/ui/confirm.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** The signed-in person, and where they work. */
interface Profile {
  person: { name: string; email: string; role: AnyRole; teamMail?: boolean } | null;
  /** A fax number or a user name. */
  place: string;
}

/** The person's own name, and leaving the account; renders nothing for a login without a person. */
export function ProfileSection(props: Profile & { onLeft: () => void }) {
  const { person, place: number, onLeft } = props;
  const { t } = useTranslation();
  if (person === null) return null;
  const leave = async () => {
    const sure = await confirm({
      title: t('people.profile.leaveTitle', { number }),
      body: t('people.profile.leaveText'),
      confirmLabel: t('people.profile.leave'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    const words = { waiting: t('people.working'), done: () => undefined, failed: t('people.failed') };
    if ((await runChange(words, async () => await callApi(leaveAccount, {}))) !== null) return;
    clearSession();
    onLeft();
  };
  const role = t(`people.roles.${person.role}`);
  return (
    <CredentialSection
      action={
        <Button onClick={() => void leave()} size="sm">
          {t('people.profile.leave')}
        </Button>
      }
      id="profile-title"
      lead={t('people.profile.about', { email: person.email, number, role })}
      title={t('people.profile.title')}
    >
      <NameForm key={person.name} name={person.name} />
      {person.teamMail !== undefined && <MailSwitch on={person.teamMail} />}
    </CredentialSection>
  );
}

/** Turns mails about assigned faxes and mentions in notes on or off. Saves at once. */
function MailSwitch({ on }: { on: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const turn = async (teamMail: boolean) => {
    await runChange(
      {
        waiting: t('people.working'),
        done: t(teamMail ? 'people.profile.mailOn' : 'people.profile.mailOff'),
        failed: t('people.failed'),
      },
      async () => await callApi(putProfile, { body: { teamMail } }),
    );
    await client.invalidateQueries({ queryKey: ['main'] });
  };
  return (
    <div className="people-profile">
      <Switch checked={on} onChange={(event) => void turn(event.target.checked)}>
        {t('people.profile.mail')}
      </Switch>
    </div>
  );
}

function NameForm(props: { name: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState(props.name);
  const [busy, setBusy] = useState(false);
  const failed = (error: unknown) =>
    t(error instanceof ApiError && error.code === 'VALIDATION' ? 'people.profile.nameBad' : 'people.failed');
  const valid = name.trim() !== '' && name.trim() !== props.name;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!valid || busy) return;
    setBusy(true);
    await runChange(
      { waiting: t('people.working'), done: t('people.profile.saved'), failed },
      async () => await callApi(putProfile, { body: { name } }),
    );
    await client.invalidateQueries({ queryKey: ['main'] });
    await client.invalidateQueries({ queryKey: ['multifax', 'main'] });
    setBusy(false);
  };
  return (
    <form className="people-profile" noValidate onSubmit={(event) => void save(event)}>
      <TextField
        autoComplete="name"
        hint={t('people.profile.nameHint')}
        label={t('people.profile.name')}
        maxLength={PERSON_NAME_MAX}
        name="name"
        onChange={(event) => setName(event.target.value)}
        required
        value={name}
      />
      <p>
        <Button busy={busy} disabled={!valid} type="submit">
          {t('people.profile.save')}
        </Button>
      </p>
    </form>
  );
}
