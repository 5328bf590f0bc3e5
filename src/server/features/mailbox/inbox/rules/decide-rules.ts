import { MAX_TAGS_OF_FAX } from '#contract/mailbox/team.ts';
import type { RuleAction } from '#contract/mailbox/rule-parts.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';

import { ruleMatches } from './match-rule.ts';
import type { FaxFacts } from './match-rule.ts';
import type { RuleEffect, StoredRule } from './rules.store.ts';

/** The current state of what rules refer to. */
export interface Known {
  tags: ReadonlyMap<number, string>;
  /** People who may be assigned work. */
  people: ReadonlyMap<number, string>;
  /** Addresses that may receive mail. */
  emails: ReadonlySet<string>;
  /** Whether the fax has pages to forward. */
  hasPages: boolean;
  /** Whether a rule of another account forwarded it here. */
  byRule: boolean;
}

/** What the rules together do with a fax. If two set the same thing, the later one wins. */
export interface Decision {
  acted: { ruleId: number; name: string; did: RuleEffect[] }[];
  tags: Set<number>;
  assignee: number | undefined;
  /** YYYY-MM-DD. */
  due: string | undefined;
  /** The rule that last set person, due date or tags. */
  by: string;
  emails: Set<string>;
  /** The numbers to forward to, as digits. */
  numbers: Set<string>;
  read: boolean;
  archive: boolean;
}

/** Evaluates the rules from top to bottom, and returns what is to be done with a fax. */
export function decide(rules: readonly StoredRule[], fax: FaxFacts, known: Known): Decision {
  const decision: Decision = {
    acted: [],
    tags: new Set(),
    assignee: undefined,
    due: undefined,
    by: '',
    emails: new Set(),
    numbers: new Set(),
    read: false,
    archive: false,
  };
  for (const rule of rules) {
    if (!rule.active || !ruleMatches(rule, fax)) continue;
    const did = rule.actions.map((action) => ({
      kind: action.kind,
      ...take(action, { rule, fax, known, decision }),
    }));
    decision.acted.push({ ruleId: rule.id, name: rule.name, did });
    if (rule.stop) break;
  }
  return decision;
}

interface Taking {
  rule: StoredRule;
  fax: FaxFacts;
  known: Known;
  decision: Decision;
}

type Took = Pick<RuleEffect, 'what' | 'outcome'>;

const DONE: Took = { what: '', outcome: 'done' };

function take(action: RuleAction, { rule, fax, known, decision }: Taking): Took {
  switch (action.kind) {
    case 'tag': {
      const there = action.tags.filter((id) => known.tags.has(id)).slice(0, MAX_TAGS_OF_FAX);
      if (there.length === 0) return { what: '', outcome: 'gone' };
      for (const id of there) decision.tags.add(id);
      decision.by = rule.name;
      return { what: there.map((id) => known.tags.get(id) ?? '').join(', '), outcome: 'done' };
    }
    case 'assign': {
      const name = known.people.get(action.person);
      if (name === undefined) return { what: '', outcome: 'gone' };
      decision.assignee = action.person;
      decision.by = rule.name;
      return { what: name, outcome: 'done' };
    }
    case 'due':
      decision.due = dayAfter(fax.date, action.days);
      decision.by = rule.name;
      return { what: decision.due, outcome: 'done' };
    case 'email': {
      // Checked again, because an address may have lost its right since the rule was saved.
      const told = action.emails.filter((email) => known.emails.has(email));
      for (const email of told) decision.emails.add(email);
      if (told.length === 0) return { what: action.emails.join(', '), outcome: 'not-allowed' };
      return { what: told.join(', '), outcome: 'done' };
    }
    case 'forward':
      return {
        what: formatFaxNumber(action.number) ?? action.number,
        outcome: forward(action.number, fax, known, decision),
      };
    case 'read':
      decision.read = true;
      return DONE;
    default:
      // 'archive'
      decision.archive = true;
      return DONE;
  }
}

function forward(number: string, fax: FaxFacts, known: Known, { numbers }: Decision): Took['outcome'] {
  if (!known.hasPages) return 'no-pages';
  // Two accounts that forward to each other would never stop. A fax is not sent back to its caller either.
  if (known.byRule || fax.caller === number) return 'came-from-a-rule';
  if (numbers.has(number)) return 'above';
  numbers.add(number);
  return 'waiting';
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
