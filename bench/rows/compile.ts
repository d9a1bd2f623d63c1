import { inlineCss } from '@postroad/service/inline-css';
import { compileMail } from '../mail.ts';
import { alternate, callRate } from '../measure.ts';
import type { Line, Row } from '../row.ts';

async function run(): Promise<Line[]> {
  const page = compileMail().html;
  const rates = await alternate({
    ours: () => callRate(() => compileMail()),
    inline: () => callRate(() => inlineCss(page)),
  });
  return [
    {
      what: 'Compile one email: theme, markdown, layout, CSS, checks',
      unit: 'emails',
      rate: rates.ours,
      limit: { what: 'css-inline over the finished page', rate: rates.inline },
      goal: null,
      notes: [`${(1000 / rates.ours).toFixed(2)} ms each`],
    },
  ];
}

export const row: Row = {
  name: 'compile',
  about: 'What saving an email costs',
  run,
};
