import { runCommandLine } from './command-line.ts';

// The reader of our output may end first (`f2e job list | head`): the remaining output is not needed, and the command
// still closes what it has opened.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2));
