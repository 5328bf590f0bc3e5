import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  PASSWORD_RULES,
  PASSWORD_FEATURES,
  hasGoodLength,
  readFeature,
} from '#contract/kit/password-rules.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { passwordRules } from '#contract/identity/passwords.ts';
import { callApi } from '#web/kit/call-api.ts';
import { i18n } from '#web/kit/i18n.ts';
import { hostName } from '#web/kit/page-config.ts';

/** The rules of this host's brand with their texts, for checklists. */
export interface ShownRules {
  min: number;
  max: number;
  features: readonly { id: string; pattern: RegExp; text: string }[];
}

/** A requirement, and whether the typed password meets it. */
export interface Requirement {
  key: string;
  text: string;
  met: boolean;
}

/** Returns the password rules of this host: the product's own until, or unless, the server responds (RESET-13). */
export function usePasswordRules(): ShownRules {
  const { i18n: translator } = useTranslation();
  const { language } = translator;
  const [answer, setAnswer] = useState<{ language: string; rules: ShownRules } | null>(null);
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      const reply = await callApi(passwordRules, { query: { fax_domain: hostName() } }).catch(() => null);
      if (!gone && reply !== null) setAnswer({ language, rules: readRules(reply) });
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [language]);
  return answer?.rules ?? ownRules();
}

/**
 * Returns the requirements in order, starting with the length. The form enforces all requirements that the server lists
 * (spec decisions 1.3).
 */
export function requirementsOf(rules: ShownRules, password: string): Requirement[] {
  const { min, max, features } = rules;
  return [
    { key: 'length', text: i18n.t('reset.length', { min, max }), met: hasGoodLength(password, rules) },
    ...features.map(({ id, pattern, text }) => ({ key: id, text, met: pattern.test(password) })),
  ];
}

/** Returns whether the password meets all requirements. */
export function meetsAll(rules: ShownRules, password: string): boolean {
  return requirementsOf(rules, password).every(({ met }) => met);
}

function readRules(reply: ReplyOf<typeof passwordRules>): ShownRules {
  const features = reply.Features.flatMap(({ ID, Feature, Comment }) => {
    const pattern = readFeature(Feature);
    return pattern === null ? [] : [{ id: ID, pattern, text: capitalized(Comment) }];
  });
  return { min: reply.PasswordMin, max: reply.PasswordMax, features };
}

function ownRules(): ShownRules {
  const features = PASSWORD_FEATURES.map(({ id, pattern, name }) => ({
    id,
    pattern,
    text: capitalized(i18n.t(`reset.rules.${name}`)),
  }));
  return { min: PASSWORD_RULES.min, max: PASSWORD_RULES.max, features };
}

/** Capitalizes a text: the server's texts are parts of sentences, but here each starts a list item. */
function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase(i18n.language) + text.slice(1);
}
