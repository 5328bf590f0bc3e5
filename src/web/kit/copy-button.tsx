import { useTranslation } from 'react-i18next';
import { Copy } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { growl } from '#web/ui/growl-store.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

/** Copies a text that people would otherwise have to select by hand. */
export function CopyButton(props: { text: string; name?: string; icon?: LucideIcon; onCopied?: () => void }) {
  const { text, name = text, icon = Copy, onCopied } = props;
  const { t } = useTranslation();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      growl.success(t('byEmail.copied'));
      onCopied?.();
    } catch {
      // No permission, or a page without HTTPS: people can still select the text.
      growl.error(t('byEmail.copyFailed'));
    }
  };
  return (
    <IconButton icon={icon} label={t('byEmail.copy', { text: name })} onPress={() => void copy()} size="sm" />
  );
}
