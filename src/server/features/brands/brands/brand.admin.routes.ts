import {
  operatorBrandAdd,
  operatorBrandAsset,
  operatorBrandDomain,
  operatorBrandNotice,
  operatorBrandPasswords,
  operatorBrandRemove,
  operatorBrandSet,
  operatorBrands,
} from '#contract/brands/brands.admin.ts';
import { listedFeatures } from './password-rules.service.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed, refusal } from '#server/kit/operator-refusal.ts';

import { removeAsset, setAsset } from './brand-assets.ts';
import type { AssetDeps } from './brand-assets.ts';
import { changeDomain } from './brand-domains.ts';
import { noticesOf, setNotice } from './brand-notices.ts';
import type { NoticeInput } from './brand-notices.ts';
import type { BrandChange, Brands, StoredBrand } from './brands.service.ts';
import { removeBrand } from './remove-brand.ts';

/** Mounts the console's calls for brands. */
export function mountBrandAdmin(app: App, { brands, ...assets }: AssetDeps & { brands: Brands }): void {
  mount(app, operatorBrands, async () => {
    const all = await brands.listBrands();
    return { brands: all.map(shownBrand) };
  });

  mount(app, operatorBrandAdd, async ({ body }) => {
    const { brand } = allowed(await brands.addBrand(body));
    return { hid: String(brand.id) };
  });

  mount(app, operatorBrandDomain, async ({ body: { hid, verb, domain } }) => {
    allowed(await changeDomain(assets.database, verb, hid, domain));
    return done;
  });

  mount(app, operatorBrandNotice, async ({ body: { hid, notice, value } }) => {
    const fault = await setNotice(assets.database, hid, inputOf(notice, value));
    if (fault) throw refusal(fault);
    return done;
  });

  mount(app, operatorBrandSet, async ({ body: { hid, values } }) => {
    const named = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
    inFormWords(await brands.setBrand(hid, Object.fromEntries(named)));
    return done;
  });

  mount(app, operatorBrandPasswords, async ({ body: { hid, min, max, rules } }) => {
    const values = {
      password_min: String(min),
      password_max: String(max),
      password_features: rules === null ? '' : JSON.stringify(rules),
    };
    inFormWords(await brands.setBrand(hid, values));
    return done;
  });

  mount(app, operatorBrandRemove, async ({ body: { hid } }) => {
    const fault = await removeBrand(assets, hid);
    if (fault !== null) throw refusal(fault);
    return done;
  });

  mount(app, operatorBrandAsset, async ({ body: { hid, kind, data } }) => {
    allowed(
      data === null
        ? await removeAsset(assets, hid, kind)
        : await setAsset(assets, hid, kind, Buffer.from(data, 'base64')),
    );
    return done;
  });
}

/** The form's labels for fields, by the name that the command line uses. */
const LABELS: Readonly<Record<string, string>> = {
  'password_features pattern': 'Rule',
  password_min: 'Shortest',
  password_max: 'Longest',
  color: 'Colour',
  help_url: 'Address of the help',
  cancellation_email: 'Requests to cancel',
  send_domain: 'Domain of e-mail to fax',
  origin: 'Address of logins and links',
  name: 'Name',
  title: 'Title',
};
const FIELD_NAMES = new RegExp(`^(?:${Object.keys(LABELS).join('|')})\\b|\\bpassword_max\\b`, 'g');

/** Throws a refusal with the form's labels in place of the command line's field names. */
function inFormWords(change: BrandChange): void {
  if (change.kind === 'refused')
    throw refusal(change.reason.replaceAll(FIELD_NAMES, (name) => LABELS[name] ?? name));
}

function shownBrand(brand: StoredBrand) {
  return {
    ...brand,
    hid: String(brand.id),
    passwordRules: listedFeatures(brand.passwordFeatures),
    ...noticesOf(brand.notices),
  };
}

function inputOf(notice: NoticeInput['notice'], value: string): NoticeInput {
  if (value === '') return { notice, off: true };
  return notice === 'billingPortal' ? { notice, url: value } : { notice, deadline: value };
}
