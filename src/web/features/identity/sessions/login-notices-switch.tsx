import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeLoginNotices, loginNotices } from '#contract/identity/account-security.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useInstant } from '#web/kit/use-instant.ts';
import { Credential } from '#web/shared/identity/credentials.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Switch } from '#web/ui/switch.tsx';

type Setting = ReplyOf<typeof loginNotices>;

const settingQuery = queryOptions({
  queryKey: ['login-notices'],
  queryFn: async () => await callApi(loginNotices),
});

/** The switch for emails about logins from a new browser or network. Saves at once. */
export function LoginNoticesSwitch() {
  const { t } = useTranslation();
  const { data: setting, isError } = useQuery(settingQuery);
  const { refused, change } = useInstant<Setting>(
    settingQuery.queryKey,
    async (_, { on }) => (await callApi(changeLoginNotices, { body: { on } })).data,
  );
  if (!setting) return isError ? <Banner tone="warn">{t('security.loginNotices.loadFailed')}</Banner> : null;
  return (
    <div className="logins">
      <ul>
        <Credential
          about={t('security.loginNotices.text', { email: setting.email })}
          aboutId="login-notices-text"
          name={<span id="login-notices">{t('security.loginNotices.title')}</span>}
          problem={refused?.text}
        >
          <Switch
            aria-describedby="login-notices-text"
            aria-labelledby="login-notices"
            checked={setting.on}
            onChange={({ target }) => change({ on: target.checked })}
          />
        </Credential>
      </ul>
    </div>
  );
}
