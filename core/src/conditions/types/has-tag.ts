import { own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { hasMoreCharacters } from '../../platform/octets.ts';
import { tagKey } from '../compare.ts';
import type { HasTag } from '../condition.ts';
import { reportKey, unknownName } from '../leaf-keys.ts';
import type { ConditionType } from './condition-type.ts';

export const hasTag: ConditionType<HasTag> = {
  keys: ['tag'],

  check(leaf, path) {
    const tag = own(leaf, 'tag');
    if (typeof tag === 'string' && tag.trim() !== '' && !hasMoreCharacters(tag, limits.tagChars))
      return [];
    const message = `has_tag needs "tag": text of 1 to ${limits.tagChars} characters, not ${quoted(tag)}.`;
    return [reportKey(leaf, path, 'tag', message)];
  },

  references(leaf, path, references) {
    const tag = own(leaf, 'tag');
    if (typeof tag !== 'string' || references.tags.has(tagKey(tag))) return [];
    const message = `There is no tag ${quoted(tag)} yet.`;
    const known = references.tags;
    return [unknownName('condition_tag_unknown', `${path}.tag`, message, tagKey(tag), known)];
  },

  asks: () => [{ kind: 'person' }],

  evaluate(leaf, facts) {
    const result = facts.person.tags.has(tagKey(leaf.tag));
    return { actual: result, result };
  },

  summary: (leaf) => `has the tag ${quoted(own(leaf, 'tag'))}`,
};
