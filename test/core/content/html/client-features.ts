import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanHtml } from '@postroad/core/content/text/html-scanner';
import { root } from '../../../support/repository.ts';

export const families = ['gmail', 'outlook', 'apple', 'yahoo'] as const;

/** Features that every family supports, and all that the list knows. */
export interface ClientSupport {
  known: ReadonlySet<string>;
  everywhere: ReadonlySet<string>;
}

export function readClientSupport(): ClientSupport {
  const file = join(root, 'test', 'core', 'content', 'html', 'client-support.tsv');
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^(?:css|html)-/.test(line))
    .map((line) => line.split('\t'));
  const everywhere = rows.filter((row) => row.slice(1, 5).every((support) => support === 'y'));
  const names = (of: string[][]) => new Set(of.map(([name = '']) => name));
  return { known: names(rows), everywhere: names(everywhere) };
}

/** Shorthands and groups under which the list has a property, an element or an attribute. */
const groups: [RegExp, string][] = [
  [/^css-(margin|padding)-(?:top|right|bottom|left)$/, 'css-$1'],
  [/^css-border(?:-(?:top|right|bottom|left))?(?:-(?:width|color|style))?$/, 'css-border'],
  [/^html-h[1-6]$/, 'html-h1-h6'],
  [/^html-(?:ul|ol|li)$/, 'html-lists'],
  [/^html-(?:table|tbody|thead|tr|td|th)$/, 'html-table'],
  [/^html-s$/, 'html-strike'],
  [/^html-em$/, 'html-strong'],
];

function grouped(feature: string): string {
  const group = groups.find(([pattern]) => pattern.test(feature));
  return group ? feature.replace(group[0], group[1]) : feature;
}

/** What one declaration needs: its property, some values, its units. */
function declarationFeatures(property: string, value: string): string[] {
  const features = [grouped(`css-${property}`)];
  if (property === 'display' && value.startsWith('none')) features[0] = 'css-display-none';
  if (/!\s*important/.test(value)) features.push('css-important');
  if (/\bsystem-ui\b/.test(value)) features.push('css-sytem-ui');
  for (const [, unit = ''] of value.matchAll(/\d(px|r?em|pt|%|v[wh]|ch)(?![\w%])/g)) {
    features.push(`css-unit-${unit === '%' ? 'percent' : unit}`);
  }
  for (const [name] of value.matchAll(/\b[a-z-]+(?=\()/g)) features.push(`css-function-${name}`);
  return features;
}

export function styleFeatures(block: string): string[] {
  return block.split(';').flatMap((declaration) => {
    const [property = '', ...value] = declaration.split(':');
    if (property.trim() === '') return [];
    return declarationFeatures(property.trim().toLowerCase(), value.join(':').trim());
  });
}

function selectorFeatures(list: string): string[] {
  const features = list.includes(',') ? ['css-selector-grouping'] : [];
  for (const selector of list.split(',').map((part) => part.trim())) {
    if (/\s/.test(selector.replace(/\s*[>+~]\s*/g, '>'))) features.push('css-selector-descendant');
    if (selector.includes('>')) features.push('css-selector-child');
    if (selector.includes('[')) features.push('css-selector-attribute');
    if (/\.[\w-]+\./.test(selector)) features.push('css-selector-chaining');
    if (selector.includes('.')) features.push('css-selector-class');
    if (selector.includes('#')) features.push('css-selector-id');
    if (selector.includes('*')) features.push('css-selector-universal');
    if (/(?:^|[\s>])[a-z]/.test(selector)) features.push('css-selector-type');
    for (const [, name] of selector.matchAll(/(?<!:):([a-z-]+)/g)) {
      features.push(`css-pseudo-class-${name}`);
    }
    for (const [, name] of selector.matchAll(/::([a-z-]+)/g)) {
      features.push(`css-pseudo-element-${name}`);
    }
  }
  return features;
}

/** What the rules of a `<style>` need; at-rules hold rules, and none of them another at-rule. */
export function sheetFeatures(css: string): string[] {
  const features: string[] = [];
  for (const [, rawPrelude = '', block] of css.matchAll(/([^{}]+)(?:\{([^{}]*)\}|\{)/g)) {
    const prelude = rawPrelude.trim();
    if (prelude.startsWith('@')) {
      const [name = ''] = prelude.slice(1).split(/[\s(]/);
      const about = /prefers-color-scheme|prefers-reduced-motion|orientation/.exec(prelude)?.[0];
      features.push(`css-at-${name}`, ...(about ? [`css-at-${name}-${about}`] : []));
    } else {
      features.push(...selectorFeatures(prelude), ...styleFeatures(block ?? ''));
    }
  }
  return features;
}

export interface MailFeatures {
  features: ReadonlySet<string>;
  /** Content of each `<style>` that every client sees. */
  sheets: string[];
}

/** Everything a mail needs of those who show it; what only Outlook reads is left out. */
export function mailFeatures(html: string): MailFeatures {
  const features = new Set<string>(['html-doctype']);
  const sheets: string[] = [];
  for (const part of scanHtml(html)) {
    if (part.kind === 'comment') features.add('html-comments');
    if (part.kind === 'text' && part.rawIn === 'style' && !part.conditional) {
      sheets.push(html.slice(part.start, part.end));
    }
    if (part.kind !== 'tag' || part.conditional || part.closing) continue;
    features.add(grouped(`html-${part.name}`));
    for (const { name, value } of part.attributes) {
      features.add(name === 'style' ? 'html-style-attribute' : `html-${name.toLowerCase()}`);
      if (name === 'style') for (const need of styleFeatures(value ?? '')) features.add(need);
      if (name === 'href' && value?.startsWith('#')) features.add('html-anchor-links');
    }
  }
  for (const sheet of sheets) for (const need of sheetFeatures(sheet)) features.add(need);
  return { features, sheets };
}
