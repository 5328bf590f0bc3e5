import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailboxViews } from '#contract/customers/mailbox-view.ts';
import { callApi } from '#web/kit/call-api.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Credential, CredentialSection } from '#web/shared/identity/credentials.tsx';

/** When the administrator or an operator viewed this mailbox; hidden if administrators may not and nobody did. */
export function MailboxViews() {
  const { t } = useTranslation();
  const { data } = useQuery({ queryKey: ['mailbox-views'], queryFn: () => callApi(mailboxViews) });
  const views = data?.views ?? [];
  if (data?.allowed !== true && views.length === 0) return null;
  return (
    <CredentialSection
      id="views-title"
      lead={t(leadOf(data?.allowed === true, views.length))}
      title={t('security.views.title')}
    >
      <ul>
        {views.map(({ at, by, faxes, reason }) => (
          <Credential
            about={t(reason === '' ? 'security.views.about' : 'security.views.aboutSupport', {
              by,
              count: faxes,
              reason,
            })}
            key={at}
            name={<bdi dir="ltr">{formatDateTime(at)}</bdi>}
          />
        ))}
      </ul>
    </CredentialSection>
  );
}

function leadOf(allowed: boolean, count: number) {
  if (!allowed) return 'security.views.support';
  return count === 0 ? 'security.views.none' : 'security.views.lead';
}
