import errors from '../../../../../docs/api/guides/errors.md?raw';
import firstFax from '../../../../../docs/api/guides/first-fax.md?raw';
import idempotency from '../../../../../docs/api/guides/idempotency.md?raw';
import keys from '../../../../../docs/api/guides/keys.md?raw';
import lists from '../../../../../docs/api/guides/lists.md?raw';
import rateLimits from '../../../../../docs/api/guides/rate-limits.md?raw';
import testKeys from '../../../../../docs/api/guides/test-keys.md?raw';
import webhooks from '../../../../../docs/api/guides/webhooks.md?raw';

/** A short how-to; its first line is its title. */
export interface Guide {
  page: string;
  title: string;
  text: string;
}

const TEXTS = {
  'first-fax': firstFax,
  keys,
  'test-keys': testKeys,
  errors,
  idempotency,
  lists,
  'rate-limits': rateLimits,
  webhooks,
} as const;

/** All guides, in order. They are files in docs/api/guides, so that people can read them without the product, too. */
export const GUIDES: readonly Guide[] = Object.entries(TEXTS).map(([name, file]) => {
  const [first = '', ...rest] = file.trim().split('\n');
  return { page: `guides/${name}`, title: first.replace(/^# /u, ''), text: rest.join('\n').trim() };
});
