import type { TestProject } from 'vitest/node';

import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the database server for the tests of this run. */
    testServer: TestServer;
  }
}

/** Starts, once per run, a database server with a migrated template, from which each test clones its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer();
  project.provide('testServer', server);
  return stop;
}
