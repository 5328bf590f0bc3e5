import type { Config } from '#server/config/config.ts';
import type { Engines } from '#server/composition/engines.ts';
import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';
import { createBrands } from '#server/features/brands/brands/brands.service.ts';
import { prepareInstallation } from '#server/seed/demonstration.service.ts';

/** Makes the data that an installation needs (the default brand) and the data that F2E_DEMO requests. */
export async function provideFirstData(
  config: Config,
  engines: Pick<Engines, 'database' | 'files' | 'documents' | 'log'>,
): Promise<void> {
  const { database, files, documents, log } = engines;
  const { dataDir, node, timezone: zone } = config;
  await prepareInstallation(
    {
      database,
      files,
      documents,
      accounts: createAccounts({ database, node, zone }),
      brands: createBrands({ database }),
      dataDir,
      node,
      zone,
      readText: config.readText,
      log,
      // On a terminal the last lines of the start show the password (composition/welcome.ts).
      announce: (text) => void (process.stderr.isTTY || process.stderr.write(text)),
    },
    { demo: config.demo, password: config.demoPassword },
  );
}
