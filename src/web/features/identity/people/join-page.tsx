import '#web/features/identity/sessions/session.css';
import './people.css';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { PERSON_NAME_MAX } from '#contract/identity/person-name.ts';
import type { readInvitation } from '#contract/identity/invitations.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { formatDate } from '#web/kit/format-date.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { PasswordChecklist } from '#web/shared/identity/password-checklist.tsx';
import { meetsAll, usePasswordRules } from '#web/shared/identity/password-rules.ts';
import { AddressButtons, SignOnButtons } from '#web/shared/identity/sign-on-buttons.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PasswordInput } from '#web/kit/password-input.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useJoin } from './use-join.ts';
import type { JoinFailure } from './use-join.ts';

/** The page of an invitation link: people join with a name and a password, or with their existing login. */
export function JoinPage() {
  const { t } = useTranslation();
  usePageTitle(t('people.join.page'));
  const { state, failure, accept, decline } = useJoin();
  if (state.kind === 'checking')
    return (
      <div>
        <h1 className="sr">{t('people.join.page')}</h1>
        <Spinner label={t('people.join.checking')} size="l" />
      </div>
    );
  if (state.kind === 'no-key')
    return <Outcome bad text={t('verify.invalid.text')} title={t('verify.invalid.title')} />;
  if (state.kind === 'dead')
    return <Outcome bad text={t('people.join.deadText')} title={t('people.join.dead')} />;
  if (state.kind === 'unreachable')
    return <Outcome bad text={t('verify.exception.text')} title={t('verify.exception.title')} />;
  if (state.kind === 'declined')
    return <Outcome text={t('people.join.declinedText')} title={t('people.join.declined')} />;
  const { invitation } = state;
  return (
    <div className="feed">
      <JoinForm failure={failure} invitation={invitation} onAccept={accept} />
      <p className="join-foot">
        {t('people.join.until', { date: formatDate(invitation.expiresAt) })}{' '}
        <Button onClick={() => void decline()} variant="link">
          {t('people.join.decline')}
        </Button>
      </p>
    </div>
  );
}

function Outcome(props: { bad?: boolean; title: string; text: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const bad = props.bad === true;
  return (
    <div className="outcome" data-tone={bad ? 'bad' : 'ok'} role={bad ? 'alert' : 'status'}>
      <Card className="outcome-card">
        <Icon as={bad ? CircleAlert : CircleCheck} size="l" />
        <div className="grow">
          <h1>{props.title}</h1>
          <p>{props.text}</p>
          <Button onClick={() => void navigate({ to: '/login/email' })} size="sm" variant="primary">
            {t('verify.toLogin')}
          </Button>
        </div>
      </Card>
    </div>
  );
}

type Invitation = ReplyOf<typeof readInvitation>;

/** The place to which somebody is invited, and by whom. */
function JoinHeading({ invitation }: { invitation: Invitation }) {
  const { faxNumber, administrator, invitedBy } = invitation;
  const place = administrator === '' ? 'number' : 'administrator';
  const { t } = useTranslation();
  return (
    <div>
      <h1>{t('people.join.title', { number: administrator || formatFaxNumber(faxNumber) })}</h1>
      <p className="lead">
        {invitedBy === ''
          ? t(`people.join.lead.${place}`)
          : t(`people.join.leadBy.${place}`, { name: invitedBy })}
      </p>
    </div>
  );
}

function JoinForm(props: {
  invitation: Invitation;
  failure: JoinFailure;
  onAccept: (name: string, password: string) => Promise<unknown>;
}) {
  const { invitation, failure } = props;
  const { email, known, provider, role } = invitation;
  const elsewhere = !known && provider !== null;
  const { t } = useTranslation();
  const rules = usePasswordRules();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const valid = known || (name.trim() !== '' && meetsAll(rules, password));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (valid) void props.onAccept(name, password);
  };
  return (
    <form className="sheet" noValidate onSubmit={onSubmit}>
      <JoinHeading invitation={invitation} />
      {failure.all !== undefined && <Banner tone="bad">{failure.all}</Banner>}
      <div className="join-role">
        <span className="strong">{t(`people.roles.${role}`)}</span>
        <span className="meta">{t(`people.hints.${role}`)}</span>
      </div>
      <TextField
        autoComplete="username"
        disabled
        label={t('people.join.email')}
        name="email"
        size="lg"
        value={email}
      />
      {known && <p className="lead">{t('people.join.known')}</p>}
      {elsewhere && <p className="lead">{t('people.join.signOn', { provider })}</p>}
      {!known && !elsewhere && (
        <>
          <TextField
            autoComplete="name"
            error={failure.name}
            label={t('people.profile.name')}
            maxLength={PERSON_NAME_MAX}
            name="name"
            onChange={(event) => setName(event.target.value)}
            required
            size="lg"
            value={name}
          />
          <PasswordInput
            autoComplete="new-password"
            error={failure.password}
            label={t('login.password')}
            name="new-password"
            onChange={(event) => setPassword(event.target.value)}
            required
            size="lg"
            value={password}
          />
          <PasswordChecklist password={password} rules={rules} />
        </>
      )}
      {!elsewhere && (
        <Button block disabled={!valid} size="lg" type="submit" variant="primary">
          {t(known ? 'people.join.accept' : 'people.join.submit')}
        </Button>
      )}
      {!known && (
        <>
          <SignOnButtons />
          {elsewhere && <AddressButtons email={email} />}
        </>
      )}
    </form>
  );
}
