import { operatorBrandAsset, operatorBrandSet, operatorBrands } from '#contract/operator-brands.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed } from '#server/kit/operator-refusal.ts';

import { removeAsset, setAsset } from './brand-assets.ts';
import type { AssetDeps } from './brand-assets.ts';
import type { Brands } from './brands.service.ts';

/** Mounts the console's brands. */
export function mountBrandDesk(app: App, { brands, ...assets }: AssetDeps & { brands: Brands }): void {
  mount(app, operatorBrands, async () => {
    const all = await brands.listBrands();
    return { brands: all.map((brand) => ({ ...brand, hid: String(brand.id) })) };
  });

  mount(app, operatorBrandSet, async ({ body: { hid, values } }) => {
    const named = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
    allowed(await brands.setBrand(hid, Object.fromEntries(named)));
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
