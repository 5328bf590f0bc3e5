import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { operatorBrandRemove } from '#contract/brands/brands.admin.ts';
import type { ConsoleBrand } from '#contract/brands/brands.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { useAction } from './console-query.ts';

/** Removes a brand permanently; the server refuses if it still has accounts or administrators. */
export function RemoveBrand({ brand: { hid, name } }: { brand: ConsoleBrand }) {
  const { t } = useTranslation();
  const act = useAction();
  const navigate = useNavigate();
  const remove = () =>
    act(
      operatorBrandRemove,
      { hid },
      {
        done: t('operator.brand.whole.removed', { name }),
        leave: async () =>
          await navigate({ to: '/operator/$', params: { _splat: 'brands' }, ignoreBlocker: true }),
        question: {
          title: t('operator.brand.removeTitle', { name }),
          body: t('operator.brand.whole.removeText'),
          confirm: t('operator.brand.remove'),
        },
      },
    );
  return (
    <Button onClick={() => void remove()} size="sm" variant="danger-quiet">
      {t('operator.brand.whole.remove')}
    </Button>
  );
}
