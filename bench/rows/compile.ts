import { inlineCss } from '@postroad/service/content/compile/inline-css';
import { compileMail } from '../mail.ts';
import { alternate, callRate } from '../measure.ts';
import { checkMjml, compileWithMjml } from '../mjml-mail.ts';
import type { Line, Row } from '../row.ts';

/** MJML needs a longer warm-up. */
const spanMs = 2_000;

async function run(): Promise<Line[]> {
  const page = compileMail().html;
  await checkMjml(page);
  const rates = await alternate({
    ours: () => callRate(() => compileMail(), spanMs),
    mjml: () => callRate(() => compileWithMjml(), spanMs),
    inline: () => callRate(() => inlineCss(page), spanMs),
  });
  const what = 'Compile one email: theme, markdown, layout, CSS, checks';
  return [
    {
      what,
      unit: 'emails',
      rate: rates.ours,
      limit: { what: 'mjml compiling the same mail', rate: rates.mjml },
      goal: 3,
      notes: [`${(1000 / rates.ours).toFixed(2)} ms each`],
    },
    {
      what,
      unit: 'emails',
      rate: rates.ours,
      limit: { what: 'css-inline over the finished page', rate: rates.inline },
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
