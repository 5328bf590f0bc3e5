import './egnyte-guest.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getRouteApi } from '@tanstack/react-router';
import { Send, X } from 'lucide-react';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { fileIcon } from '#web/shared/faxes/file-icon.ts';
import { DestinationInput } from '#web/shared/faxes/destination-input.tsx';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { COVER_FIELDS, COVER_MAX, useTask } from './use-task.ts';
import type { TaskFiles } from './use-task.ts';

const route = getRouteApi('/guest/egnyte/send-fax');

type Task = ReturnType<typeof useTask>;

/** Faxes files that were chosen in Egnyte (EGG-10 to EGG-14). */
export function EgnyteSendPage() {
  const { t } = useTranslation();
  usePageTitle(t('egnyte.guest.sendTitle'));
  const { task_id: id = '' } = route.useSearch();
  const task = useTask(id);
  const [numbers, setNumbers] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const { files } = task;
  if (files === null)
    return (
      <div className="feed">
        <Spinner label={t('egnyte.loadingFolders')} size="l" />
      </div>
    );
  const nothing = files.files.length === 0 && !task.withCover;
  const send = () => {
    if (numbers.length === 0) setMissing(true);
    // Typed text that is not a number yet was meant as a recipient, too; its message appears below it.
    else if (typed.trim() === '') task.send(numbers);
  };
  return (
    <section className="egnyte-send">
      <div className="egnyte-head">
        <h1>{t('egnyte.guest.sendTitle')}</h1>
        <p className="meta">{t('egnyte.guest.signedIn', { user: files.username })}</p>
      </div>
      <div className="egnyte-sheet">
        <DestinationInput
          error={missing && numbers.length === 0 ? t('egnyte.guest.numbersNeeded') : undefined}
          focusFirst
          hint={t('egnyte.guest.toHint')}
          label={t('egnyte.guest.to')}
          numbers={numbers}
          onChange={setNumbers}
          typed={{ text: typed, onText: setTyped }}
        />
        <div className="g2">
          <TextField
            label={t('egnyte.guest.from')}
            numeric
            readOnly
            value={formatFaxNumber(files.faxnumber) ?? files.faxnumber}
          />
          <TextField label={t('egnyte.guest.user')} readOnly value={files.username} />
        </div>
        <Attachments files={files} onRemove={task.remove} />
        <CoverPage task={task} />
      </div>
      <Button
        busy={task.busy}
        busyLabel={t('egnyte.guest.sending')}
        disabled={nothing}
        icon={Send}
        onClick={send}
        size="lg"
        variant="primary"
      >
        {t('egnyte.guest.send')}
      </Button>
    </section>
  );
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function Attachments(props: { files: TaskFiles; onRemove: (id: string) => void }) {
  const { t } = useTranslation();
  const { files } = props.files;
  return (
    <section>
      <div className="between">
        <h2>{t('egnyte.guest.attachments')}</h2>
        <span className="meta num">{t('egnyte.guest.files', { count: files.length })}</span>
      </div>
      <ul className="egnyte-files">
        {files.map((file) => (
          <li key={file.id}>
            <span className="egnyte-icon">
              <Icon as={fileIcon(file.name)} />
            </span>
            <span className="egnyte-file">
              <bdi className="strong">{file.name}</bdi>
              <span className="meta num">
                <bdi dir="ltr">{folderOf(file.path)}</bdi> · {formatBytes(file.size)}
              </span>
            </span>
            <IconButton
              icon={X}
              label={t('egnyte.guest.removeFile', { name: file.name })}
              onPress={() => props.onRemove(file.id)}
              size="sm"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CoverPage(props: { task: Task }) {
  const { task } = props;
  const { t } = useTranslation();
  return (
    <section>
      <div className="egnyte-cover">
        <div>
          <h2 id="egnyte-cover">{t('egnyte.guest.cover')}</h2>
          <p className="meta">{t('egnyte.guest.coverText')}</p>
        </div>
        <fieldset aria-labelledby="egnyte-cover" className="egnyte-choice">
          <Button aria-pressed={task.withCover} onClick={() => task.setWithCover(true)} size="sm">
            {t('egnyte.guest.yes')}
          </Button>
          <Button aria-pressed={!task.withCover} onClick={() => task.setWithCover(false)} size="sm">
            {t('egnyte.guest.no')}
          </Button>
        </fieldset>
      </div>
      {task.withCover && (
        <div className="egnyte-fields">
          {COVER_FIELDS.map((name) => {
            const field = {
              label: t(`egnyte.guest.${name}`),
              maxLength: COVER_MAX[name],
              value: task.cover[name],
            };
            return name === 'comments' ? (
              <TextArea {...field} key={name} onChange={(event) => task.setCover(name, event.target.value)} />
            ) : (
              <TextField
                {...field}
                key={name}
                onChange={(event) => task.setCover(name, event.target.value)}
              />
            );
          })}
        </div>
      )}
    </section>
  );
}
