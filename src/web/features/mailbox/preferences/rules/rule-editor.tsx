import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowLeft, Trash2 } from 'lucide-react';
import { RULE_NAME_MAX, ruleForm } from '#contract/mailbox/rule-parts.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { refusalOr } from '#web/kit/run-change.ts';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { focusFirstField } from '#web/ui/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ActionRows } from './action-rows.tsx';
import { ConditionRows } from './condition-rows.tsx';
import { RuleTrial } from './rule-trial.tsx';
import type { Faults } from './rule-parts.tsx';
import type { RuleDraft, Rules } from './use-rules.ts';

interface RuleEditorProps {
  start: RuleDraft;
  rules: Rules;
  /** It was saved or deleted. */
  onDone: () => void;
  onClose: () => void;
}

/** One rule: name, conditions, actions, and on which of the last faxes it would act. */
export function RuleEditor({ start, rules, onDone, onClose }: RuleEditorProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { draft, change, faults, refused, busy, dirty, save } = useRuleDraft(start, rules, onDone);
  useUnsaved(dirty);
  return (
    <section aria-label={draft.name || t('rules.new')} className="rule-edit">
      {narrow && (
        <Button icon={ArrowLeft} onClick={onClose} size="sm" variant="quiet">
          {t('rules.back')}
        </Button>
      )}
      <form
        id="rule"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        ref={start.id === undefined ? focusFirstField : undefined}
      >
        <TextField
          counted={false}
          error={faults.has('name') ? t('rules.nameMissing') : undefined}
          label={t('rules.name')}
          maxLength={RULE_NAME_MAX}
          onChange={(event) => change({ name: event.target.value })}
          value={draft.name}
        />
        <ConditionRows change={change} draft={draft} faults={faults} named={rules.named} />
        <ActionRows change={change} draft={draft} emails={rules.emails} faults={faults} named={rules.named} />
        <Checkbox checked={draft.stop} onChange={(event) => change({ stop: event.target.checked })}>
          {t('rules.stop')}
        </Checkbox>
        {refused !== undefined && (
          <p className="rule-refused" role="alert">
            {refused}
          </p>
        )}
      </form>
      <RuleTrial conditions={draft.conditions} match={draft.match} />
      <div className="rule-foot">
        <Button busy={busy} form="rule" type="submit" variant="primary">
          {t('rules.save')}
        </Button>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        {draft.id !== undefined && (
          <Button
            className="rule-delete"
            icon={Trash2}
            onClick={() => void rules.remove(draft).then((gone) => gone && onDone())}
            variant="danger-quiet"
          >
            {t('rules.delete')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** What is edited, what is wrong with it, and saving it. Faults are shown from the first try to save on. */
function useRuleDraft(start: RuleDraft, rules: Rules, onSaved: () => void) {
  const { t } = useTranslation();
  const [before] = useState(start);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const change = (more: Partial<RuleDraft>) => {
    setDraft((now) => ({ ...now, ...more }));
    setRefused(undefined);
  };
  const parsed = ruleForm.safeParse(draft);
  const save = async () => {
    setTried(true);
    if (!parsed.success || busy) return;
    setBusy(true);
    try {
      await rules.save(draft.id, parsed.data);
      onSaved();
      growl.success(t('rules.saved', { name: parsed.data.name }));
    } catch (error) {
      const gone = error instanceof ApiError && error.status === 404;
      if (gone) setDraft(asNew);
      setRefused(gone ? t('rules.deletedMeanwhile') : refusalOr(t('rules.failed'), error));
      setBusy(false);
    }
  };
  return {
    draft,
    change,
    busy,
    refused,
    save,
    faults: tried && !parsed.success ? faultsOf(parsed.error.issues) : NO_FAULTS,
    dirty: JSON.stringify(draft) !== JSON.stringify(before),
  };
}

const NO_FAULTS: Faults = new Set();

function faultsOf(issues: readonly { path: readonly PropertyKey[] }[]): Faults {
  return new Set(issues.map(({ path }) => path.slice(0, 2).join('.')));
}

/** Returns the draft without its id, so that saving it adds a rule. */
function asNew(draft: RuleDraft): RuleDraft {
  const kept = { ...draft };
  delete kept.id;
  return kept;
}
