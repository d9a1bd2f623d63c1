import { isMainThread } from 'node:worker_threads';

// Preloaded into the process of the service and its threads: writes what Node and libraries write as
// plain text, when the process continues after a stop, and at the start of each thread.
if (isMainThread) process.on('SIGCONT', () => process.emitWarning('Too many listeners.'));
else console.error('A thread says something.');
