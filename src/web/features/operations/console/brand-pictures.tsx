import { useTranslation } from 'react-i18next';
import { operatorBrandAsset } from '#contract/brands/brands.admin.ts';
import type { ConsoleBrand } from '#contract/brands/brands.admin.ts';
import { appUrl } from '#web/kit/page-config.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { pickedFiles } from '#web/ui/picked-files.ts';
import { useAction } from './console-query.ts';

const KINDS = ['logo', 'banner', 'favicon'] as const;
/** The largest picture, in bytes; the body of the call has room for it in Base64. */
const MOST_BYTES = 1024 * 1024;

/** Logo, banner and icon: shows the current ones, and replaces them with a file. */
export function BrandPictures({ brand }: { brand: ConsoleBrand }) {
  const { t } = useTranslation();
  return (
    <Card title={t('operator.brand.pictures')}>
      <div className="oc-body oc-pictures">
        {KINDS.map((kind) => (
          <Picture address={brand[kind]} hid={brand.hid} key={kind} kind={kind} />
        ))}
      </div>
    </Card>
  );
}

function Picture(props: { hid: string; kind: (typeof KINDS)[number]; address: string }) {
  const { hid, kind, address } = props;
  const { t } = useTranslation();
  const act = useAction();
  const name = t(`operator.brand.picture.${kind}`);
  const put = async (file: File | undefined) => {
    if (file === undefined) return;
    const data = file.size > MOST_BYTES ? '' : await base64Of(file).catch(() => null);
    if (data === null) growl.error(t('operator.brand.unreadable', { file: file.name }));
    else await act(operatorBrandAsset, { hid, kind, data }, { done: t('operator.saved') });
  };
  const remove = () =>
    act(
      operatorBrandAsset,
      { hid, kind, data: null },
      {
        done: t('operator.saved'),
        question: {
          title: t('operator.brand.removeTitle', { name }),
          body: t('operator.brand.removeText'),
          confirm: t('operator.brand.remove'),
        },
      },
    );
  return (
    <div>
      <span className="strong">{name}</span>
      {address === '' ? (
        <span className="meta">{t('operator.none')}</span>
      ) : (
        <img alt={name} src={appUrl(address)} />
      )}
      <span className="grow" />
      <label className="btn" data-size="sm" data-variant="secondary">
        {t('operator.brand.choose')}
        <input
          accept="image/png,image/jpeg,image/svg+xml"
          aria-label={t('operator.brand.chooseNamed', { name })}
          className="sr"
          onChange={(event) => void put(pickedFiles(event)[0])}
          type="file"
        />
      </label>
      {address !== '' && (
        <Button onClick={() => void remove()} size="sm" variant="danger-quiet">
          {t('operator.brand.remove')}
        </Button>
      )}
    </div>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
