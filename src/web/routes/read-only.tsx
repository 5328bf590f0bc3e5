import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/shared/mailbox/role.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** A place for those who send faxes; who only reads them is told so. */
export function ForSenders(props: { children: ReactNode }) {
  const { t } = useTranslation();
  if (useMay('send')) return props.children;
  return <EmptyState text={t('people.readOnly.text')} title={t('people.readOnly.title')} />;
}
