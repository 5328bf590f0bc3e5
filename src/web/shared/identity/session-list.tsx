import { useTranslation } from 'react-i18next';
import type { OwnSession } from '#contract/identity/account-security.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Credential, CredentialSection } from '#web/shared/identity/credentials.tsx';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { browserName } from '#contract/kit/browser-name.ts';
import type { Sessions } from './use-sessions.ts';

/** Lists where the account is signed in, and lets people end sessions that they do not recognize. */
export function SessionList(props: { list: Sessions }) {
  const { t } = useTranslation();
  const { sessions, failed, end, endOthers } = props.list;
  const others = sessions.filter(({ current }) => !current).length;
  return (
    <CredentialSection
      action={
        others > 1 && (
          <Button onClick={() => void endOthers()} variant="danger-quiet">
            {t('security.sessions.endOthers')}
          </Button>
        )
      }
      failed={failed && t('security.sessions.loadFailed')}
      id="logins-title"
      lead={t('security.sessions.lead')}
      title={t('security.sessions.title')}
    >
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} onEnd={() => void end(session.id)} session={session} />
        ))}
      </ul>
    </CredentialSection>
  );
}

function SessionRow(props: { session: OwnSession; onEnd: () => void }) {
  const { current, address, userAgent, createdAt, lastSeenAt } = props.session;
  const { t } = useTranslation();
  const { browser, system } = browserName(userAgent);
  const known = browser !== '' && system !== '' ? t('security.sessions.on', { browser, system }) : browser;
  const where = known || t('security.sessions.unknown');
  const [since, used] = [formatDateTime(createdAt), formatDateTime(lastSeenAt)];
  return (
    <Credential
      about={t('security.sessions.about', { address, since, used })}
      name={
        <>
          {where}
          {current && <Pill tone="ok">{t('security.sessions.current')}</Pill>}
        </>
      }
    >
      {!current && (
        <Button
          aria-label={t('security.sessions.endLabel', { where, when: used })}
          onClick={props.onEnd}
          size="sm"
        >
          {t('security.sessions.end')}
        </Button>
      )}
    </Credential>
  );
}
