import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import { CONDITION_KINDS, MAX_CONDITIONS } from '#contract/mailbox/rule-parts.ts';
import type { ConditionOut } from '#contract/mailbox/rule-parts.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { ConditionValue } from './condition-value.tsx';
import { PartRow } from './rule-parts.tsx';
import type { Faults } from './rule-parts.tsx';
import type { Named } from './rule-words.ts';
import type { RuleDraft } from './use-rules.ts';

/** The initial values of a new condition, by kind. */
const FRESH: Partial<Record<ConditionOut['kind'], Partial<ConditionOut>>> = {
  caller: { callers: [] },
  'not-caller': { callers: [] },
  text: { texts: [] },
  'not-text': { texts: [] },
  barcode: { texts: [] },
  'not-barcode': { texts: [] },
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

/** The conditions, of which all or any must be true. */
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

/** Returns the values that stay because the other kind has the same fields. */
function keptOf(condition: ConditionOut, kind: ConditionOut['kind']): Partial<ConditionOut> {
  const { kind: before, ...values } = condition;
  return base(before) === base(kind) ? values : {};
}
