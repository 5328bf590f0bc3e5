import './ui-gallery.css';
import { GalleryData } from './gallery-data.tsx';
import { GalleryFields } from './gallery-fields.tsx';
import { GalleryNotices } from './gallery-notices.tsx';
import { ConfirmHost } from './confirm.tsx';
import { GrowlHost } from './growl.tsx';

/**
 * Every part in its states, for visual checks, screenshots and the accessibility checker. Its texts are examples for
 * developers and are not translated; it shows no data and calls no server.
 */
export function UiGallery() {
  return (
    <main className="gallery">
      <h1>{'UI gallery'}</h1>
      <div className="gallery-grid">
        <GalleryNotices />
        <GalleryFields />
        <GalleryData />
      </div>
      <ConfirmHost />
      <GrowlHost closeLabel="Close" />
    </main>
  );
}
