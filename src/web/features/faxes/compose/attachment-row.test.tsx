// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { startI18n } from '#web/kit/i18n.ts';
import { render } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import { AttachmentRow } from './attachment-row.tsx';

vi.stubGlobal('fetch', async () => new Response(JSON.stringify(english)));
await startI18n();

test('a file says at once that it is converted, and page by page how far it is', async () => {
  const attachment = { id: '1', name: 'long.docx', size: 90_000, file: null, fault: null };
  const row = async (pages?: { done: number; of: number }) => {
    const conversion = { kind: 'converting' as const, key: 'k', pages };
    return await render(
      <AttachmentRow attachment={{ ...attachment, conversion }} actions={null} progress={null} />,
    );
  };
  const opening = await row();
  expect(opening.place.textContent).toContain('Converting to fax pages…');
  expect(opening.place.querySelector('progress')?.hasAttribute('value')).toBe(false);
  await opening.close();
  const drawing = await row({ done: 10, of: 40 });
  expect(drawing.place.textContent).toContain('Converting: page 10 of 40');
  expect(drawing.place.querySelector('progress')?.value).toBe(25);
  expect(drawing.place.querySelector('progress')?.getAttribute('aria-label')).toBe('Converting long.docx');
  await drawing.close();
});

test('[A-UPLOAD-07] the name of a file is text in its row', async () => {
  const name = '<img src=x onerror=alert(1)>.pdf';
  const attachment = { id: '1', name, size: 10, file: null, fault: null, conversion: null };
  const page = await render(<AttachmentRow actions={null} attachment={attachment} progress={40} />);
  expect(page.place.querySelector('.att-name')?.textContent).toBe(name);
  expect(page.place.querySelector('img')).toBeNull();
  await page.close();
});
