import { de } from '@postroad/console/words/de';
import { expect, it } from 'vitest';
import { projectTree } from '../support/repository.ts';
import { hole, sentencesIn } from '../support/service-sentences.ts';

/** Sources whose sentences the console does not show as they are, and why. */
const unsaid: Readonly<Record<string, string>> = {
  'core/src/catalog/': 'documents the API; what a call would do is said by its own words',
  'core/src/account/checks/': 'said by the codes of the checks',
  'core/src/flows/validate/codes.ts': 'said by the codes of the issues',
  'core/src/conditions/codes.ts': 'said by the codes of the issues',
  'core/src/platform/problem.ts': 'said by the codes of the problems',
  'core/src/account/settings.ts': 'says for programs what settings take, beside its faults',
  'core/src/account/unsubscribe-page.ts': 'words of a page that the account can change',
  'core/src/account/preferences.ts':
    'words of a page that the account can change, beside its faults',
  'core/src/content/compile/starter.ts': 'the first email of an account, which is data',
  'core/src/content/text/merge-context.ts': 'said by the names of the variables',
  'core/src/content/themes/vocabulary.ts': 'said by the names of the variables',
  'core/src/forms/copy/': 'pages for visitors, in languages of their own',
  'core/src/subscribers/': 'pages for subscribers, in languages of their own',
  'service/src/subscribers/': 'a fault of the service itself',
  'service/src/forms/': 'pages and mail for visitors',
  'service/src/app/example/': 'the example account, which is data',
  'service/src/app/config/': 'said to who starts the service, in a terminal',
  'service/src/app/backup/': 'said to who restores a backup, in a terminal',
  'service/src/app/confirming/': 'said to agents alone, which confirm calls',
  'service/src/account/oauth/exchange.ts': 'said to applications',
  'service/src/account/oauth/oauth-server.ts':
    'said to applications, beside the consent of a person',
  'service/src/account/oauth/oauth-clients.ts':
    'said to applications, beside the consent of a person',
  'service/src/messages/submit-mail.ts': 'said to mail programs',
  'service/src/sending/backlog.ts': 'said by the health of the service, to monitors',
};

/** Single sentences that the console does not show. */
const unsaidSentences: readonly string[] = [
  // To the application whose request a person refused, or whose token is asked for.
  'The person did not consent.',
  'code_verifier does not fit the code.',
];

/** English sentences that have a German form, cut at their values. */
const known = Object.keys(de)
  .filter((key) => /^said\.(?:text|yaml|money)\./.test(key))
  .map((key) => key.replace(/^said\.\w+\./, '').split(/\{\w+\}/));

/** Whether a text is a template with something in place of each value. */
function fits(text: string, pieces: readonly string[]): boolean {
  const [first = '', ...rest] = pieces;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const end = isLast ? text.length - piece.length : text.indexOf(piece, from + 1);
    if (end <= from || !text.startsWith(piece, end)) return false;
    from = end + piece.length;
  }
  return from === text.length;
}

/** Templates in which something else than a value says something. */
const telling = known.filter((pieces) => pieces.join('').replaceAll(/\W/g, '').length > 6);
const told = telling.map((pieces) => pieces.join('x'));

/**
 * A template of the sources has a German form for whatever fills it, or for something that does. The
 * end of a sentence, whose beginning is put before it at run time, is the end of a template.
 */
function isKnown(sentence: string): boolean {
  const parts = sentence.split(hole);
  const [start = ''] = parts;
  const isEnd = /^[a-z:,]/.test(start);
  return (
    telling.some((pieces) => fits(sentence, pieces) || (isEnd && fits(`x ${sentence}`, pieces))) ||
    told.some((text) => fits(text, parts) || fits(`${text}.`, parts)) ||
    (isEnd && told.some((text) => fits(text.slice(text.indexOf(start)), parts))) ||
    (isEnd && told.some((text) => fits(`${text.slice(text.indexOf(start))}.`, parts)))
  );
}

it('CON-21 has a German form for every sentence of the service', () => {
  const found = [...projectTree()]
    .filter(([path]) => /^(?:core|service)\/src\/.*\.ts$/.test(path))
    .filter(([path]) => !Object.keys(unsaid).some((start) => path.startsWith(start)))
    .flatMap(([path, text]) => sentencesIn(path, text))
    .filter(({ sentence }) => !unsaidSentences.includes(sentence));
  expect(found.length).toBeGreaterThan(800);
  const unknown = found.filter(({ sentence }) => !isKnown(sentence));
  expect(unknown.map(({ place, sentence }) => `${place}: ${sentence}`)).toEqual([]);
});

it('CON-21 names no source that says nothing', () => {
  const paths = [...projectTree().keys()];
  const gone = Object.keys(unsaid).filter((start) => !paths.some((path) => path.startsWith(start)));
  expect(gone).toEqual([]);
});
