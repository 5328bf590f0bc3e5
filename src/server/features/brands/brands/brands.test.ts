import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { createBrands } from './brands.service.ts';
import type { BrandChange, Brands, StoredBrand } from './brands.service.ts';

let database: TestDatabase;
let brands: Brands;

function accepted(change: BrandChange): StoredBrand {
  if (change.kind === 'refused') throw new Error(change.reason);
  return change.brand;
}

beforeAll(async () => {
  database = await createTestDatabase();
  brands = createBrands({ database });
});

beforeEach(async () => {
  await database.pool.query('truncate brand, audit restart identity cascade');
});

afterAll(async () => {
  await database.drop();
});

const list = (pattern: string) => JSON.stringify([{ pattern, comment: 'a number' }]);
const stored = async () =>
  (await database.pool.query('select password_features from brand')).rows as unknown[];

describe('brands', () => {
  it('are added with a domain of their own and what the operator says', async () => {
    const brand = accepted(
      await brands.addBrand({
        name: 'Acme Fax',
        domain: 'Fax.Acme.Example',
        title: 'Acme',
        lang: 'es',
        egnyte: true,
        sendDomain: 'send.acme.example',
        cancelEmail: 'bye@acme.example',
        helpUrl: 'https://acme.example/help',
      }),
    );
    expect(brand).toMatchObject({
      name: 'Acme Fax',
      title: 'Acme',
      lang: 'es',
      isEgnyte: true,
      isDefault: false,
      sendDomain: 'send.acme.example',
      cancellationEmail: 'bye@acme.example',
      helpUrl: 'https://acme.example/help',
      domains: ['fax.acme.example'],
    });
    expect(await brands.listBrands()).toEqual([brand]);
    const { rows } = await database.pool.query('select actor_kind, action, object from audit');
    expect(rows).toEqual([{ actor_kind: 'operator', action: 'brand.add', object: `brand/${brand.id}` }]);
  });

  it('never share a domain; a refused one leaves nothing behind', async () => {
    accepted(await brands.addBrand({ name: 'One', domain: 'fax.example.com' }));
    expect(await brands.addBrand({ name: 'Two', domain: 'FAX.example.com' })).toEqual({
      kind: 'refused',
      reason: 'The domain fax.example.com belongs to another brand.',
    });
    expect(await brands.listBrands()).toHaveLength(1);
  });

  it('are refused with a sentence when something is not valid', async () => {
    const good = { name: 'One', domain: 'fax.example.com' };
    const bad = [
      { domain: 'https://fax.example.com' },
      { domain: 'fax.example.com:8080' },
      { domain: '' },
      { domain: '-a.example' },
      { domain: `${'a'.repeat(64)}.example` },
      { name: ' ' },
      { lang: 'english' },
      { cancelEmail: 'nobody' },
      { helpUrl: 'javascript:alert(1)' },
      { sendDomain: 'a b' },
    ];
    for (const change of bad) {
      const outcome = await brands.addBrand({ ...good, ...change });
      expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/\.$/u) });
    }
    expect(await brands.listBrands()).toEqual([]);
  });

  it('are changed field by field', async () => {
    const { id } = accepted(await brands.addBrand({ name: 'One', domain: 'fax.example.com' }));
    const changed = accepted(
      await brands.setBrand(id, { origin: 'https://fax.example.com', title: 'New', password_min: '10' }),
    );
    expect(changed).toMatchObject({ origin: 'https://fax.example.com', title: 'New', passwordMin: 10 });
    expect(accepted(await brands.setBrand(id, { origin: '' })).origin).toBeNull();
    for (const bad of [
      { origin: 'https://fax.example.com/path' },
      { is_default: '1' },
      { use_new_ui: 'yes' },
      { color: 'red' },
    ]) {
      expect((await brands.setBrand(id, bad as unknown as Record<string, string>)).kind).toBe('refused');
    }
    expect(await brands.setBrand(77, { title: 'x' })).toEqual({
      kind: 'refused',
      reason: 'There is no brand 77.',
    });
  });

  it('[A-RULES-01] take password patterns that can stop nobody’s browser, and no others', async () => {
    const { id } = await brands.ensureDefaultBrand();
    expect((await brands.setBrand(id, { password_features: list('/[0-9]/') })).kind).toBe('ok');
    expect(await brands.setBrand(id, { password_features: list('/^(a+)+$/') })).toEqual({
      kind: 'refused',
      reason: 'password_features pattern 1 repeats a group.',
    });
    expect(await stored()).toEqual([
      { password_features: [{ pattern: '/[0-9]/', required: true, comment: 'a number' }] },
    ]);
    expect((await brands.setBrand(id, { password_features: '' })).kind).toBe('ok');
    expect(await stored()).toEqual([{ password_features: null }]);
  });

  it('have one default, made once also by processes that start together', async () => {
    const made = await Promise.all([
      brands.ensureDefaultBrand(),
      brands.ensureDefaultBrand(),
      brands.ensureDefaultBrand(),
    ]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made[0]).toMatchObject({ name: 'Fax-to-Email', isDefault: true, domains: [] });
    expect(await brands.listBrands()).toHaveLength(1);
  });
});
