import { parentPort, workerData } from 'node:worker_threads';
import { inlineCss } from './inline-css.ts';
import { RenderGuard } from './render-guard.ts';
import { JobRenderer, type RenderJob } from './render-job.ts';

/** A thread of `renderer.ts`: one job at a time, one answer each, ended from outside. */
const port = parentPort;
if (!port) throw new Error('render-worker.ts runs in a thread of the renderer.');
const guard = new RenderGuard(workerData as SharedArrayBuffer);

const renderer = new JobRenderer((html) => {
  guard.enter();
  try {
    return inlineCss(html);
  } finally {
    guard.leave();
  }
});

port.on('message', (job: RenderJob) => port.postMessage(renderer.render(job)));
guard.leave();
port.postMessage('ready');
