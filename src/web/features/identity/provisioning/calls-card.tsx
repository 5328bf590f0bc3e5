import '#web/ui/data-table.css';
import '#web/shared/identity/provider-setup.css';
import { useTranslation } from 'react-i18next';
import { RefreshCw } from 'lucide-react';
import type { ProvisioningCall, ScimEvent } from '#contract/identity/provisioning.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Select } from '#web/ui/select.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Directory, Shown } from './use-provisioning.ts';

/** The text keys of the notes below events. */
const NOTES = {
  userAdded: 'provisioning.note.noInvitation',
  userLinked: 'provisioning.note.linked',
  userRenamed: 'provisioning.note.before',
  userTurnedOff: 'provisioning.note.ended',
  userRemoved: 'provisioning.note.ended',
  userFound: 'provisioning.note.found',
  userMissing: 'provisioning.note.missing',
  groupAdded: 'provisioning.note.members',
  groupRenamed: 'provisioning.note.before',
  groupMembers: 'provisioning.note.membersChanged',
  groupFound: 'provisioning.note.found',
  groupMissing: 'provisioning.note.missing',
} as const satisfies Partial<Record<ScimEvent, string>>;
const SHOWN: readonly Shown[] = ['all', 'changes', 'errors'];

/** The latest calls of the directory, as text. */
export function CallsCard({ directory }: { directory: Directory }) {
  const { t } = useTranslation();
  const { calls, callsFailed, shown, show, reload } = directory;
  return (
    <Card
      action={
        <span className="prov-acts">
          <Select
            label={t('provisioning.show')}
            look="quiet"
            onChange={(event) => show(event.target.value as Shown)}
            options={SHOWN.map((value) => ({ value, label: t(`provisioning.shown.${value}`) }))}
            value={shown}
          />
          <IconButton icon={RefreshCw} label={t('provisioning.reload')} onPress={reload} size="sm" />
        </span>
      }
      className="prov-calls"
      title={t('provisioning.calls')}
    >
      {callsFailed && <LoadFailed onRetry={reload} text={t('provisioning.loadFailed')} />}
      {!callsFailed && calls === undefined && <Spinner label={t('provisioning.loading')} />}
      {calls?.length === 0 && (
        <EmptyState
          text={t(shown === 'all' ? 'provisioning.none.text' : 'provisioning.none.filtered')}
          title={t('provisioning.none.title')}
        />
      )}
      {calls !== undefined && calls.length > 0 && <CallTable calls={calls} />}
      <p className="prov-foot meta">{t('provisioning.turningOff')}</p>
    </Card>
  );
}

function CallTable({ calls }: { calls: readonly ProvisioningCall[] }) {
  const { t } = useTranslation();
  return (
    <table aria-label={t('provisioning.calls')} className="t prov-table">
      <thead>
        <tr>
          <th scope="col">{t('provisioning.time')}</th>
          <th scope="col">{t('provisioning.what')}</th>
          <th scope="col">{t('provisioning.call')}</th>
          <th data-align="end" scope="col">
            {t('provisioning.answer')}
          </th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id}>
            <td className="num">
              <bdi dir="ltr">{formatDateTime(call.at)}</bdi>
            </td>
            <td>
              <What call={call} />
            </td>
            <td>
              <code className="prov-path" dir="ltr">
                {call.method} {readable(call.path)}
              </code>
            </td>
            <td data-align="end">
              <Pill tone={call.status < 400 ? 'ok' : 'warn'}>{call.status}</Pill>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function What({ call }: { call: ProvisioningCall }) {
  const { t } = useTranslation();
  const { event, params } = call;
  const reason = String(params['reason'] ?? '');
  const note =
    event === 'refused'
      ? t(`provisioning.refused.${reason}` as 'provisioning.refused.SCIM_TAKEN', { defaultValue: reason })
      : event in NOTES && t(NOTES[event as keyof typeof NOTES] as 'provisioning.note.before', params);
  return (
    <>
      <p className="strong">{t(`provisioning.event.${event}` as 'provisioning.event.userAdded', params)}</p>
      {Boolean(note) && <p className="meta">{note}</p>}
    </>
  );
}

/** Decodes an address for reading; an invalid one stays unchanged. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
