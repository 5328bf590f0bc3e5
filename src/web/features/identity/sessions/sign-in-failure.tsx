import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import type { LoginFailure } from './login-rules.ts';

/** The message after a failed login; all login pages share it. */
export function SignInFailure(props: { failure: LoginFailure | null; incorrect?: string | undefined }) {
  const { t } = useTranslation();
  if (props.failure === null || props.failure.kind === 'second-step') return null;
  const { failure } = props;
  if (failure.kind === 'unreachable') return <Banner tone="warn">{t('app.unreachable')}</Banner>;
  const incorrect = props.incorrect ?? t('login.incorrect');
  return <Banner tone="bad">{failure.kind === 'incorrect' ? incorrect : failure.text}</Banner>;
}
