import './egnyte-guest.css';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { getRouteApi } from '@tanstack/react-router';
import { ArrowLeftRight, CircleCheck, Cloud, FileText } from 'lucide-react';
import { egnyteBegin, egnyteLogin } from '#contract/faxes/egnyte.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { getNode, login, LOGIN_NUMBER_MAX } from '#contract/identity/sessions.ts';
import { pasteNumber } from '#web/shared/faxes/paste-number.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { hostName, publicPath } from '#web/kit/page-config.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { openSession } from '#web/kit/session-store.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PasswordInput } from '#web/kit/password-input.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useClosing } from './use-closing.ts';
import { useTell } from './use-tell.ts';

const route = getRouteApi('/guest/egnyte/connect');

/** The page that Egnyte's settings open: sign in, then allow access or not (EGG-01 to EGG-06, spec http-api 7.7). */
export function EgnyteConnectPage() {
  const { t } = useTranslation();
  usePageTitle(t('egnyte.guest.connectTitle'));
  const { connected, token = '', save_url: saveUrl = '', domain = '' } = route.useSearch();
  const [number, setNumber] = useState('');
  if (connected === 'true') return <ConnectedNotice />;
  // An error without details: people who open this page directly have nothing to connect (EGG-03, spec decisions 8.4).
  if (token === '' || saveUrl === '' || domain === '')
    return (
      <div className="feed">
        <section className="sheet">
          <Banner tone="bad">{''}</Banner>
        </section>
      </div>
    );
  return <Begun onLogin={setNumber} number={number} />;
}

/** Returns the data to send when access is requested and when it is allowed. */
function useGrant() {
  const { token = '', save_url = '', domain = '', redirect_id = '' } = route.useSearch();
  return { token, save_url, egnyteDomain: domain, redirect_id };
}

/** Starts in this browser, so that only what is shown here can be allowed (A-EGNYTE-07). */
function Begun(props: { number: string; onLogin: (number: string) => void }) {
  const { t } = useTranslation();
  const grant = useGrant();
  const [begun, setBegun] = useState<{ domain?: string; fault?: unknown } | null>(null);
  const { token, save_url, egnyteDomain, redirect_id } = grant;
  useEffect(() => {
    callApi(egnyteBegin, { body: { token, save_url, egnyteDomain, redirect_id } }).then(
      ({ domain }) => setBegun({ domain }),
      (fault: unknown) => setBegun({ fault }),
    );
  }, [token, save_url, egnyteDomain, redirect_id]);
  if (begun === null) return <div aria-busy className="feed" />;
  const { domain, fault } = begun;
  if (domain === undefined)
    return (
      <div className="feed">
        <section className="sheet">
          <h1>{t('egnyte.guest.connectTitle')}</h1>
          <Banner tone="bad">
            {fault instanceof ApiError && fault.status === 400
              ? t('egnyte.guest.notEgnyte')
              : t('egnyte.guest.unavailable')}
          </Banner>
        </section>
      </div>
    );
  return (
    <div className="feed">
      {props.number === '' ? (
        <LogIn domain={domain} onDone={props.onLogin} />
      ) : (
        <Consent domain={domain} number={props.number} />
      )}
    </div>
  );
}

function ConnectedNotice() {
  const { t } = useTranslation();
  const left = useClosing(true);
  return (
    <div className="feed">
      <section className="sheet">
        <Banner tone="ok">{t('egnyte.guest.connected')}</Banner>
        <p className="meta num">{t('egnyte.guest.closes', { seconds: left })}</p>
      </section>
    </div>
  );
}

function LogIn(props: { domain: string; onDone: (number: string) => void }) {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const valid = /^\d+$/.test(username) && password !== '';
  const submit = async () => {
    setBusy(true);
    setFault('');
    try {
      const found = await callApi(getNode, { body: { username, password, domain: hostName() } });
      const opened = await callApi(login, { basic: { username, password }, node: found.node });
      openSession(opened.node);
      props.onDone(username);
    } catch (error) {
      const incorrect = error instanceof ApiError && error.status === 412;
      setFault(t(incorrect ? 'login.incorrect' : 'egnyte.guest.unavailable'));
    }
    setBusy(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (valid && !busy) void submit();
  };
  return (
    <form className="sheet" noValidate onSubmit={onSubmit}>
      <div>
        <h1>{t('egnyte.guest.connectTitle')}</h1>
        <p className="lead">{t('egnyte.guest.connectLead', { domain: props.domain })}</p>
      </div>
      {fault !== '' && <Banner tone="bad">{fault}</Banner>}
      <TextField
        autoComplete="username"
        error={/\D/.test(username) ? t('login.numbersOnly') : undefined}
        inputMode="numeric"
        label={t('login.faxNumber')}
        maxLength={LOGIN_NUMBER_MAX}
        name="username"
        numeric
        onChange={(event) => setUsername(event.target.value)}
        onPaste={pasteNumber}
        size="lg"
        value={username}
      />
      <PasswordInput
        label={t('login.password')}
        name="password"
        onChange={(event) => setPassword(event.target.value)}
        size="lg"
        value={password}
      />
      <Button block busy={busy} disabled={!valid} size="lg" type="submit" variant="primary">
        {t('login.submit')}
      </Button>
    </form>
  );
}

function Consent(props: { domain: string; number: string }) {
  const { t } = useTranslation();
  const tell = useTell();
  const grant = useGrant();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const { domain } = props;
  const allow = async () => {
    setBusy(true);
    setFault('');
    try {
      const { redirectUrl } = await callApi(egnyteLogin, { body: grant });
      location.assign(`${publicPath}${redirectUrl}`);
    } catch (error) {
      const words = error instanceof ApiError ? error.message : '';
      setFault(words === '' ? t('egnyte.guest.unavailable') : words);
      setBusy(false);
    }
  };
  const deny = () => tell('info', t('egnyte.guest.denied'));
  return (
    <section className="sheet">
      <div aria-hidden className="egnyte-pair">
        <span data-ours>
          <Icon as={FileText} />
        </span>
        <Icon as={ArrowLeftRight} size="s" />
        <span>
          <Icon as={Cloud} />
        </span>
      </div>
      <div>
        <h1>{t('egnyte.guest.allowTitle')}</h1>
        <p className="lead">
          {t('egnyte.guest.allowText', { domain, number: formatFaxNumber(props.number) ?? props.number })}
        </p>
      </div>
      {fault !== '' && <Banner tone="bad">{fault}</Banner>}
      <ul className="egnyte-rights">
        <li>
          <Icon as={CircleCheck} size="s" />
          {t('egnyte.guest.allowSend')}
        </li>
      </ul>
      <p className="meta">{t('egnyte.guest.allowCare', { domain })}</p>
      <div className="egnyte-answers">
        <Button block busy={busy} onClick={() => void allow()} size="lg" variant="primary">
          {t('egnyte.guest.allow')}
        </Button>
        <Button block disabled={busy} onClick={deny} size="lg">
          {t('egnyte.guest.deny')}
        </Button>
      </div>
    </section>
  );
}
