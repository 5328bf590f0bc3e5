import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import {
  addRule,
  deleteRule,
  editRule,
  faxRules,
  orderRules,
  rules,
  tryRule,
} from '#contract/mailbox/rules.ts';
import type { ActionOut, ConditionOut, RuleAction, RuleCondition } from '#contract/mailbox/rule-parts.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { RulesService } from './rules.service.ts';

/** Mounts the calls about rules (spec http-api 12.44). `zone` is the server's time zone. */
export function mountRules(app: App, { service, zone }: { service: RulesService; zone: string }): void {
  mount(app, rules, async ({ caller }) => {
    const { rules: all, emails } = await service.list(caller);
    return {
      rules: all.map(({ id, name, active, match, conditions, actions, stop, month }) => ({
        id: String(id),
        name,
        active,
        match,
        conditions: conditions.map(conditionOf),
        actions: actions.map(actionOf),
        stop,
        month,
      })),
      emails,
    };
  });
  mount(app, addRule, async ({ caller, body }) => doneWith({ id: String(await service.add(caller, body)) }));
  mount(app, editRule, async ({ caller, body: { id, ...fields } }) => {
    await service.edit(caller, id, fields);
    return done;
  });
  mount(app, deleteRule, async ({ caller, body }) => {
    await service.delete(caller, body.id);
    return done;
  });
  mount(app, orderRules, async ({ caller, body }) => {
    await service.order(caller, body.ids);
    return done;
  });
  mount(app, tryRule, async ({ caller, body }) => {
    const faxes = await service.try(caller, body);
    return {
      faxes: faxes.map(({ id, matches, party, caller: number, at }) => ({
        fid: String(id),
        matches,
        party,
        number: formatFaxNumber(number) ?? '',
        at: formatWireTime(at, zone),
      })),
    };
  });
  mount(app, faxRules, async ({ caller, query }) => {
    const acted = await service.ofFax(caller, query.fid);
    return { rules: acted.map(({ name, at, did }) => ({ name, at: formatWireTime(at, zone), did })) };
  });
}

function conditionOf(condition: RuleCondition): ConditionOut {
  return 'groups' in condition ? { ...condition, groups: condition.groups.map(String) } : condition;
}

function actionOf(action: RuleAction): ActionOut {
  if (action.kind === 'tag') return { ...action, tags: action.tags.map(String) };
  if (action.kind === 'assign') return { ...action, person: String(action.person) };
  return action;
}
