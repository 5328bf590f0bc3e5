import './compose.css';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { X } from 'lucide-react';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { useHotkeys } from '#web/kit/hotkeys.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { SendByEmailButton } from '#web/shared/faxes/send-by-email.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { sendable } from './attachment-rules.ts';
import { Attachments } from './attachments.tsx';
import { FinePhotos, mayHavePhotos } from './fine-photos.tsx';
import { changePhotos } from './draft-files.ts';
import { totalPages } from './compose-pages.ts';
import { CoverPage } from './cover-page.tsx';
import { Destinations } from './destinations.tsx';
import { PreviewInModal, PreviewPane } from './preview-pane.tsx';
import { SendBar, SendFacts } from './send-bar.tsx';
import { SendSplit } from './send-split.tsx';
import { useAttachments } from './use-attachments.ts';
import type { Attachments as Files } from './use-attachments.ts';
import { useStore } from '#web/ui/store.ts';
import { DraftNotice, DraftState } from './draft-notice.tsx';
import { isLost, syncStore } from './draft-sync.ts';
import { useDraftPlace } from './use-draft-place.ts';
import { useCompose } from './use-compose.ts';
import { useFocusOnOpen } from './use-focus-on-open.ts';
import { useNamedRecipient } from './use-named-recipient.ts';
import type { Compose } from './use-compose.ts';
import { useIncoming } from './use-incoming.ts';
import { usePrefill } from './use-prefill.ts';
import { useStart } from './use-start.ts';
import { usePreview } from './use-preview.ts';
import { usePicker } from './use-picker.ts';
import type { PickerBlock } from './use-picker.ts';

/** The page on which people write and send a fax: recipients, files and cover page (COMP-01, COMP-44). */
export function ComposePage({ picker: PickerPane }: { picker?: PickerBlock }) {
  const { t } = useTranslation();
  const compose = useCompose();
  const files = useFiles(compose);
  usePrefill();
  const switching = useDraftPlace();
  const starting = useStart() || switching;
  const lost = isLost(useStore(syncStore));
  const narrow = useNarrow();
  const preview = usePreview(compose.draft, files.all, compose.setCover);
  const picker = usePicker(compose);
  const { draft, phase, problems } = compose;
  const locked = starting || lost || phase.kind !== 'editing';
  const to = useFocusOnOpen(switching);
  const recipient = useNamedRecipient(draft, locked);
  const sending = phase.kind === 'sending';
  useIncoming(files.add, { locked, waits: switching });
  const send = () => !starting && !lost && void compose.send();
  const discard = () => void compose.discard();
  usePageTitle(t('compose.title'));
  useHotkeys([
    { code: 'Enter', run: () => withTypedText(send) },
    { code: 'KeyE', run: () => !sending && discard() },
  ]);
  const good = sendable(files.all).length;
  const pages = totalPages(draft, files.all);
  const facts = { draft, recipient, files: good, pages, unsent: files.all.length - good };
  const sendButtons = <SendButtons compose={compose} lost={lost} onSend={send} short={narrow} />;
  return (
    <div className="compose">
      {narrow && <NarrowBar {...facts} onDiscard={discard} send={sendButtons} sending={sending} />}
      <div className="compose-body">
        <div className="compose-scroll">
          <div className="compose-form">
            {narrow ? <NarrowFrom /> : <Heading />}
            <DraftNotice />
            <Notice compose={compose} onRetry={send} />
            <fieldset className="compose-parts" disabled={locked}>
              <Destinations
                disabled={locked}
                error={picker.refused ?? problems.to}
                numbers={draft.numbers}
                onChange={compose.setNumbers}
                onRefused={compose.noteRefusedNumber}
                onTyping={compose.setTyping}
                picker={PickerPane === undefined ? undefined : picker}
                textRef={to}
                typing={draft.typing}
              />
              <Attachments error={problems.files} files={files} locked={locked} phase={phase}>
                {mayHavePhotos(files.all) && <FinePhotos onChange={changePhotos} photos={draft.photos} />}
              </Attachments>
              <CoverPage
                cover={draft.cover}
                onChange={compose.setCover}
                picture={preview.picture.url}
                problems={problems}
              />
            </fieldset>
            <PreviewInModal preview={preview} />
          </div>
        </div>
        {PickerPane !== undefined && picker.open ? (
          <PickerPane {...picker.use} />
        ) : (
          <PreviewPane preview={preview} />
        )}
      </div>
      {!narrow && <SendBar {...facts} onDiscard={discard} send={sendButtons} sending={sending} />}
    </div>
  );
}

function SendButtons(props: { compose: Compose; lost: boolean; short: boolean; onSend: () => void }) {
  const { draft, phase, send } = props.compose;
  return (
    <SendSplit
      locked={props.lost || phase.kind !== 'editing'}
      lost={props.lost}
      numbers={draft.numbers}
      onSchedule={(later) => void send(later)}
      onSend={props.onSend}
      sending={phase.kind === 'sending'}
      short={props.short}
    />
  );
}

/** Returns the files; their error messages disappear when they change. */
function useFiles({ clearProblems }: Compose): Files {
  const files = useAttachments();
  return {
    ...files,
    add: (chosen) => {
      files.add(chosen);
      clearProblems('files', 'fax');
    },
    change: (id, change) => {
      files.change(id, change);
      clearProblems('files', 'fax');
    },
  };
}

/** The contents of the send bar, at the top and bottom of a narrow screen. */
function NarrowBar({ onDiscard, send, sending, ...facts }: ComponentProps<typeof SendBar>) {
  const { t } = useTranslation();
  return (
    <MobileBar
      actions={send}
      bottom={<SendFacts {...facts} />}
      start={
        <IconButton
          disabled={sending}
          icon={X}
          label={t('compose.discard.confirm')}
          onPress={onDiscard}
          size="touch"
        />
      }
      title={t('compose.title')}
    />
  );
}

function NarrowFrom() {
  return (
    <div className="between">
      <From />
      <DraftState />
    </div>
  );
}

function Heading() {
  const { t } = useTranslation();
  return (
    <div className="between">
      <h1 className="compose-title" tabIndex={-1}>
        {t('compose.title')}
      </h1>
      <From />
    </div>
  );
}

/** The sending account: people who were led into another account see it before the fax is sent (A-XDOM-03). */
function From() {
  const { t } = useTranslation();
  const main = useMainData();
  if (main === undefined) return null;
  return (
    <span className="meta num rowx">
      {t('compose.from', { number: formatFaxNumber(main.faxNumber) ?? main.formattedFaxNumber })}
      <SendByEmailButton />
    </span>
  );
}

/** A notice about the fax as a whole: a refusal, or a missing response. */
function Notice(props: { compose: Compose; onRetry: () => void }) {
  const { phase, problems, editAnyway } = props.compose;
  const { t } = useTranslation();
  if (phase.kind === 'lost')
    return (
      <Banner
        action={
          <span className="rowx">
            <Button onClick={props.onRetry} variant="link">
              {t('app.tryAgain')}
            </Button>
            <Button onClick={() => void editAnyway()} variant="link">
              {t('compose.lost.edit')}
            </Button>
          </span>
        }
        tone="warn"
      >
        {t('compose.lost.text')}
      </Banner>
    );
  if (problems.fax === undefined) return null;
  return <Banner tone="bad">{problems.fax}</Banner>;
}

/** Turns a number that is still being typed into a chip, by leaving its field, before the fax is sent. */
function withTypedText(run: () => void): void {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement) active.blur();
  run();
  if (active instanceof HTMLInputElement && active.isConnected) active.focus();
}
