import '#web/ui/radio-list.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { endOfDay } from '#contract/kit/wall-time.ts';
import { MAX_NETWORKS } from '#contract/v1/keys.ts';
import { parseNetwork } from '#contract/v1/networks.ts';
import { formatDate, shownZone } from '#web/kit/format-date.ts';
import { Select } from '#web/ui/select.tsx';
import { TagInput } from '#web/ui/tag-input.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const DAY_MS = 86_400_000;
const MODES = ['live', 'test'] as const;

/** The choice between live and test, each with an explanation. */
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
          <b>{t(`apiKeys.${mode}`)}</b>
          <span className="meta">{t(`apiKeys.${mode}Hint`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** When a key expires: after a period, on a chosen day, never, or as saved. */
export interface Expiry {
  kind: 'saved' | 'month' | 'quarter' | 'year' | 'date' | 'never';
  /** The last day on which the key works, in the format of a date field; empty until one is chosen. */
  day: string;
}

const DAYS = { month: 30, quarter: 90, year: 365 } as const;
const WORDS = {
  month: 'in30Days',
  quarter: 'in90Days',
  year: 'inYear',
  date: 'onDate',
  never: 'never',
} as const;
const CHOICES = ['month', 'quarter', 'year', 'date', 'never'] as const;

/** Returns the time of a choice in the format of the API; undefined while its day is missing. */
export function expiryOf({ kind, day }: Expiry, saved: string | null): string | null | undefined {
  if (kind === 'never') return null;
  if (kind === 'saved') return saved === null ? null : new Date(saved).toISOString();
  if (kind === 'date') return endOfDay(shownZone(), day)?.toISOString();
  return new Date(Date.now() + DAYS[kind] * DAY_MS).toISOString();
}

/** A field for the expiry of a key; `saved` is the current value of an existing key. */
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
  const dated = now.kind === 'date';
  return (
    <div className="ak-expiry">
      <Select
        error={dated ? undefined : error}
        hint={dated ? undefined : <ExpiryHint at={at} />}
        label={t('apiKeys.expires')}
        onChange={(event) => onChange({ ...now, kind: event.target.value as Expiry['kind'] })}
        options={[
          ...(saved === undefined ? [] : [{ value: 'saved', label: kept }]),
          ...CHOICES.filter((one) => one !== 'never' || saved !== null).map((one) => ({
            value: one,
            label: t(`apiKeys.${WORDS[one]}`),
          })),
        ]}
        value={now.kind}
      />
      {dated && (
        <TextField
          error={error}
          label={t('apiKeys.lastDay')}
          labelHidden
          numeric
          onChange={(event) => onChange({ ...now, day: event.target.value })}
          required
          type="date"
          value={now.day}
        />
      )}
    </div>
  );
}

function ExpiryHint({ at }: { at: string | null | undefined }) {
  const { t } = useTranslation();
  if (at === undefined) return null;
  if (at === null) return <span className="ak-warn">{t('apiKeys.neverWarning')}</span>;
  return t('apiKeys.on', { date: formatDate(at) });
}

/** A field for the networks from which a key works, shown as chips. */
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
