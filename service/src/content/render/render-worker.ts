import { parentPort, workerData } from 'node:worker_threads';
import { inlineCss } from '../compile/inline-css.ts';
import { ownThread, processorTime } from './processor-time.ts';
import { RenderGuard } from './render-guard.ts';
import {
  type HeldJob,
  JobRenderer,
  type RenderJob,
  type ThreadJobName,
  type ThreadJobs,
  type ThreadReady,
} from './render-job.ts';

/** A thread of `renderer.ts`: one job at a time with one answer each; the owner terminates it. */
const port = parentPort;
if (!port) throw new Error('render-worker.ts runs in a thread of the renderer.');
const thread = ownThread();
const guard = new RenderGuard(workerData as SharedArrayBuffer);

const renderer = new JobRenderer(
  (html) => {
    guard.enter();
    try {
      return inlineCss(html);
    } finally {
      guard.leave();
    }
  },
  (part) => guard.startPart(part),
  () => processorTime.of(thread),
);

type Job<Name extends ThreadJobName> = Name extends 'render'
  ? RenderJob | HeldJob
  : ThreadJobs[Name]['job'];
type Message = { [Name in ThreadJobName]: { name: Name; job: Job<Name> } };

function answer(message: Message[ThreadJobName]): ThreadJobs[ThreadJobName]['answer'] {
  switch (message.name) {
    case 'render':
      return renderer.render(message.job);
    case 'batch':
      return renderer.batch(message.job);
    case 'components':
      return renderer.components(message.job);
    case 'mail':
      return renderer.mail(message.job);
    case 'submitted':
      return renderer.submitted(message.job);
  }
}

port.on('message', (message: Message[ThreadJobName]) =>
  port.postMessage({ answer: answer(message), held: renderer.held() }),
);
guard.leave();
const ready: ThreadReady = { thread };
port.postMessage(ready);
