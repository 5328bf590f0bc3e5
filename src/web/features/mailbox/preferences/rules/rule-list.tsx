import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rule } from '#contract/mailbox/rules.ts';
import { ReorderGrip } from '#web/ui/reorder-grip.tsx';
import { useReorder } from '#web/ui/reorder.ts';
import { Switch } from '#web/ui/switch.tsx';
import { ruleWords } from './rule-words.ts';
import type { Rules } from './use-rules.ts';

interface RuleListProps {
  rules: Rules;
  /** The rule being edited. */
  open: string | undefined;
  onOpen: (rule: Rule) => void;
}

/** The rules in the order in which they apply to a fax; grips move them. */
export function RuleList({ rules, open, onOpen }: RuleListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const name = (id: string) => rules.list.find((rule) => rule.id === id)?.name ?? '';
  const reorder = useReorder({
    ids: rules.list.map(({ id }) => id),
    list,
    axis: 'y',
    onOrder: rules.order,
    say: (step, id, position) => t(`rules.moving.${step}`, { name: name(id), position }),
  });
  return (
    <div className="rules-list">
      <ol aria-label={t('rules.inOrder')} ref={list}>
        {reorder.order.map((id, at) => {
          const rule = rules.list.find((one) => one.id === id);
          if (rule === undefined) return null;
          return (
            <li
              className="rule"
              data-held={reorder.held === id || undefined}
              data-item={id}
              data-off={!rule.active || undefined}
              data-open={open === id || undefined}
              key={id}
            >
              <ReorderGrip
                hint={t('rules.moveHint')}
                id={id}
                label={t('rules.move', { name: rule.name })}
                reorder={reorder}
              />
              <RuleWords at={at + 1} onOpen={onOpen} open={open === id} rule={rule} rules={rules} />
              <Switch
                aria-label={t('rules.active', { name: rule.name })}
                checked={rule.active}
                onChange={(event) => rules.turn(rule, event.target.checked)}
              />
            </li>
          );
        })}
      </ol>
      <p className="meta rules-note">{t('rules.note')}</p>
      <output className="sr">{reorder.said}</output>
    </div>
  );
}

function RuleWords(props: {
  rule: Rule;
  at: number;
  rules: Rules;
  open: boolean;
  onOpen: (rule: Rule) => void;
}) {
  const { rule, at, rules, open, onOpen } = props;
  const { t, i18n } = useTranslation();
  return (
    <button aria-current={open || undefined} className="rule-open" onClick={() => onOpen(rule)} type="button">
      <span className="strong trunc">
        {at}. {rule.name}
      </span>
      <span className="meta">{ruleWords(rule, rules.named, t, i18n.language)}</span>
      <span className="meta num">{t('rules.month', { count: rule.month })}</span>
    </button>
  );
}
