import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailboxViews } from '#contract/customers/mailbox-view.ts';
import { callApi } from '#web/kit/call-api.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Credential, CredentialSection } from '#web/shared/identity/credentials.tsx';

/** When the administrator of this account looked into its mailbox; not there where nobody may and nobody did. */
export function MailboxViews() {
  const { t } = useTranslation();
  const { data } = useQuery({ queryKey: ['mailbox-views'], queryFn: () => callApi(mailboxViews) });
  const views = data?.views ?? [];
  if (data?.allowed !== true && views.length === 0) return null;
  return (
    <CredentialSection
      id="views-title"
      lead={t(views.length === 0 ? 'security.views.none' : 'security.views.lead')}
      title={t('security.views.title')}
    >
      <ul>
        {views.map(({ at, by, faxes }) => (
          <Credential
            about={t('security.views.about', { by, count: faxes })}
            key={at}
            name={<bdi dir="ltr">{formatDateTime(at)}</bdi>}
          />
        ))}
      </ul>
    </CredentialSection>
  );
}
