import { runCommandLine } from './command-line.ts';

// Whoever reads our output may go first (`f2e job list | head`): what is left to say is not missed, and the command
// still closes what it has opened.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2));
