import { Refusal } from '@postroad/core/platform/refusal';
import { endTagging, listTaggings } from '@postroad/store/people/tagging';
import { engine, type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { getTagging, taggingView, tagPeople } from './tag-people.ts';
import type { TaggingDeps } from './work-taggings.ts';

export const taggingHandlers: Pick<
  Handlers<TaggingDeps>,
  'tag_people' | 'list_taggings' | 'get_tagging' | 'cancel_tagging'
> = {
  tag_people: engine(tagPeople),

  list_taggings: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listTaggings(tx, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { taggings: shown.map(taggingView), next_cursor };
  }),

  get_tagging: read(async ({ tagging_id }, { tx }) => ({
    tagging: taggingView(await getTagging(tx, tagging_id)),
  })),

  cancel_tagging: transaction(async ({ tagging_id }, { tx }) => {
    const { status } = await getTagging(tx, tagging_id);
    const row = await endTagging(tx, tagging_id, 'canceled');
    if (row === null) throw new Refusal('conflict', `The tagging has ended: it is ${status}.`);
    return { tagging: taggingView(row) };
  }),
};
