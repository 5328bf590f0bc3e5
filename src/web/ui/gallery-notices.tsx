import { useState } from 'react';
import { Archive, Download, Inbox, RotateCw, Send, Trash2 } from 'lucide-react';
import { AttemptMeter } from './attempt-meter.tsx';
import { Avatar } from './avatar.tsx';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { confirm } from './confirm.tsx';
import { Count } from './count.tsx';
import { growl } from './growl-store.ts';
import { LimitedButton } from './limited-button.tsx';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';
import { Modal } from './modal.tsx';
import { Badge } from './badge.tsx';
import { Pill } from './pill.tsx';
import { Spinner } from './spinner.tsx';

/** Buttons, notices, questions, small marks. */
export function GalleryNotices() {
  return (
    <>
      <Buttons />
      <Card title="Growls">
        <div className="gallery-body gallery-row">
          <Button onClick={() => growl.wait('Deleting 3 faxes…')}>Wait</Button>
          <Button onClick={() => growl.success('3 faxes deleted')}>Success</Button>
          <Button
            onClick={() =>
              growl.error('The fax was not sent. You can’t send to international numbers.', 6000)
            }
          >
            Error
          </Button>
        </div>
      </Card>
      <Card title="Banners">
        <div className="gallery-body">
          <Banner closeLabel="Close" onClose={() => undefined} tone="info">
            You can now pay by card in the billing portal.
          </Banner>
          <Banner closeLabel="Close" onClose={() => undefined} tone="warn">
            Service transfer: move your number before 28 Feb 2023.
          </Banner>
          <Banner closeLabel="Close" onClose={() => undefined} tone="ok">
            Password was changed.
          </Banner>
          <Banner closeLabel="Close" onClose={() => undefined} tone="bad">
            Service unavailable. Please try again.
          </Banner>
        </div>
      </Card>
      <Questions />
      <Card title="Status">
        <div className="gallery-body">
          <div className="gallery-row">
            <Pill tone="info">Sending</Pill>
            <Pill>Queued</Pill>
            <Pill tone="ok">Active</Pill>
            <Pill tone="warn">Pending</Pill>
            <Pill tone="bad">Not sent</Pill>
            <Pill tone="plain">Draft</Pill>
            <Badge>Live</Badge>
            <Badge dashed>Test</Badge>
          </div>
          <div className="gallery-row">
            <AttemptMeter label="0 of 5 attempts" max={5} tried={0} />
            <AttemptMeter active label="2 of 5 attempts" max={5} tried={2} />
            <AttemptMeter label="4 of 5 attempts" max={5} tried={4} />
            <AttemptMeter failed label="5 of 5 attempts" max={5} tried={5} />
          </div>
          <div className="gallery-row">
            <Avatar name="Robert Delacourt" />
            <Avatar name="Åsa" size="sm" />
            <Avatar name="212-555-0147" size="lg" />
            <Count fresh label="4 unread" value={4} />
            <Count value={3} />
            <Spinner label="Loading" />
          </div>
        </div>
      </Card>
    </>
  );
}

function Buttons() {
  return (
    <Card title="Buttons">
      <div className="gallery-body">
        <div className="gallery-row">
          <Button variant="primary">Primary</Button>
          <Button>Secondary</Button>
          <Button variant="quiet">Quiet</Button>
          <Button icon={Trash2} variant="danger">
            Delete
          </Button>
          <Button busy busyLabel="Sending…" icon={Send} variant="primary">
            Send fax
          </Button>
          <Button disabled>Disabled</Button>
          <LimitedButton full onClick={() => undefined} why="There are 10 already.">
            Add
          </LimitedButton>
          <Button icon={RotateCw} size="sm">
            Resend
          </Button>
          <Button variant="danger-quiet">Remove all</Button>
          <Button variant="link">Cancel selection</Button>
        </div>
        <div className="gallery-row">
          <IconButton icon={Archive} keys={['Alt', 'Shift', 'E']} label="Archive" />
          <IconButton icon={Inbox} label="Inbox" variant="secondary" />
          <IconButton disabled icon={Download} label="Download" />
          <Menu
            entries={[
              { id: 'pdf', label: 'Download as PDF', icon: Download, onAction: () => undefined },
              { id: 'read', label: 'Mark as read', onAction: () => undefined, divided: true },
              { id: 'delete', label: 'Delete', icon: Trash2, danger: true, onAction: () => undefined },
            ]}
            label="More"
            look="quiet"
            trigger="More"
          />
        </div>
      </div>
    </Card>
  );
}

function Questions() {
  const [open, setOpen] = useState(false);
  const [answer, setAnswer] = useState('');
  const question = {
    title: 'Delete 3 faxes?',
    body: 'They stay recoverable for 30 days.',
    confirmLabel: 'Delete',
    cancelLabel: 'Cancel',
  };
  return (
    <Card title="Dialogs">
      <div className="gallery-body gallery-row">
        <Button
          onClick={() =>
            void confirm({ ...question, danger: true }).then((yes) => setAnswer(yes ? 'deleted' : 'kept'))
          }
        >
          Ask
        </Button>
        <Button onClick={() => setOpen(true)}>Open dialog</Button>
        <output>{answer}</output>
      </div>
      <Modal
        closeLabel="Close"
        footer={<Button onClick={() => setOpen(false)}>Done</Button>}
        onClose={() => setOpen(false)}
        open={open}
        size="lg"
        title="Choose a folder"
      >
        Anything may stand here.
      </Modal>
    </Card>
  );
}
