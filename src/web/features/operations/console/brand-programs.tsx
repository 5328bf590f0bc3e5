import { useTranslation } from 'react-i18next';

import { operatorBrandSet } from '#contract/brands/brands.admin.ts';
import type { ConsoleBrand } from '#contract/brands/brands.admin.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useAction } from './console-query.ts';

/** Whether AI assistants may use the brand's accounts with API keys; saves at once. */
export function BrandPrograms({ brand: { hid, mcp } }: { brand: ConsoleBrand }) {
  const { t } = useTranslation();
  const act = useAction();
  const turn = () =>
    void act(operatorBrandSet, { hid, values: { mcp: mcp ? 'off' : 'on' } }, { done: t('operator.saved') });
  return (
    <Card title={t('operator.brand.programs')}>
      <div className="oc-body">
        <Switch checked={mcp} onChange={turn}>
          {t('operator.brand.mcp')}
        </Switch>
        <p className="meta">{t('operator.brand.mcpHint')}</p>
      </div>
    </Card>
  );
}
