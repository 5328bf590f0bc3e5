import { useRef, useState } from 'react';
import type { ComponentType, FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirst } from '#web/kit/focus-first.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { BannerList } from '#web/ui/banner-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordInput } from '#web/kit/password-input.tsx';
import type { TextFieldProps } from '#web/ui/text-field.tsx';
import type { Credentials, LoginFailure } from './login-rules.ts';
import { FormerSession } from './former-session.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import type { SignIn } from './sign-in.ts';
import { SignInFailure } from './sign-in-failure.tsx';
import { useSignIn } from './use-sign-in.ts';

/** The props of the name field, whatever the name is. */
export type NameFieldProps = Pick<
  TextFieldProps,
  'autoComplete' | 'name' | 'onChange' | 'ref' | 'required' | 'size' | 'value'
>;

const INCORRECT = { kind: 'incorrect' } as const;

interface SignInSheetProps {
  title: string;
  lead: string;
  signIn: SignIn;
  isValid: (credentials: Credentials) => boolean;
  NameField: ComponentType<NameFieldProps>;
  /** Shown beside the password's label. */
  passwordAction?: ReactNode;
  /** Whether a form posted from another brand's domain was refused (spec http-api 1.7). */
  refused: boolean;
  /** Whether such a form was accepted and the owner requires a second step. */
  handedOver: boolean;
  /** Whether a portal's link was invalid (spec http-api 1.9). */
  linkUsed?: boolean;
  /** The result of a login elsewhere, shown until somebody tries to sign in here. */
  notice?: ReactNode;
  /** Other ways to sign in, below the password form. */
  otherWay?: ReactNode;
  /** The text about a wrong name or password, if it is not the fixed one. */
  incorrect?: string;
}

/** The sheet on which people sign in with a name and a password, or a passkey, and then with their second step. */
export function SignInSheet(props: SignInSheetProps) {
  const { title, lead, NameField } = props;
  const { t } = useTranslation();
  usePageTitle(title);
  const [handedOver, setHandedOver] = useState(props.handedOver);
  const [refused, setRefused] = useState(props.refused);
  const { failure, submit, show } = useSignIn(props.signIn);
  const shown = failure ?? (refused ? INCORRECT : null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const valid = props.isValid({ username, password });
  const logIn = async (event: FormEvent) => {
    event.preventDefault();
    if (!valid || (await submit({ username, password }))?.kind !== 'incorrect') return;
    // Most wrong passwords are typing errors: the next attempt starts with an empty field.
    setPassword('');
    passwordField.current?.focus();
  };
  // The text typed now is unrelated to what was refused.
  const forget = (typed: string) => {
    setRefused(false);
    show(null);
    return typed;
  };
  const back = () => {
    setPassword('');
    setHandedOver(false);
    show(null);
  };
  if (handedOver || failure?.kind === 'second-step') return <SecondStepForm onBack={back} />;
  return (
    <div className="feed">
      <form className="sheet" noValidate onSubmit={(event) => void logIn(event)}>
        <div>
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
        </div>
        {shown === null && props.notice}
        <Notices failure={shown} incorrect={props.incorrect} linkUsed={props.linkUsed ?? false} />
        <NameField
          autoComplete="username"
          name="username"
          onChange={(event) => setUsername(forget(event.target.value))}
          ref={focusFirst}
          required
          size="lg"
          value={username}
        />
        <PasswordInput
          label={t('login.password')}
          labelAction={props.passwordAction}
          name="password"
          onChange={(event) => setPassword(event.target.value)}
          ref={passwordField}
          required
          size="lg"
          value={password}
        />
        <Button block disabled={!valid} size="lg" type="submit" variant="primary">
          {t('login.submit')}
        </Button>
        <PasskeyButton onFailure={show} />
        {props.otherWay}
      </form>
    </div>
  );
}

/** The notices about earlier events, and the result of the last attempt. */
function Notices(props: { failure: LoginFailure | null; incorrect: string | undefined; linkUsed: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <BannerList closeLabel={t('app.close')} />
      {props.failure === null && <FormerSession linkUsed={props.linkUsed} />}
      <SignInFailure failure={props.failure} incorrect={props.incorrect} />
    </>
  );
}
