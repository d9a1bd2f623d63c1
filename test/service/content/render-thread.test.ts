import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { compileBatch, type Library } from '@postroad/service/content/compile/compile-batch';
import type { Rendered, RenderJob } from '@postroad/service/content/render/render-job';
import { Renderer } from '@postroad/service/content/render/renderer';
import { afterAll, expect, it } from 'vitest';

// @slow: it waits for renderings that take too long.

/** One for the file, since each thread loads the compiler when it starts. */
let renderer = new Renderer();

afterAll(() => renderer.close());

const theme = resolveTheme({});

function job(body_markdown: string): RenderJob {
  return {
    email: { subject: 'S', pre_header: '', body_markdown },
    layout: defaultLayout,
    scope: { theme, themesByKey: new Map([['default', theme]]) },
    fill: null,
  };
}

/** Ten times the longest body a save takes: seconds of work. */
const endless = () => job('# a\n\nb *c* `d`\n\n'.repeat(200_000));

async function refusalOf(work: Promise<Rendered>): Promise<Refusal> {
  const said = await work.catch((error: unknown) => error);
  if (said instanceof Refusal) return said;
  throw new Error(`It was not refused: ${JSON.stringify(said)?.slice(0, 200)}`);
}

it('refuses what takes too long, keeps this thread free, and serves the next job', async () => {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  const refusal = await refusalOf(renderer.render(endless(), 'preview'));
  clearInterval(counting);
  expect(refusal.members.errors?.[0]?.code).toBe('template_too_slow');
  expect(turns).toBeGreaterThan(10);
  const { compiled } = await renderer.render(job('Next'), 'preview');
  expect(compiled?.html).toContain('Next');
});

it('refuses nothing for the time in which this process was suspended', async () => {
  await renderer.render(job('Warm'), 'preview');
  const work = renderer.render(job('Still'), 'preview');
  // As where the machine stops or starves it: the time of the job is over before the answer is read.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limits.renderThreadMs + 300);
  expect((await work).compiled?.html).toContain('Still');
});

it('lets a save go before previews that wait', async () => {
  const order: string[] = [];
  const work = Array.from({ length: 16 }, async (_, at) => {
    await renderer.render(job(`Preview ${at}`), 'preview');
    order.push('preview');
  });
  work.push(renderer.render(job('Save'), 'save').then(() => void order.push('save')));
  await Promise.all(work);
  // The last to be asked for; the machine may still pause the thread that has it.
  expect(order.indexOf('save')).toBeLessThan(12);
});

it('compiles an email that is looked at again once, and keeps two apart', async () => {
  const one = await renderer.render(job('One'), 'save');
  const two = await renderer.render(job('Two'), 'save');
  expect(await renderer.render(job('One'), 'save')).toEqual(one);
  expect(two.compiled?.html).toContain('Two');
});

const library: Library = {
  layouts: new Map([
    [
      1,
      {
        ...defaultLayout,
        key: 'layout',
        id: 1,
        theme: null,
        resolved_theme: 'default',
        is_default: true,
        revision: 1,
        created_at: new Date(0),
        updated_at: new Date(0),
      },
    ],
  ]),
  themes: {
    rows: [
      { id: 1, key: 'default', name: 'Default', is_default: true, revision: 1, variables: {} },
    ],
    byKey: new Map([['default', theme]]),
  },
  components: new Map(),
};

function batch(bodies: string[]) {
  return bodies.map((body_markdown, at) => {
    const kind = 'marketing' as const;
    return { id: at + 1, layout_id: 1, subject: 'S', pre_header: '', kind, body_markdown };
  });
}

it('of a batch only the email that has to be ended is broken', async () => {
  const emails = batch(['One', '# a\n\nb *c* `d`\n\n'.repeat(200_000), 'Three']);
  const impatient = new Renderer(1_000);
  const compiled = await compileBatch(impatient, emails, library, 'background').finally(() =>
    impatient.close(),
  );
  const faults = new Map(compiled.map(({ email, result }) => [email.id, result.fault?.message]));
  expect(faults.get(1)).toBeUndefined();
  expect(faults.get(2)).toMatch(/^It (takes too long|needs too much memory) to render/);
  expect(faults.get(3)).toBeUndefined();
  expect(faults.size).toBe(3);
}, 240_000);

it('leaves a thread to those who wait while others work in the background', async () => {
  const order: string[] = [];
  const long = Array.from({ length: 25 }, (_, at) => `${at} *b* `.repeat(400));
  const work = Array.from({ length: 6 }, async () => {
    await compileBatch(renderer, batch(long), library, 'background');
    order.push('background');
  });
  const preview = renderer.render(job('Preview'), 'preview').then(() => void order.push('preview'));
  await Promise.all([...work, preview]);
  expect(order.indexOf('preview')).toBeLessThan(2);
}, 240_000);

it('refuses what waits when it closes, and everything after', async () => {
  const closing = renderer;
  renderer = new Renderer();
  // A short one may be done before the thread has ended.
  const waiting = [1, 2, 3].map(() => refusalOf(closing.render(endless(), 'preview')));
  const [refusals] = await Promise.all([Promise.all(waiting), closing.close()]);
  expect(refusals.map(({ code }) => code)).toEqual(waiting.map(() => 'unavailable'));
  expect((await refusalOf(closing.render(job('Late'), 'save'))).code).toBe('unavailable');
});
