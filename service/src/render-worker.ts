import { parentPort } from 'node:worker_threads';
import { JobRenderer, type RenderJob } from './render-job.ts';

/** A thread of `renderer.ts`: one job at a time, one answer each, ended from outside. */
const port = parentPort;
if (!port) throw new Error('render-worker.ts runs in a thread of the renderer.');
const renderer = new JobRenderer();
port.on('message', (job: RenderJob) => port.postMessage(renderer.render(job)));
port.postMessage('ready');
