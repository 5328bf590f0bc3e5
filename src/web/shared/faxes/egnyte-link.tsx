import { useTranslation } from 'react-i18next';
import { ExternalLink } from 'lucide-react';
import { Banner } from '#web/ui/banner.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Where the browser let no window open: the way to Egnyte, which opens a page of its own. */
export function EgnyteLink(props: { address: string; children: string }) {
  const { t } = useTranslation();
  return (
    <Banner
      action={
        <a className="btn" data-size="sm" href={props.address} rel="noreferrer" target="_blank">
          <Icon as={ExternalLink} size="s" />
          {t('egnyte.continue')}
        </a>
      }
      tone="warn"
    >
      {props.children}
    </Banner>
  );
}
