import type { Log } from '@postroad/service/platform/log';

/**
 * Makes lines of the log of what Node would write as plain text: warnings, and the error that ends the
 * process (SEC-27). Returns how to undo that.
 */
export function logProcess(log: Log): () => void {
  const printers = process.listeners('warning');
  const warned = (warning: Error) => log.warn('Node warns.', { error: warning });
  const uncaught = (error: unknown) => {
    log.error('An error was not caught, so this process ends.', { error });
    process.exit(1);
  };
  process.removeAllListeners('warning');
  process.on('warning', warned);
  process.on('uncaughtException', uncaught);
  return () => {
    process.off('uncaughtException', uncaught);
    process.off('warning', warned);
    for (const printer of printers) process.on('warning', printer);
  };
}
