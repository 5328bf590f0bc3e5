import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { contactGroups } from '#contract/mailbox/contact-groups.ts';
import { addRule, deleteRule, editRule, orderRules, rules } from '#contract/mailbox/rules.ts';
import type { RuleFields } from '#contract/mailbox/rule-parts.ts';
import type { Rule, RulesReply } from '#contract/mailbox/rules.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import type { PageData } from '#web/kit/use-entries.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { useTeam } from '#web/shared/mailbox/team/team-queries.ts';
import type { Named } from './rule-words.ts';

const KEY = ['rules'];

/** A rule being edited; without an id it is new. */
export type RuleDraft = Omit<Rule, 'id' | 'month'> & { id?: string };

/** The rules of the account, and the actions on them. */
export interface Rules extends PageData {
  list: readonly Rule[];
  /** The addresses to which rules may send mails. */
  emails: readonly string[];
  /** The objects that rules can reference. */
  named: Named;
  /** Saves a rule. Throws the server's errors. */
  save: (id: string | undefined, fields: RuleFields) => Promise<void>;
  /** Turns a rule on or off. */
  turn: (rule: Rule, active: boolean) => void;
  /** Asks for confirmation first; returns true if the rule was deleted. */
  remove: (rule: RuleDraft) => Promise<boolean>;
  order: (ids: readonly string[]) => void;
}

/** Loads the rules, and the groups, tags and people that they can reference. */
export function useRules(): Rules {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: async () => await callApi(rules) });
  const refresh = async () => await client.invalidateQueries({ queryKey: KEY });
  const run = async (done: string, change: () => Promise<unknown>) => {
    const failed = await runChange({ waiting: t('rules.saving'), done, failed: t('rules.failed') }, change);
    await refresh();
    return failed === null;
  };
  const list = query.data?.rules ?? [];
  return {
    list,
    emails: query.data?.emails ?? [],
    named: useNamed(),
    loading: query.isPending,
    failed: query.isError && query.data === undefined,
    reload: () => void query.refetch(),
    save: async (id, fields) => {
      if (id === undefined) await callApi(addRule, { body: fields });
      else {
        // The list turns it on and off, perhaps while it is edited.
        const { active: _, ...edited } = fields;
        await callApi(editRule, { body: { ...edited, id } });
      }
      await refresh();
    },
    turn: ({ id, name }, active) => {
      const done = t(active ? 'rules.turnedOn' : 'rules.turnedOff', { name });
      void run(done, async () => await callApi(editRule, { body: { id, active } }));
    },
    remove: async ({ id, name }) => {
      if (id === undefined) return true;
      if (!(await asksToDelete(name, t))) return false;
      return await run(t('rules.deleted', { name }), async () => await callApi(deleteRule, { body: { id } }));
    },
    order: (ids) => {
      client.setQueryData<RulesReply>(
        KEY,
        (now) =>
          now && { ...now, rules: ids.flatMap((id) => now.rules.find((rule) => rule.id === id) ?? []) },
      );
      void run(t('rules.ordered'), async () => await callApi(orderRules, { body: { ids: [...ids] } }));
    },
  };
}

async function asksToDelete(name: string, t: TFunction): Promise<boolean> {
  return await confirm({
    title: t('rules.deleteTitle', { name }),
    body: t('rules.deleteText'),
    confirmLabel: t('rules.delete'),
    cancelLabel: t('app.cancel'),
    danger: true,
  });
}

function useNamed(): Named {
  const groups = useQuery({
    queryKey: ['contacts', 'groups'],
    queryFn: async () => await callApi(contactGroups),
  });
  const team = useTeam();
  return {
    groups: groups.data?.data ?? [],
    tags: team?.tags ?? [],
    people: (team?.people ?? []).filter(({ role }) => role !== 'reader'),
    team: team !== undefined,
  };
}
