import '#web/ui/radio-list.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_NETWORKS } from '#contract/v1/keys.ts';
import { parseNetwork } from '#contract/v1/networks.ts';
import { formatDate } from '#web/kit/format-date.ts';
import { Select } from '#web/ui/select.tsx';
import { TagInput } from '#web/ui/tag-input.tsx';

const DAY_MS = 86_400_000;
const MODES = ['live', 'test'] as const;

/** Live or test, each with what it means. */
export function ModeChoice(props: { mode: 'live' | 'test'; onChange: (mode: 'live' | 'test') => void }) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="ak-modes">
      <legend className="sr">{t('apiKeys.kind')}</legend>
      {MODES.map((mode) => (
        <label className="ak-mode" htmlFor={`${name}-${mode}`} key={mode}>
          <input
            checked={props.mode === mode}
            id={`${name}-${mode}`}
            className="rb"
            name={name}
            onChange={() => props.onChange(mode)}
            type="radio"
          />
          <span>
            <b>{t(`apiKeys.${mode}`)}</b>
            <span className="meta">{t(`apiKeys.${mode}Hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** When a key ends: one of a few, or as it is. */
export type Expiry = 'saved' | 'month' | 'quarter' | 'year' | 'never';

const DAYS = { month: 30, quarter: 90, year: 365 } as const;
const WORDS = { month: 'in30Days', quarter: 'in90Days', year: 'inYear', never: 'never' } as const;
const CHOICES = ['month', 'quarter', 'year', 'never'] as const;

/** The moment that a choice means, as the wire has it. */
export function expiryOf(expiry: Expiry, saved: string | null): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'saved') return saved === null ? null : new Date(saved).toISOString();
  return new Date(Date.now() + DAYS[expiry] * DAY_MS).toISOString();
}

/** Asks until when a key works; `saved` is what a key has that is changed. */
export function ExpiryField(props: {
  now: Expiry;
  saved: string | null | undefined;
  error: string | undefined;
  onChange: (expiry: Expiry) => void;
}) {
  const { now, saved, error, onChange } = props;
  const { t } = useTranslation();
  const at = expiryOf(now, saved ?? null);
  const kept = saved === null ? t('apiKeys.never') : formatDate(saved ?? '');
  return (
    <Select
      error={error}
      hint={
        at === null ? (
          <span className="ak-warn">{t('apiKeys.neverWarning')}</span>
        ) : (
          t('apiKeys.on', { date: formatDate(at) })
        )
      }
      label={t('apiKeys.expires')}
      onChange={(event) => onChange(event.target.value as Expiry)}
      options={[
        ...(saved === undefined ? [] : [{ value: 'saved', label: kept }]),
        ...CHOICES.filter((one) => one !== 'never' || saved !== null).map((one) => ({
          value: one,
          label: t(`apiKeys.${WORDS[one]}`),
        })),
      ]}
      value={now}
    />
  );
}

/** Asks where a key works from, as chips. */
export function AddressField(props: {
  networks: readonly string[];
  error: string | undefined;
  typed: { text: string; onText: (text: string) => void };
  onChange: (networks: readonly string[]) => void;
}) {
  const { networks, error, typed, onChange } = props;
  const { t } = useTranslation();
  return (
    <TagInput
      editLabel={({ label }) => t('apiKeys.editAddress', { address: label })}
      error={error}
      hint={t('apiKeys.addressesHint')}
      label={`${t('apiKeys.addresses')} (${t('apiKeys.optional')})`}
      max={MAX_NETWORKS}
      noRoom={(entry) => t('apiKeys.addressNoRoom', { entry })}
      onChange={(tags) => onChange(tags.map(({ key }) => key))}
      parse={(entry) => {
        const network = parseNetwork(entry);
        return network === undefined
          ? { kind: 'invalid', entry, message: t('apiKeys.addressWrong', { entry }) }
          : { kind: 'tag', tag: { key: network, label: network.replace(/\/(?:32|128)$/u, '') } };
      }}
      removeLabel={({ label }) => t('apiKeys.removeAddress', { address: label })}
      tags={networks.map((key) => ({ key, label: key.replace(/\/(?:32|128)$/u, '') }))}
      typed={typed}
      unfinished={t('apiKeys.addressUnfinished')}
    />
  );
}
