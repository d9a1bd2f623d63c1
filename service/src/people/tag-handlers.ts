import { countedTags } from '@postroad/store/people/tag';
import { type Handlers, read } from '../platform/handler.ts';
import { pageOf, shownOf } from '../platform/page.ts';

export const tagHandlers: Pick<Handlers, 'list_tags'> = {
  list_tags: read(async (input, { tx, now }) => {
    const page = pageOf(input, 1);
    const rows = await countedTags(tx, {
      q: input.q?.trim() ?? null,
      after: page.after?.[0] ?? 0,
      limit: page.read,
    });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return {
      tags: shown.map(({ name, people }) => ({ name, people, counted_at: now.toISOString() })),
      next_cursor,
    };
  }),
};
