import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import { CONDITION_KINDS, MAX_CONDITIONS, callerPattern, pageWords } from '#contract/mailbox/rule-parts.ts';
import type { ConditionOut } from '#contract/mailbox/rule-parts.ts';
import { WEEK, weekdayName } from '#web/shared/faxes/send-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Select } from '#web/ui/select.tsx';
import { TagInput } from '#web/ui/tag-input.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { MAX_RULE_VALUES } from '#contract/mailbox/rule-parts.ts';
import { PartRow, PickMany } from './rule-parts.tsx';
import type { Faults } from './rule-parts.tsx';
import { callerWords } from './rule-words.ts';
import type { Named } from './rule-words.ts';
import type { RuleDraft } from './use-rules.ts';

/** What a condition looks like before anybody has filled it in. */
const FRESH: Partial<Record<ConditionOut['kind'], Partial<ConditionOut>>> = {
  caller: { callers: [] },
  'not-caller': { callers: [] },
  text: { texts: [] },
  'not-text': { texts: [] },
  group: { groups: [] },
  'not-group': { groups: [] },
  'pages-min': { pages: 2 },
  'pages-max': { pages: 1 },
  hours: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
  'not-hours': { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
  dates: { from: '', to: '' },
};

interface ConditionRowsProps {
  draft: RuleDraft;
  change: (more: Partial<RuleDraft>) => void;
  faults: Faults;
  named: Named;
}

/** If all, or any, of these are true. */
export function ConditionRows({ draft, change, faults, named }: ConditionRowsProps) {
  const { t } = useTranslation();
  const { conditions, match } = draft;
  const set = (next: readonly ConditionOut[]) => change({ conditions: [...next] });
  return (
    <fieldset className="rule-part">
      <legend className="sec">{t('rules.if')}</legend>
      {conditions.length === 0 && <p className="meta">{t('rules.everyFaxLong')}</p>}
      {conditions.length > 1 && (
        <Select
          label={t('rules.match')}
          labelHidden
          onChange={(event) => change({ match: event.target.value === 'any' ? 'any' : 'all' })}
          options={(['all', 'any'] as const).map((value) => ({ value, label: t(`rules.matches.${value}`) }))}
          value={match}
        />
      )}
      {conditions.map((condition, at) => (
        <PartRow
          error={faults.has(`conditions.${at}`) ? t('rules.incomplete') : undefined}
          key={`${condition.kind} ${at}`}
          onRemove={() => set(conditions.toSpliced(at, 1))}
          removeLabel={t('rules.removeCondition', { what: t(`rules.conditions.${condition.kind}`) })}
        >
          <Select
            label={t('rules.condition')}
            labelHidden
            onChange={(event) => {
              const kind = CONDITION_KINDS.find((one) => one === event.target.value);
              if (kind) set(conditions.with(at, { ...FRESH[kind], ...keptOf(condition, kind), kind }));
            }}
            options={CONDITION_KINDS.map((value) => ({ value, label: t(`rules.conditions.${value}`) }))}
            value={condition.kind}
          />
          <ConditionValue
            condition={condition}
            named={named}
            onChange={(more) => set(conditions.with(at, { ...condition, ...more }))}
          />
        </PartRow>
      ))}
      {conditions.length < MAX_CONDITIONS && (
        <Button
          icon={Plus}
          onClick={() => set([...conditions, { kind: 'caller', callers: [] }])}
          size="sm"
          variant="quiet"
        >
          {t('rules.addCondition')}
        </Button>
      )}
    </fieldset>
  );
}

function base(kind: string): string {
  return kind.replaceAll(/^not-|-(min|max)$/g, '');
}

/** What was filled in stays where the other kind has the same fields. */
function keptOf(condition: ConditionOut, kind: ConditionOut['kind']): Partial<ConditionOut> {
  const { kind: before, ...values } = condition;
  return base(before) === base(kind) ? values : {};
}

interface ValueProps {
  condition: ConditionOut;
  named: Named;
  onChange: (more: Partial<ConditionOut>) => void;
}

function ConditionValue({ condition, named, onChange }: ValueProps) {
  const { t } = useTranslation();
  switch (condition.kind) {
    case 'caller':
    case 'not-caller':
      return <Callers callers={condition.callers ?? []} onChange={(callers) => onChange({ callers })} />;
    case 'text':
    case 'not-text':
      return <Words onChange={(texts) => onChange({ texts })} texts={condition.texts ?? []} />;
    case 'group':
    case 'not-group':
      return (
        <PickMany
          addLabel={t('rules.addGroup')}
          chosen={condition.groups ?? []}
          max={MAX_RULE_VALUES}
          none={t('rules.noGroups')}
          onChange={(groups) => onChange({ groups })}
          options={named.groups.map(({ id, name }) => ({ value: id, label: name }))}
        />
      );
    case 'pages-min':
    case 'pages-max':
      return (
        <TextField
          label={t('rules.pages')}
          labelHidden
          max={9999}
          min={1}
          numeric
          onChange={(event) => onChange({ pages: Number(event.target.value) })}
          type="number"
          value={condition.pages || ''}
        />
      );
    case 'hours':
    case 'not-hours':
      return <Hours condition={condition} onChange={onChange} />;
    case 'dates':
      return <FromTo condition={condition} onChange={onChange} type="date" />;
    default:
      return null;
  }
}

function Callers(props: { callers: readonly string[]; onChange: (callers: string[]) => void }) {
  const { callers, onChange } = props;
  const { t } = useTranslation();
  return (
    <div className="rule-callers">
      <TagInput
        editLabel={({ label }) => t('compose.to.edit', { number: label })}
        hint={t('rules.callersHint')}
        inputMode="tel"
        label={t('rules.callers')}
        max={MAX_RULE_VALUES}
        noRoom={(entry) => t('rules.noRoom', { entry, max: MAX_RULE_VALUES })}
        onChange={(tags) => onChange(tags.map(({ key }) => key))}
        parse={(entry) => {
          const parsed = callerPattern.safeParse(entry);
          if (!parsed.success)
            return { kind: 'invalid', entry, message: t('rules.callerInvalid', { entry }) };
          return { kind: 'tag', tag: { key: parsed.data, label: callerWords(parsed.data) } };
        }}
        removeLabel={({ label }) => t('compose.to.remove', { number: label })}
        tags={callers.map((key) => ({ key, label: callerWords(key) }))}
        unfinished={t('rules.callersUnfinished')}
      />
    </div>
  );
}

/** Words or phrases on pages; a comma ends one. */
function Words(props: { texts: readonly string[]; onChange: (texts: string[]) => void }) {
  const { texts, onChange } = props;
  const { t } = useTranslation();
  return (
    <div className="rule-callers">
      <TagInput
        editLabel={({ label }) => t('compose.to.edit', { number: label })}
        hint={t('rules.textsHint')}
        label={t('rules.texts')}
        max={MAX_RULE_VALUES}
        noRoom={(entry) => t('rules.noRoom', { entry, max: MAX_RULE_VALUES })}
        onChange={(tags) => onChange(tags.map(({ key }) => key))}
        parse={(entry) => {
          const parsed = pageWords.safeParse(entry);
          if (!parsed.success) return { kind: 'invalid', entry, message: t('rules.textInvalid', { entry }) };
          return { kind: 'tag', tag: { key: parsed.data, label: parsed.data } };
        }}
        removeLabel={({ label }) => t('compose.to.remove', { number: label })}
        tags={texts.map((key) => ({ key, label: key }))}
        unfinished={t('rules.callersUnfinished')}
      />
    </div>
  );
}

function Hours({ condition, onChange }: Omit<ValueProps, 'named'>) {
  const { t, i18n } = useTranslation();
  const days = condition.days ?? [];
  return (
    <div className="rule-hours">
      <fieldset aria-label={t('rules.days')} className="rule-days">
        {WEEK.map((day) => (
          <Checkbox
            checked={days.includes(day)}
            key={day}
            onChange={({ target }) =>
              onChange({ days: target.checked ? [...days, day] : days.filter((one) => one !== day) })
            }
          >
            {weekdayName(day, i18n.language)}
          </Checkbox>
        ))}
      </fieldset>
      <FromTo condition={condition} onChange={onChange} type="time" />
    </div>
  );
}

function FromTo({ condition, onChange, type }: Omit<ValueProps, 'named'> & { type: 'date' | 'time' }) {
  const { t } = useTranslation();
  return (
    <div className="rule-from-to">
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          label={t(`rules.${end}`)}
          onChange={(event) => onChange({ [end]: event.target.value })}
          type={type}
          value={condition[end] ?? ''}
        />
      ))}
    </div>
  );
}
