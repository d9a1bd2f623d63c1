import { hinted } from '@postroad/core/platform/issue';
import { nearest } from '@postroad/core/platform/nearest';
import { invalid } from '@postroad/core/platform/refusal';
import { findIdsByKey, listKeys } from '@postroad/store/platform/record-key';
import type { Tx } from '@postroad/store/platform/transaction';

interface LayoutChoice {
  template?: string | undefined;
  template_id?: number | null | undefined;
}

/** What was sent, with the id of the layout in the place of its key. Throws a 422. */
export async function withLayoutId<Input extends LayoutChoice>(
  tx: Tx,
  { template, ...input }: Input,
): Promise<Omit<Input, 'template'>> {
  if (template === undefined) return input;
  if (input.template_id !== undefined) {
    const message = 'template and template_id name the same layout; send one of them.';
    throw invalid([{ path: 'template', code: 'value_invalid', message }]);
  }
  const id = (await findIdsByKey(tx, 'layouts', [template])).get(template);
  if (id !== undefined) return { ...input, template_id: id };
  const near = nearest(template, await listKeys(tx, 'layouts'));
  const message = `There is no layout "${template}".`;
  throw invalid([hinted({ path: 'template', code: 'template_unknown', message }, near)]);
}
