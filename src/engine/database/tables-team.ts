import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

import type { DefaultTime } from './tables-accounts.ts';

/** How people process a received fax. */
export interface FaxWorkTable {
  account_id: number;
  fax_id: number;
  status: Generated<'open' | 'doing' | 'done'>;
  assignee_id: number | null;
  /** YYYY-MM-DD. */
  due_on: string | null;
  version: Generated<number>;
  changed_by: Generated<string>;
  fax_at: Date;
  deleted: Generated<boolean>;
  /** Copies of the columns of fax, kept up to date by triggers (0880). */
  folder: GeneratedAlways<number>;
  party_id: GeneratedAlways<number>;
}

/** A tag of an account. */
export interface TagTable {
  account_id: number;
  id: GeneratedAlways<number>;
  name: string;
  color: string;
}

/** A tag on a fax. */
export interface FaxTagTable {
  account_id: number;
  tag_id: number;
  fax_id: number;
  deleted: Generated<boolean>;
  /** Copies of the columns of fax_work, kept up to date by triggers (0890). */
  fax_at: GeneratedAlways<Date>;
  folder: GeneratedAlways<number>;
}

/** A comment on a fax, for the people of the account. */
export interface FaxNoteTable {
  account_id: number;
  id: GeneratedAlways<number>;
  fax_id: number;
  person_id: number | null;
  author: string;
  text: string;
  created_at: DefaultTime;
  edited_at: Date | null;
}

/** A person whom a note mentions. */
export interface FaxMentionTable {
  account_id: number;
  note_id: number;
  person_id: number;
  seen_at: Date | null;
}

/** A person who has a fax open. */
export interface FaxReaderTable {
  account_id: number;
  fax_id: number;
  person_id: number;
  until: Date;
}

/** A rule of an account for arriving faxes. */
export interface ArrivalRuleTable {
  account_id: number;
  id: GeneratedAlways<number>;
  position: number;
  name: string;
  active: boolean;
  match: 'all' | 'any';
  conditions: JSONColumnType<object[]>;
  actions: JSONColumnType<object[]>;
  stop: boolean;
}

/** A received fax that the rules have not processed yet. */
export interface RuleArrivalTable {
  account_id: number;
  fax_id: number;
  by_rule: boolean;
}

/** A received fax that has not been announced yet, because it may be split (0830). */
export interface SplitArrivalTable {
  account_id: number;
  fax_id: number;
  by_rule: boolean;
}

/** The actions of a rule on a fax. */
export interface FaxRuleTable {
  account_id: number;
  fax_id: number;
  rule_id: number;
  name: string;
  at: DefaultTime;
  did: JSONColumnType<object[]>;
}
