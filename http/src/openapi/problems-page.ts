import { httpWords, sentenceInWords } from '@postroad/core/catalog/words';
import { escapeHtml } from '@postroad/core/content/text/escape-html';
import { issueCodes } from '@postroad/core/flows/validate/codes';
import { problemCodes, problemKindOf, problemMeanings } from '@postroad/core/platform/problem';
import { transportKinds } from '../api/http-problem.ts';
import { type PlainPage, plainPage } from './plain-page.ts';

function entry(code: string, heading: string, paragraphs: readonly string[]): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
  return `<section id="${code}"><h3><code>${code}</code> ${escapeHtml(heading)}</h3>${text}</section>`;
}

function problems(): string {
  const own = problemCodes.map((code) => {
    const { status, title } = problemKindOf(code);
    return entry(code, `${status} ${title}`, [problemMeanings[code]]);
  });
  const ofTransport = Object.entries(transportKinds).map(([code, { status, title, meaning }]) =>
    entry(code, `${status} ${title}`, [meaning]),
  );
  return [...own, ...ofTransport].join('');
}

/** Codes of the issues in `validation`; with a prefix, since some codes are those of problems too. */
function issues(): string {
  return Object.entries(issueCodes)
    .map(([code, { severity, meaning, fix }]) =>
      entry(`issue-${code}`, severity, [meaning, sentenceInWords(fix, httpWords)]),
    )
    .join('');
}

/** The page that the `type` of every problem document leads to, from the tables of codes. */
export function problemsPage(): PlainPage {
  return plainPage('Problems', [
    '<h1>Problems</h1>',
    '<p>Every error is a problem document (RFC 9457). Its <code>type</code> leads to one of these entries. <a href="/docs">All operations</a></p>',
    `<h2>Codes of problems</h2>${problems()}`,
    '<h2>Codes of issues in flows and conditions</h2>',
    '<p>An error keeps a flow from being activated; a warning does not.</p>',
    issues(),
  ]);
}
