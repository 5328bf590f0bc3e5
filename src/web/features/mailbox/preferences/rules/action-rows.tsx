import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import { ACTION_KINDS, MAX_DUE_DAYS, MAX_RULE_EMAILS } from '#contract/mailbox/rule-parts.ts';
import type { ActionOut } from '#contract/mailbox/rule-parts.ts';
import { MAX_TAGS_OF_FAX } from '#contract/mailbox/team.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PartRow, PickMany } from './rule-parts.tsx';
import type { Faults } from './rule-parts.tsx';
import type { Named } from './rule-words.ts';
import type { RuleDraft } from './use-rules.ts';

const FRESH: Partial<Record<ActionOut['kind'], Partial<ActionOut>>> = {
  tag: { tags: [] },
  due: { days: 1 },
  email: { emails: [] },
  forward: { number: '' },
};

/** Hidden if nobody has a personal login. */
const OF_TEAMS: readonly ActionOut['kind'][] = ['tag', 'assign', 'due'];

interface ActionRowsProps {
  draft: RuleDraft;
  change: (more: Partial<RuleDraft>) => void;
  faults: Faults;
  named: Named;
  emails: readonly string[];
}

/** The actions on a fax; each kind at most once. */
export function ActionRows({ draft, change, faults, named, emails }: ActionRowsProps) {
  const { t } = useTranslation();
  const { actions } = draft;
  const set = (next: readonly ActionOut[]) => change({ actions: [...next] });
  const offered = ACTION_KINDS.filter((kind) => named.team || !OF_TEAMS.includes(kind));
  const free = offered.filter((kind) => actions.every((action) => action.kind !== kind));
  const [next] = free;
  return (
    <fieldset className="rule-part">
      <legend className="sec">{t('rules.then')}</legend>
      {faults.has('actions') && <p className="rule-refused">{t('rules.actionMissing')}</p>}
      {actions.map((action, at) => (
        <PartRow
          error={faults.has(`actions.${at}`) ? t('rules.incomplete') : undefined}
          key={action.kind}
          onRemove={() => set(actions.toSpliced(at, 1))}
          removeLabel={t('rules.removeAction', { what: t(`rules.actions.${action.kind}`) })}
        >
          <Select
            label={t('rules.action')}
            labelHidden
            onChange={(event) => {
              const kind = ACTION_KINDS.find((one) => one === event.target.value);
              if (kind) set(actions.with(at, { ...FRESH[kind], kind }));
            }}
            options={ACTION_KINDS.filter((kind) => kind === action.kind || free.includes(kind)).map(
              (value) => ({
                value,
                label: t(`rules.actions.${value}`),
              }),
            )}
            value={action.kind}
          />
          <ActionValue
            action={action}
            emails={emails}
            named={named}
            onChange={(more) => set(actions.with(at, { ...action, ...more }))}
          />
        </PartRow>
      ))}
      {next !== undefined && (
        <Button
          icon={Plus}
          onClick={() => set([...actions, { ...FRESH[next], kind: next }])}
          size="sm"
          variant="quiet"
        >
          {t('rules.addAction')}
        </Button>
      )}
    </fieldset>
  );
}

interface ValueProps {
  action: ActionOut;
  named: Named;
  emails: readonly string[];
  onChange: (more: Partial<ActionOut>) => void;
}

function ActionValue({ action, named, emails, onChange }: ValueProps) {
  const { t } = useTranslation();
  switch (action.kind) {
    case 'tag':
      return (
        <PickMany
          addLabel={t('rules.addTag')}
          chosen={action.tags ?? []}
          max={MAX_TAGS_OF_FAX}
          none={t('rules.noTags')}
          onChange={(tags) => onChange({ tags })}
          options={named.tags.map(({ id, name, color }) => ({ value: id, label: name, color }))}
        />
      );
    case 'assign':
      return (
        <Select
          label={t('rules.person')}
          labelHidden
          onChange={(event) => onChange({ person: event.target.value })}
          options={[
            { value: '', label: t('rules.choosePerson'), disabled: true },
            ...named.people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={action.person ?? ''}
        />
      );
    case 'due':
      return (
        <TextField
          hint={t('rules.dueHint')}
          label={t('rules.dueDays')}
          labelHidden
          max={MAX_DUE_DAYS}
          min={0}
          numeric
          onChange={(event) => onChange({ days: Number(event.target.value) })}
          type="number"
          value={action.days ?? ''}
        />
      );
    case 'email':
      return (
        <PickMany
          addLabel={t('rules.addEmail')}
          chosen={action.emails ?? []}
          hint={t('rules.emailHint')}
          max={MAX_RULE_EMAILS}
          none={t('rules.noEmails')}
          onChange={(chosen) => onChange({ emails: chosen })}
          options={emails.map((email) => ({ value: email, label: email }))}
        />
      );
    case 'forward':
      return (
        <TextField
          hint={t('rules.forwardHint')}
          inputMode="tel"
          label={t('rules.number')}
          labelHidden
          numeric
          onChange={(event) => onChange({ number: event.target.value })}
          placeholder="212-555-0100"
          value={action.number ?? ''}
        />
      );
    default:
      return null;
  }
}
