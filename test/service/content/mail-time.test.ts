import { compileEmail } from '@postroad/core/content/compile/compile';
import { CompileSession } from '@postroad/core/content/compile/compile-session';
import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { limits } from '@postroad/core/platform/limits';
import { ownThread, processorTime } from '@postroad/service/content/render/processor-time';
import {
  JobRenderer,
  type MailJob,
  type RenderJob,
} from '@postroad/service/content/render/render-job';
import { Renderer } from '@postroad/service/content/render/renderer';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { samplePerson } from '../../support/sample-mail.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const theme = resolveTheme({});
const scope = { theme, themesByKey: new Map([['default', theme]]) };

function preview(body_markdown: string): RenderJob {
  const email = { subject: 'S', pre_header: '', body_markdown };
  return { email, layout: defaultLayout, scope, fill: samplePerson };
}

function mail(body_markdown: string): MailJob {
  const email = { subject: 'S', pre_header: '', body_markdown };
  const inlineCss = (html: string) => html;
  const { compiled } = compileEmail(email, defaultLayout, scope, inlineCss, new CompileSession());
  if (!compiled) throw new Error('It does not compile.');
  return { key: body_markdown, compiled, context: samplePerson, links: null };
}

const loop = '{% for i in (1..100) %}{{ i }}{% endfor %}';

describe('SEC-14 a mail has time on a processor', () => {
  /** Makes a mail while each look at the clock finds that seconds have passed. */
  function made(worked: () => number) {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 5_000;
      return now;
    });
    const renderer = new JobRenderer(
      (html) => html,
      () => undefined,
      worked,
    );
    return renderer.mail(mail(loop));
  }

  it('of which waiting for its turn takes none, and does not count as slow', () => {
    const { filled, ms } = made(() => 20);
    expect(filled?.text).toContain('98=\r\n99=\r\n100');
    expect(ms).toBe(0);
  });

  it('and fails once it has used that up', () => {
    let looked = 0;
    const { filled, ms } = made(() => 30 * looked++);
    expect(filled).toBeNull();
    expect(ms).toBeGreaterThanOrEqual(limits.liquidRenderMs);
    expect(ms).toBeLessThan(2 * limits.liquidRenderMs);
  });

  it('as a preview has', () => {
    let [now, looked] = [0, 0];
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 5_000;
      return now;
    });
    const previewed = (worked: () => number) => {
      const renderer = new JobRenderer(
        (html) => html,
        () => undefined,
        worked,
      );
      return renderer.render(preview(loop));
    };
    expect(previewed(() => 20).filled?.text).toContain('9899100');
    expect(previewed(() => 30 * looked++).errors[0]?.message).toContain('it takes too long');
  });

  it('which Linux counts for each thread', () => {
    const thread = ownThread();
    const start = processorTime.of(thread);
    const until = performance.now() + 60_000;
    // Work alone moves it.
    while (processorTime.of(thread) < start + 50 && performance.now() < until);
    expect(processorTime.of(thread)).toBeGreaterThanOrEqual(start + 50);
    expect(processorTime.of(null)).toBeGreaterThan(0);
    expect(processorTime.of('self/task/0')).toBe(Number.POSITIVE_INFINITY);
  });
});

const works = {
  'makes a mail': (renderer: Renderer) => renderer.run('mail', mail(loop), 'mail'),
  'renders a preview': (renderer: Renderer) => renderer.run('render', preview(loop), 'preview'),
};

describe.each(Object.entries(works))('SEC-14 a thread that %s', (_, work) => {
  /** What becomes of a job whose thread has not answered when so much time is over. */
  async function outcomeAfter(ms: number, worked: () => number) {
    const renderer = new Renderer();
    try {
      await work(renderer);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
      vi.spyOn(processorTime, 'of').mockImplementation(worked);
      const answer = work(renderer).catch((error: unknown) => error);
      // Before its answer can be read.
      vi.advanceTimersByTime(ms);
      return await answer;
    } finally {
      vi.useRealTimers();
      await renderer.close();
    }
  }

  it('is left alone while it waits for a processor', async () => {
    const answer = await outcomeAfter(limits.renderStarvedMs - 1, () => 0);
    expect(answer).toMatchObject({ filled: { subject: 'S' } });
  });

  it('is ended once the job has used its time up', async () => {
    let looked = 0;
    const answer = await outcomeAfter(10 * limits.renderThreadMs, () => 300 * looked++);
    expect(answer).toMatchObject({ code: 'template_too_slow' });
  });

  it('is ended without a fault of the job where it gets no processor at all', async () => {
    const answer = await outcomeAfter(2 * limits.renderStarvedMs, () => 0);
    expect(answer).toMatchObject({ code: 'unavailable' });
  });
});
