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

/** This module has no top-level await: other scripts wait for the whole module before they run. */
async function start(): Promise<void> {
  // Texts, data and scripts of the first page load in parallel; nothing can be drawn without texts and scripts.
  const words = startI18n();
  makeFirstCalls(router.latestLocation);
  await Promise.all([words, router.load()]);
  // The brand follows; its colors came with the page. If this fails, the built-in look and this client stay.
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
