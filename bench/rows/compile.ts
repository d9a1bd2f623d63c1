import { inlineCss } from '@postroad/service/content/compile/inline-css';
import { compileMail } from '../mail.ts';
import { alternateMeasured, callMeasured } from '../measure.ts';
import { checkMjml, compileWithMjml } from '../mjml-mail.ts';
import type { BenchContext, Line, Row } from '../row.ts';

/** MJML needs a longer warm-up. */
const leastMs = 2_000;

async function run({ roundMs }: BenchContext): Promise<Line[]> {
  const spanMs = Math.max(leastMs, roundMs);
  const page = compileMail().html;
  await checkMjml(page);
  const measured = await alternateMeasured({
    ours: () => callMeasured(() => compileMail(), spanMs),
    mjml: () => callMeasured(() => compileWithMjml(), spanMs),
    inline: () => callMeasured(() => inlineCss(page), spanMs),
  });
  const what = 'Compile one email: theme, markdown, layout, CSS, checks';
  return [
    {
      what,
      unit: 'emails',
      ...measured.ours,
      limit: { what: 'mjml compiling the same mail', ...measured.mjml },
      goal: 3,
      notes: [`${(1000 / measured.ours.rate).toFixed(2)} ms each`],
    },
    {
      what,
      unit: 'emails',
      ...measured.ours,
      limit: { what: 'css-inline over the finished page', ...measured.inline },
      goal: null,
      notes: [],
    },
  ];
}

export const row: Row = {
  name: 'compile',
  about: 'What saving an email costs',
  run,
};
