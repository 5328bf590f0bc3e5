import './kept-logins.css';
import { useTranslation } from 'react-i18next';
import type { OtherLogin } from '#contract/identity/other-logins.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { formatDateTime } from '#web/kit/format-date.ts';

/**
 * The other logins of the account, to choose from when its password changes: unchecked ones are removed. Renders
 * nothing if there are none.
 */
export function KeptLogins(props: {
  logins: readonly OtherLogin[];
  kept: readonly string[];
  onChange: (kept: readonly string[]) => void;
}) {
  const { logins, kept, onChange } = props;
  const { t } = useTranslation();
  if (logins.length === 0) return null;
  const nameOf = ({ kind, name }: OtherLogin) =>
    ({
      passkey: t('otherLogins.passkey', { name }),
      'app-password': t('otherLogins.appPassword', { name }),
      'api-key': t('otherLogins.apiKey', { name }),
      egnyte: t('otherLogins.egnyte', { name }),
      person: t('otherLogins.person', { name }),
      'single-sign-on': t('otherLogins.singleSignOn', { name }),
    })[kind];
  return (
    <fieldset className="kept-logins">
      <legend className="strong">{t('otherLogins.title')}</legend>
      <p className="meta">{t('otherLogins.lead')}</p>
      {logins.map((login) => (
        <div key={login.id}>
          <Checkbox
            checked={kept.includes(login.id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...kept, login.id] : kept.filter((id) => id !== login.id))
            }
          >
            {nameOf(login)}
          </Checkbox>
          <p className="meta">
            {login.lastUsedAt === null
              ? t('otherLogins.made', { made: formatDateTime(login.createdAt) })
              : t('otherLogins.used', {
                  made: formatDateTime(login.createdAt),
                  used: formatDateTime(login.lastUsedAt),
                })}
          </p>
        </div>
      ))}
    </fieldset>
  );
}
