import { isMainThread } from 'node:worker_threads';

// Preloaded into the process of the service and its threads: SIGCONT moves its clocks on by a minute, as
// a stop of one does, and what recurs does so often. After it has recurred, and at the start of each
// thread, it writes what Node and libraries write as plain text.
const stopMs = 60_000;
const timesFaster = 20;
const turnsToSee = 5;

let turns = Number.NaN;
function turned() {
  turns += 1;
  if (turns === turnsToSee) process.emitWarning('Too many listeners.');
}

function recurFaster() {
  const every = globalThis.setInterval;
  globalThis.setInterval = (work, ms, ...values) =>
    every(() => {
      work(...values);
      turned();
    }, ms / timesFaster);
}

function moveClocks() {
  const [date, monotonic] = [Date.now, performance.now.bind(performance)];
  Date.now = () => date() + stopMs;
  performance.now = () => monotonic() + stopMs;
}

if (isMainThread) {
  recurFaster();
  process.on('SIGCONT', () => {
    moveClocks();
    turns = 0;
  });
} else console.error('A thread says something.');
