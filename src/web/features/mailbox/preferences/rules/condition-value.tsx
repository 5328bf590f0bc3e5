import { useTranslation } from 'react-i18next';
import { MAX_RULE_VALUES, barcodeWords, callerPattern, pageWords } from '#contract/mailbox/rule-parts.ts';
import type { ConditionOut } from '#contract/mailbox/rule-parts.ts';
import { WEEK, weekdayName } from '#web/shared/faxes/send-time.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TagInput } from '#web/ui/tag-input.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PickMany } from './rule-parts.tsx';
import { callerWords } from './rule-words.ts';
import type { Named } from './rule-words.ts';

interface ValueProps {
  condition: ConditionOut;
  named: Named;
  onChange: (more: Partial<ConditionOut>) => void;
}

/** The value with which a condition compares. */
export function ConditionValue({ condition, named, onChange }: ValueProps) {
  const { t } = useTranslation();
  switch (condition.kind) {
    case 'caller':
    case 'not-caller':
      return <Callers callers={condition.callers ?? []} onChange={(callers) => onChange({ callers })} />;
    case 'text':
    case 'not-text':
      return (
        <Words
          hint={t('rules.textsHint')}
          label={t('rules.texts')}
          onChange={(texts) => onChange({ texts })}
          schema={pageWords}
          texts={condition.texts ?? []}
        />
      );
    case 'barcode':
    case 'not-barcode':
      return (
        <Words
          hint={t('rules.barcodesHint')}
          label={t('rules.barcodes')}
          onChange={(texts) => onChange({ texts })}
          schema={barcodeWords}
          texts={condition.texts ?? []}
        />
      );
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

/** Words or phrases on pages, or the contents of barcodes; a comma ends one. */
function Words(props: {
  label: string;
  hint: string;
  schema: typeof pageWords | typeof barcodeWords;
  texts: readonly string[];
  onChange: (texts: string[]) => void;
}) {
  const { label: name, hint, schema, texts, onChange } = props;
  const { t } = useTranslation();
  return (
    <div className="rule-callers">
      <TagInput
        editLabel={({ label }) => t('compose.to.edit', { number: label })}
        hint={hint}
        label={name}
        max={MAX_RULE_VALUES}
        noRoom={(entry) => t('rules.noRoom', { entry, max: MAX_RULE_VALUES })}
        onChange={(tags) => onChange(tags.map(({ key }) => key))}
        parse={(entry) => {
          const parsed = schema.safeParse(entry);
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
