import './send-by-email.css';
import { useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '#contract/kit/call.ts';
import { sendByEmail } from '#contract/gateways/email-to-fax.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { callApi } from '#web/kit/call-api.ts';
import { CopyButton } from '#web/kit/copy-button.tsx';

/** A number that is never assigned (NANP 555-01xx), for an example of an address. */
const EXAMPLE = '2125550123';

type Help = ReplyOf<typeof sendByEmail>;

/** How to send faxes by email, and who may send. */
export const sendByEmailQuery = queryOptions({
  queryKey: ['send-by-email'],
  queryFn: async () => await callApi(sendByEmail),
});

/** How to send faxes by email: addresses, requirements and, unless `withSenders` is false, who may send. */
export function SendByEmail(props: { withSenders?: boolean }) {
  const { withSenders = true } = props;
  const { t } = useTranslation();
  const { data, isError } = useQuery(sendByEmailQuery);
  if (isError) return <Banner tone="warn">{t('byEmail.failed')}</Banner>;
  if (!data) return <Skeleton width="60%" />;
  if (!data.allowed) return <p className="meta">{t('byEmail.hipaa')}</p>;
  return <Steps help={data} withSenders={withSenders} />;
}

/** Opens the same instructions in a dialog, for pages on which people send in another way. */
export function SendByEmailButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} variant="link">
        {t('byEmail.open')}
      </Button>
      <Modal closeLabel={t('byEmail.close')} onClose={close} open={open} size="lg" title={t('byEmail.title')}>
        <SendByEmail />
      </Modal>
    </>
  );
}

function Steps(props: { help: Help; withSenders: boolean }) {
  const { help, withSenders } = props;
  const { t } = useTranslation();
  const example = `${EXAMPLE}@${help.domain}`;
  return (
    <div className="by-email">
      <p>{t('byEmail.lead')}</p>
      <dl>
        <dt>{t('byEmail.to')}</dt>
        <dd>{t('byEmail.pattern', { example })}</dd>
        <dt>{t('byEmail.own')}</dt>
        <dd className="rowx">
          <bdi className="num strong" dir="ltr">
            {help.address}
          </bdi>
          <CopyButton text={help.address} />
        </dd>
        {withSenders && (
          <>
            <dt>{t('byEmail.who')}</dt>
            <dd>
              {[...help.senders, ...help.domains.map((domain) => t('byEmail.domain', { domain }))].join(', ')}
            </dd>
          </>
        )}
      </dl>
      <p className="meta">{t('byEmail.proof')}</p>
    </div>
  );
}
