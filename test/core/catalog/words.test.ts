import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { describeSchema } from '@postroad/core/catalog/describe/describe-schema';
import { topicNames } from '@postroad/core/catalog/describe/topic-names';
import {
  answerInWords,
  commandWords,
  consoleWords,
  httpWords,
  sentenceInWords,
  type Words,
} from '@postroad/core/catalog/words';
import { issueCodes } from '@postroad/core/flows/validate/codes';
import { offeredTools } from '@postroad/mcp/tools/exposure';
import { toolWords } from '@postroad/mcp/tools/tool-words';
import { describe, expect, it } from 'vitest';

const surfaces: [name: string, words: Words][] = [
  ['http', httpWords],
  ['cli', commandWords],
];
const anyName = new RegExp(`(?<![\\w/])(?:${operationNames.join('|')})(?![\\w])`);
const nothing = {
  ...{ event_types: [], fields: [], tags: [], themes: [], emails: [] },
  ...{ flows: [], products: [], segments: [], sequences: [] },
};
const sentences = [
  ...Object.values(issueCodes).map(({ fix }) => fix),
  ...operationNames.map((name) => operationNamed(name).summary),
];

describe('SAFE-57 the words of a surface', () => {
  it.each(surfaces)('%s names no operation as a tool, in any message', (_name, words) => {
    for (const text of sentences) expect(sentenceInWords(text, words)).not.toMatch(anyName);
    for (const topic of topicNames) {
      const { rules, see, errors } = describeSchema(topic, null, nothing);
      const said = answerInWords({ rules, see, errors }, words, 'describe_schema');
      expect(JSON.stringify(said)).not.toMatch(anyName);
    }
  });

  it('tools are named only where the connection offers them', () => {
    const readOnly = { readOnly: true };
    const offered = new Set(offeredTools(readOnly).map(({ name }) => name));
    for (const text of sentences) {
      const said = sentenceInWords(text, toolWords(readOnly));
      for (const word of said.match(/\b[a-z]+_[a-z_]+\b/g) ?? []) {
        const isTool = offeredTools({}).some(({ name }) => name === word);
        if (isTool) expect(offered).toContain(word);
      }
    }
  });

  it('keeps what is quoted, and says topics of the vocabulary', () => {
    const text = 'There is no tag "list_tags"; see describe_schema flow, or list_tags.';
    expect(sentenceInWords(text, httpWords)).toBe(
      'There is no tag "list_tags"; see GET /api/v1/schema?topic=flow, or GET /api/v1/tags.',
    );
    expect(sentenceInWords(text, commandWords)).toContain('postroad schema describe --topic flow');
  });

  it('leaves values of the account as they are', () => {
    const answer = { details: { message: 'list_tags' }, message: 'list_tags' };
    expect(answerInWords(answer, commandWords)).toEqual({
      ...{ details: { message: 'list_tags' }, message: 'postroad tags list' },
    });
  });
});

it('SAFE-57 names operations in the console without hyphens', () => {
  const hint = 'Record one first; list_event_types names them, and describe_schema tells more.';
  expect(sentenceInWords(hint, consoleWords)).toBe(
    'Record one first; "Event types: list" names them, and "Schema: describe" tells more.',
  );
});
