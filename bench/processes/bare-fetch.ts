import { serveTasks } from '../workers.ts';

/** Posts the same body with `fetch` over and over, as many at once as a webhook endpoint is sent. */
const { to, body, atOnce, ms } = JSON.parse(process.argv[2] ?? '{}') as {
  to: string;
  body: string;
  atOnce: number;
  ms: number;
};
const headers = { 'content-type': 'application/json' };

async function work(): Promise<{ sends: number; seconds: number }> {
  const start = performance.now();
  let sends = 0;
  const post = async () => {
    while (performance.now() - start < ms) {
      const answer = await fetch(to, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      sends += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, post));
  return { sends, seconds: (performance.now() - start) / 1000 };
}

serveTasks(work, async () => {});
