import './rules.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Plus, Split } from 'lucide-react';
import { MAX_RULES } from '#contract/mailbox/rule-parts.ts';
import type { Rule } from '#contract/mailbox/rules.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { useShown } from '#web/kit/use-shown.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LimitedButton } from '#web/ui/limited-button.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { RuleList } from './rule-list.tsx';
import { useRules } from './use-rules.ts';
import type { RuleDraft, Rules } from './use-rules.ts';

const EMPTY: RuleDraft = { name: '', active: true, match: 'all', conditions: [], actions: [], stop: false };

type NewName = 'new' | 'new-night' | 'new-hidden';

/** New rules by their name in the address: an empty one, and two common ones to start from. */
const NEW: Readonly<Record<NewName, RuleDraft>> = {
  new: EMPTY,
  'new-night': {
    ...EMPTY,
    conditions: [{ kind: 'not-hours', days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }],
    actions: [{ kind: 'email', emails: [] }],
  },
  'new-hidden': {
    ...EMPTY,
    conditions: [{ kind: 'hidden' }, { kind: 'pages-max', pages: 1 }],
    actions: [{ kind: 'archive' }],
  },
};

/** Preferences | Rules: the handling of incoming faxes. The list is beside the edited rule; phones show one of them. */
export function RulesPage() {
  const { t } = useTranslation();
  const rules = useRules();
  const narrow = useNarrow();
  const navigate = useNavigate();
  const router = useRouter();
  const shown = useShown();
  const { rule: name } = useSearch({ from: '/app/preferences/rules' });
  const open = (rule: string | undefined, more = {}) =>
    void navigate({ to: '/preferences/rules', search: rule === undefined ? {} : { rule }, ...more });
  // Closes a rule that was saved or deleted, unless another one was opened in the meantime.
  const closeRule = (done: string | undefined) => {
    // As it is written in the address, an id is a number.
    const now = String(router.latestLocation.search.rule);
    if (shown.current && now === done) open(undefined, { ignoreBlocker: true });
  };
  const any = rules.list.length > 0;
  const edited = useEdited(rules.list, name);
  const listed = any && !(narrow && edited);
  return (
    <PreferenceFrame
      action={listed && <NewRule onNew={() => open('new')} rules={rules} />}
      data={rules}
      lead={t('rules.lead')}
      title={t('rules.title')}
    >
      <div className="rules" data-open={edited !== undefined || undefined}>
        {!any && !edited && <NoRules onStart={open} />}
        {listed && <RuleList onOpen={({ id }) => open(id)} open={edited?.id} rules={rules} />}
        {edited && (
          <RuleEditor
            key={name}
            onClose={() => open(undefined)}
            onDone={() => closeRule(name)}
            rules={rules}
            start={edited}
          />
        )}
      </div>
    </PreferenceFrame>
  );
}

/**
 * The rule that the address names, as it was when it was opened, until it is closed; undefined when there is none. It
 * may be deleted elsewhere while somebody edits it.
 */
function useEdited(list: readonly Rule[], name: string | undefined): RuleDraft | undefined {
  const { t } = useTranslation();
  const [held, setHeld] = useState<Rule>();
  const rule = name === undefined ? undefined : held?.id === name ? held : list.find(({ id }) => id === name);
  if (rule !== held) setHeld(rule);
  if (name === 'new') return NEW.new;
  if (name === 'new-night' || name === 'new-hidden')
    return { ...NEW[name], name: t(`rules.examples.${name}`) };
  return rule;
}

function NewRule(props: { rules: Rules; onNew: () => void }) {
  const { t } = useTranslation();
  const full = props.rules.list.length >= MAX_RULES;
  return (
    <LimitedButton full={full} icon={Plus} onClick={props.onNew} why={t('rules.full', { max: MAX_RULES })}>
      {t('rules.new')}
    </LimitedButton>
  );
}

function NoRules(props: { onStart: (name: NewName) => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      action={
        <div className="rules-examples">
          <Button icon={Plus} onClick={() => props.onStart('new')} variant="primary">
            {t('rules.new')}
          </Button>
          {(['new-night', 'new-hidden'] as const).map((name) => (
            <Button key={name} onClick={() => props.onStart(name)}>
              {t(`rules.examples.${name}`)}
            </Button>
          ))}
        </div>
      }
      icon={Split}
      text={t('rules.emptyText')}
      title={t('rules.empty')}
    />
  );
}
