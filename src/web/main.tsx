import './kit/strict-policy.ts';
import './styles/fonts.css';
import './styles/reset.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { leaveIfNotForThisHost, loadBrand } from './kit/brand.ts';
import { onSignedOut } from './kit/call-api.ts';
import { isPersonsTab } from './kit/session-store.ts';
import { startI18n } from './kit/i18n.ts';
import { registerWorker, reloadWhenOutdated } from './kit/installed-app.ts';
import { makeFirstCalls } from '#web/routes/first-calls.ts';
import { makeRouter } from '#web/routes/routes.tsx';
import { fetchPartsOnTouch } from './ui/later.tsx';

reloadWhenOutdated();
const router = makeRouter();
onSignedOut(() => void router.navigate({ to: isPersonsTab() ? '/login/email' : '/login', replace: true }));

void start();

/** No await stands at the top of this module: other scripts wait for the whole of it before they run. */
async function start(): Promise<void> {
  // Words, data and scripts of the first page come side by side; without words and scripts nothing can be drawn.
  const words = startI18n();
  makeFirstCalls(router.latestLocation);
  await Promise.all([words, router.load()]);
  // The brand follows; its colours came with the page. A host that cannot be asked about keeps the built-in look and
  // this client.
  void Promise.all([leaveIfNotForThisHost(), loadBrand()]).catch(() => undefined);

  const place = document.querySelector('#app');
  if (place === null) throw new Error('The page has no #app element to draw into.');
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  fetchPartsOnTouch();
  registerWorker();
}
