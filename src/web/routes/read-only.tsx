import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/shared/mailbox/role.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Content for people who may send faxes; others see a note that they can only read. */
export function ForSenders(props: { children: ReactNode }) {
  const { t } = useTranslation();
  if (useMay('send')) return props.children;
  return <EmptyState text={t('people.readOnly.text')} title={t('people.readOnly.title')} />;
}
