import { resetServer, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { stubWindow } from '#web/kit/open-page-for-test.tsx';

import { loadConsoleWords } from './words.ts';

/** Signs in an operator at a fake server with these responses. */
export async function startConsole(answers: Parameters<typeof startFalseServer>[0]): Promise<void> {
  stubWindow();
  startFalseServer(answers);
  resetServer();
  document.cookie = 'operator-access-token=t';
  await startI18n();
  await loadConsoleWords();
}
