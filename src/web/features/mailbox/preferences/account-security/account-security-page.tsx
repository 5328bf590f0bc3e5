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
 * Change one's password, and see where one is signed in (SEC-01). `logins`: other ways to log in; `profile`: who one is,
 * for people with a login of their own. What holds for the whole account is the owner's.
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
