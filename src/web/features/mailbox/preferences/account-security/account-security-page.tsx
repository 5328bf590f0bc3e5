import './account-security.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordSection } from '#web/shared/identity/password-section.tsx';
import { SessionList } from '#web/shared/identity/session-list.tsx';
import { useSessions } from '#web/shared/identity/use-sessions.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { PreferenceFrame } from '../preference-frame.tsx';
import { bothMarks } from '#web/kit/use-instant.ts';
import { AutomaticLogout } from './automatic-logout.tsx';
import { MailboxViews } from './mailbox-views.tsx';
import { RetentionCard } from './retention-card.tsx';
import { useAutomaticLogout } from './use-automatic-logout.ts';
import { useRetention } from './use-retention.ts';

/**
 * Changes the password, and shows where the account is signed in (SEC-01). `logins`: other ways to sign in; `profile`:
 * the person's details, for personal logins. Settings of the whole account are the owner's.
 */
export function AccountSecurityPage(props: { logins?: ReactNode; profile?: ReactNode }) {
  const { t } = useTranslation();
  const sessions = useSessions();
  const isOwner = useMay();
  const logout = useAutomaticLogout(isOwner);
  const kept = useRetention(isOwner);
  return (
    <PreferenceFrame
      data={{ loading: sessions.loading, failed: false, reload: () => undefined }}
      lead={t('security.lead')}
      saved={bothMarks(logout.mark, kept.mark)}
      title={t('security.title')}
    >
      {props.profile}
      <PasswordSection />
      {props.logins}
      <SessionList list={sessions} />
      {isOwner && (
        <>
          <AutomaticLogout logout={logout} />
          <RetentionCard kept={kept} />
          <MailboxViews />
        </>
      )}
    </PreferenceFrame>
  );
}
