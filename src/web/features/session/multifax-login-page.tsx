import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { getRouteApi } from '@tanstack/react-router';
import { USERNAME_MAX } from '#contract/multifax-login.ts';
import { PASSWORD_INPUT_MAX } from '#contract/session.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { BannerList } from '#web/ui/banner-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { useMultifaxLogin } from './use-multifax-login.ts';

const route = getRouteApi('/guest/multifax/login');

/** Log in as the administrator of several fax accounts (D2 §2.3). */
export function MultifaxLoginPage() {
  const { t } = useTranslation();
  usePageTitle(t('multifax.login.title'));
  // A form posted from another brand's domain comes back with this mark when it was refused (contract 1.7).
  const refused = route.useSearch({ select: (search) => search.error === 1 });
  // Where the owner asked for two steps, such a form comes back with another one.
  const [handedOver, setHandedOver] = useState(route.useSearch({ select: (search) => search.step === 1 }));
  const { failure, submit, show } = useMultifaxLogin();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const valid = username.trim() !== '' && password !== '';
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (valid) void submit({ username: username.trim(), password });
  };
  const back = () => {
    setPassword('');
    setHandedOver(false);
    show(null);
  };
  if (handedOver || failure?.kind === 'second-step') return <SecondStepForm onBack={back} />;
  return (
    <div className="feed">
      <form className="sheet" noValidate onSubmit={onSubmit}>
        <div>
          <h1>{t('multifax.login.title')}</h1>
          <p className="lead">{t('multifax.login.lead')}</p>
        </div>
        <BannerList closeLabel={t('app.close')} />
        <SignInFailure failure={failure ?? (refused ? { kind: 'incorrect' } : null)} />
        <TextField
          autoCapitalize="none"
          autoComplete="username"
          counter=""
          label={t('multifax.login.username')}
          maxLength={USERNAME_MAX}
          name="username"
          onChange={(event) => setUsername(event.target.value)}
          required
          size="lg"
          spellCheck={false}
          value={username}
        />
        <PasswordField
          hideLabel={t('login.hidePassword')}
          label={t('login.password')}
          maxLength={PASSWORD_INPUT_MAX}
          name="password"
          onChange={(event) => setPassword(event.target.value)}
          required
          showLabel={t('login.showPassword')}
          size="lg"
          value={password}
        />
        <Button block disabled={!valid} size="lg" type="submit" variant="primary">
          {t('login.submit')}
        </Button>
        <PasskeyButton onFailure={show} />
      </form>
    </div>
  );
}
