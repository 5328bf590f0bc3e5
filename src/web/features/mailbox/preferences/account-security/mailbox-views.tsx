import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailboxViews } from '#contract/customers/mailbox-view.ts';
import { callApi } from '#web/kit/call-api.ts';
import { formatDateTime } from '#web/kit/format-date.ts';

/** When the administrator of this account looked into its mailbox; not there where nobody may and nobody did. */
export function MailboxViews() {
  const { t } = useTranslation();
  const { data } = useQuery({ queryKey: ['mailbox-views'], queryFn: () => callApi(mailboxViews) });
  const views = data?.views ?? [];
  if (data?.allowed !== true && views.length === 0) return null;
  return (
    <section aria-labelledby="views-title" className="logins">
      <div>
        <h2 className="prefs-sec" id="views-title">
          {t('security.views.title')}
        </h2>
        <p className="meta">{t(views.length === 0 ? 'security.views.none' : 'security.views.lead')}</p>
      </div>
      <ul>
        {views.map(({ at, by, faxes }) => (
          <li key={at}>
            <div>
              <p className="strong">
                <bdi dir="ltr">{formatDateTime(at)}</bdi>
              </p>
              <p className="meta">{t('security.views.about', { by, count: faxes })}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
