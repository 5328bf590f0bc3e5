import '#web/shared/identity/provider-setup.css';
import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { PROVED_MINUTES } from '#contract/identity/administration-sign-on.ts';
import type { AdministrationSignOn } from '#contract/identity/administration-sign-on.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { confirm } from '#web/ui/confirm.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { SignOnSettings } from './use-administration-sign-on.ts';

type People = AdministrationSignOn['people'];

/** Makes the provider the only login for people. Takes effect at once, after a confirmation with its consequences. */
export function RequireCard({ settings, state }: { settings: SignOnSettings; state: AdministrationSignOn }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { provider, people } = state;
  if (provider === null) return null;
  const { name, required, proved } = provider;
  const turn = async (on: boolean) => {
    const question = {
      title: t('signOn.requireTitle', { name }),
      body: consequence(t, state),
      confirmLabel: t('signOn.requireConfirm'),
      cancelLabel: t('app.cancel'),
      danger: true,
    };
    if (busy || (on && !(await confirm(question)))) return;
    setBusy(true);
    await settings.require(on);
    setBusy(false);
  };
  return (
    <Card
      action={
        <Switch
          aria-label={t('signOn.require')}
          checked={required}
          disabled={busy || (!required && !proved)}
          onChange={(event) => void turn(event.target.checked)}
        />
      }
      title={t('signOn.require')}
    >
      <div className="prov-body">
        <p className="meta">
          {required ? t('signOn.requireIsOn', { name }) : t('signOn.requireLead', { n: PROVED_MINUTES })}
        </p>
        {!required && people.total > 0 && <Banner tone="warn">{consequence(t, state)}</Banner>}
        <Outsiders people={people} />
        <p className="meta">
          {t('signOn.breakGlass')}{' '}
          <code className="prov-command" dir="ltr">
            {commandOf(provider.id)}
          </code>
        </p>
        <p className="meta">{t('signOn.requireKeys')}</p>
      </div>
    </Card>
  );
}

/** Returns the command that an operator runs if the provider fails. */
function commandOf(provider: string): string {
  return ['f2e', 'sso', 'require', provider, 'off'].join(' ');
}

/** Returns the consequences for the people who work here. */
function consequence(t: TFunction, { provider, people: { total, outside } }: AdministrationSignOn): string {
  if (total === 0) return t('signOn.requireNobody', { name: provider?.name });
  const stops = t('signOn.requireText', { count: total });
  return outside === 0 ? stops : `${stops} ${t('signOn.outside', { count: outside })}`;
}

function Outsiders({ people: { outside, outsiders } }: { people: People }) {
  const { t } = useTranslation();
  if (outside === 0) return null;
  return (
    <details>
      <summary>{t('signOn.seeWho')}</summary>
      <ul className="prov-who">
        {outsiders.map(({ name, email }) => (
          <li key={email}>
            <bdi>{name}</bdi> <bdi className="meta">{email}</bdi>
          </li>
        ))}
        {outside > outsiders.length && (
          <li className="meta">{t('signOn.more', { n: outside - outsiders.length })}</li>
        )}
      </ul>
    </details>
  );
}
