import { useTranslation } from 'react-i18next';
import type { operatorAccount } from '#contract/customers/accounts.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { Card } from '#web/ui/card.tsx';
import { ConsoleLink, Email, Facts, Time } from './console-parts.tsx';
import { useMay } from './may.tsx';

type Opened = ReplyOf<typeof operatorAccount>;

/** The facts of an account, and links to related pages. */
export function AccountFacts({ of }: { of: Opened['account'] }) {
  const { t } = useTranslation();
  // Only operators with all rights may look into a mailbox.
  const mayAll = useMay()(undefined);
  return (
    <Card title={t('operator.account.about')}>
      <Facts
        of={[
          [t('operator.account.uid'), of.uid],
          [t('operator.email'), <Email key="email" of={of.email} />],
          [
            t('operator.brand.one'),
            <ConsoleLink key="brand" to={`brands/${of.hid}`}>
              {of.hid}
            </ConsoleLink>,
          ],
          [
            t('operator.account.parent'),
            of.parentId === null ? (
              '–'
            ) : (
              <ConsoleLink key="parent" to={`parents/${of.parentId}`}>
                {of.parentId}
              </ConsoleLink>
            ),
          ],
          [t('operator.account.product'), of.product ?? '–'],
          [t('operator.account.options'), of.options || '–'],
          [t('operator.account.hipaa'), t(of.hipaa ? 'operator.yes' : 'operator.no')],
          [t('operator.account.international'), t(of.international ? 'operator.yes' : 'operator.no')],
          [t('operator.account.stationId'), of.stationId || '–'],
          ...(of.closesAt === null
            ? []
            : [[t('operator.account.closesAt'), <Time key="closes" of={of.closesAt} />] as const]),
          [t('operator.account.password'), t(of.hasPassword ? 'operator.yes' : 'operator.no')],
          [
            t('operator.account.faxes'),
            of.number === null ? (
              '–'
            ) : (
              <ConsoleLink key="faxes" search={{ search: of.number }} to="queue">
                {t('operator.account.faxesSent')}
              </ConsoleLink>
            ),
          ],
          ...(of.state !== 'closed' && mayAll
            ? ([
                [
                  t('operator.mailbox.mailbox'),
                  <ConsoleLink key="mailbox" to={`mailboxes/${of.uid}`}>
                    {t('operator.mailbox.look')}
                  </ConsoleLink>,
                ],
              ] as const)
            : []),
          [t('operator.account.created'), <Time key="created" of={of.createdAt} />],
          [t('operator.account.lastLogin'), <Time key="login" of={of.lastLoginAt} />],
          [
            t('operator.place.audit'),
            <ConsoleLink key="audit" search={{ account: of.uid }} to="audit">
              {t('operator.account.acts')}
            </ConsoleLink>,
          ],
        ]}
      />
    </Card>
  );
}
