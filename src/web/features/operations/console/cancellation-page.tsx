import { useTranslation } from 'react-i18next';
import { operatorCancellations } from '#contract/customers/accounts.admin.ts';
import type { ConsoleCancellation } from '#contract/customers/accounts.admin.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { CancellationActions, CancellationPill } from './cancellations-page.tsx';
import { ConsoleLink, Email, FaxNumber, Time } from './console-parts.tsx';
import { useConsole } from './console-query.ts';
import { ListedPage } from './listed-page.tsx';

/** A request to cancel, open or decided. */
export function CancellationPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const requests = useConsole(operatorCancellations, { open: '0' });
  const nameOf = ({ uid, number }: ConsoleCancellation) =>
    (number !== null && formatFaxNumber(number)) || t('operator.account.unnumbered', { uid });
  return (
    <ListedPage
      actions={CancellationActions}
      facts={(request) => [
        [
          t('operator.account.one'),
          <ConsoleLink key="account" to={`accounts/${request.uid}`}>
            {request.number === null ? nameOf(request) : <FaxNumber of={request.number} />}
          </ConsoleLink>,
        ],
        [t('operator.email'), <Email key="email" of={request.email} />],
        [
          t('operator.cancellation.phone'),
          <bdi dir="ltr" key="phone">
            {request.phone || '–'}
          </bdi>,
        ],
        [t('operator.cancellation.requested'), <Time key="at" of={request.createdAt} />],
      ]}
      list={{ to: 'cancellations', label: t('operator.place.cancellations') }}
      loaded={requests}
      name={(request) => t('operator.cancellation.title', { name: nameOf(request) })}
      pill={CancellationPill}
      row={requests.data?.rows.find((request) => request.id === id)}
    />
  );
}
