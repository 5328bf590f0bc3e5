// @vitest-environment jsdom
import { act, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { render } from '#web/ui/render-for-test.tsx';
import english from '../../../../locales/en.json';
import { formatDateTime } from '#web/kit/format-date.ts';
import { startI18n } from '#web/kit/i18n.ts';
import { applySettings } from './settings.ts';

vi.stubGlobal('fetch', async () => new Response(JSON.stringify(english)));
await startI18n();

/** A memoized row, like those of the inbox: renders again only when its props change. */
const Row = memo(function Row(props: { at: string; t: unknown }) {
  return <p>{formatDateTime(props.at)}</p>;
});

function List() {
  const { t } = useTranslation();
  return <Row at="2026-11-20T18:30:00Z" t={t} />;
}

const settings = (system_name: string) =>
  ({ language: 'en', timeZoneLabel: { system_name } }) as Parameters<typeof applySettings>[0];

test('another time zone is written at once into what is on the screen, also when it was chosen in another tab', async () => {
  await applySettings(settings('America/New_York'));
  const page = await render(<List />);
  expect(page.place.textContent).toBe('11/20/2026 13:30');
  await act(async () => await applySettings(settings('Asia/Tokyo')));
  expect(page.place.textContent).toBe('11/21/2026 03:30');
  await page.close();
});
