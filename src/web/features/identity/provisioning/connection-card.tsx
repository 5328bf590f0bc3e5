import '#web/shared/identity/provider-setup.css';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Provisioning } from '#contract/identity/provisioning.ts';
import { formatDate, formatDateTime } from '#web/kit/format-date.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { CopyRow } from '#web/shared/identity/copy-row.tsx';
import { Card } from '#web/ui/card.tsx';
import { Pill } from '#web/ui/pill.tsx';

/** The start of live keys; only those can change people. */
const KEY_START = 'f2e_live_';
/** The name that directories use (RFC 7643, 4.1.1). */
const UNIQUE_FIELD = 'userName';

/** The address and keys for the directory, and the people and groups that it has created. */
export function ConnectionCard({ state }: { state: Provisioning }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  const { address, keys, lastCallAt, quiet, people, groups } = state;
  return (
    <Card
      action={
        lastCallAt === null ? (
          <Pill>{t('provisioning.neverCalled')}</Pill>
        ) : (
          <Pill tone={quiet ? 'warn' : 'ok'}>
            {t(quiet ? 'provisioning.quietSince' : 'provisioning.lastCall', {
              at: formatDateTime(lastCallAt),
            })}
          </Pill>
        )
      }
      title={t('provisioning.connection')}
    >
      <div className="prov-body">
        <h3 className="prov-label">{t('provisioning.address')}</h3>
        <CopyRow name={t('provisioning.address')} text={address} />
        <h3 className="prov-label">{t('provisioning.key')}</h3>
        {keys.length === 0 && <p className="meta">{t('provisioning.noKey')}</p>}
        {keys.map(({ id, name, expiresAt }) => (
          <div key={id}>
            <p className="prov-copy">
              <code dir="ltr">{`${KEY_START}${id}_••••••`}</code>
            </p>
            <p className="meta">
              <bdi>{name}</bdi>
              {' · '}
              {expiresAt === null
                ? t('provisioning.neverExpires')
                : t('provisioning.expires', { date: formatDate(expiresAt) })}
            </p>
          </div>
        ))}
        <p>
          <Link to="/multifax/api-keys">
            {t(keys.length === 0 ? 'provisioning.createKey' : 'provisioning.manageKeys')}
          </Link>
        </p>
      </div>
      <Facts
        rows={[
          [t('provisioning.fromDirectory'), number(people.fromDirectory)],
          [t('provisioning.byHand'), number(people.byHand)],
          [t('provisioning.groups'), number(groups.length)],
          [t('provisioning.turnedOff'), number(people.turnedOff)],
        ]}
      />
    </Card>
  );
}

/** What to enter at the provider, in addition to address and key. */
export function ProviderCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('provisioning.enter')}>
      <Facts
        rows={[
          [t('provisioning.uniqueField'), <code key="field">{UNIQUE_FIELD}</code>],
          [t('provisioning.authentication'), t('provisioning.bearer')],
          [t('provisioning.supported'), t('provisioning.supports')],
        ]}
      />
    </Card>
  );
}

function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="prov-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
