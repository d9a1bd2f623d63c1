import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  snippetCompletion,
} from '@codemirror/autocomplete';
import type { Kind } from './syntax.ts';
import {
  filterWords,
  type Meaning,
  type Names,
  tagShapes,
  tagWords,
  themeWords,
  variablesOf,
  type Word,
} from './vocabulary.ts';

/** How far back the beginning of a tag is looked for, in characters. */
const lookedBack = 400;

/** Descriptions up to this length are shown beside the name, longer ones in a note. */
const shortMost = 48;

export interface CompletionOptions {
  kind: Kind;
  names: () => Names;
  meaning: Meaning;
}

/** The Liquid before the cursor that is still open: its brace, and what is written of it. */
function openLiquid(context: CompletionContext): { brace: '{{' | '{%'; text: string } | null {
  const { state, pos } = context;
  const before = state.sliceDoc(Math.max(0, pos - lookedBack), pos);
  const at = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
  if (at < 0) return null;
  const text = before.slice(at + 2);
  if (text.includes('}}') || text.includes('%}')) return null;
  return { brace: before.startsWith('{{', at) ? '{{' : '{%', text };
}

/** Whether the tag is closed after the cursor, as an editor that closes brackets leaves it. */
function isClosed({ state, pos }: CompletionContext): boolean {
  return /^\s*-?[%}]\}/.test(state.sliceDoc(pos, pos + 8));
}

const validName = /^[\w.-]*$/;

/** Offers what can be written in a text with Liquid (CON2-01). */
export function completionsOf({ kind, names, meaning }: CompletionOptions): CompletionSource {
  const option = (word: Word, type: string): Completion => {
    const means = meaning(word);
    const plain = { label: word.name, type };
    if (means === null) return plain;
    return { ...plain, ...(means.length > shortMost ? { info: means } : { detail: means }) };
  };
  const values = () => [
    ...variablesOf(names()).map((word) => option(word, 'variable')),
    ...(kind === 'line' ? [] : themeWords.map((word) => option(word, 'constant'))),
  ];
  const tags = (closed: boolean): Completion[] =>
    tagWords
      .filter(({ name }) => kind !== 'line' || (name !== 'button' && name !== 'component'))
      .map((word) => {
        const shape = tagShapes[word.name];
        if (shape === undefined) return option(word, 'keyword');
        const whole = closed ? shape.slice(0, shape.indexOf(' %}')) : shape;
        return snippetCompletion(whole, option(word, 'keyword'));
      });
  const components = (closed: boolean): Completion[] =>
    names().components.map(({ key, name }) => ({
      label: key,
      type: 'class',
      detail: name,
      apply: closed ? key : `${key}"`,
    }));

  function inLiquid(context: CompletionContext, brace: string, text: string) {
    const from = (found: RegExpExecArray) => context.pos - (found[1] ?? '').length;
    const key = /^-?\s*component\s+["']([\w-]*)$/.exec(text);
    if (key && brace === '{%') {
      const { state, pos } = context;
      const closed = /["']/.test(state.sliceDoc(pos, pos + 1));
      return { from: from(key), options: components(closed) };
    }
    const string = (text.match(/"/g)?.length ?? 0) % 2 === 1;
    if (string) return null;
    const tag = /^-?\s*(\w*)$/.exec(text);
    if (tag && brace === '{%') return { from: from(tag), options: tags(isClosed(context)) };
    const filter = /\|\s*(\w*)$/.exec(text);
    if (filter) {
      return {
        from: from(filter),
        options: filterWords.map((word) => option(word, 'function')),
      };
    }
    const path = /(?:^|[^\w.-])([A-Za-z_][\w.-]*)?$/.exec(text);
    if (path === null || (!path[1] && !context.explicit && !/^-?\s*$/.test(text))) return null;
    return { from: from(path), options: values() };
  }

  return (context): CompletionResult | null => {
    const open = openLiquid(context);
    if (open !== null) {
      const found = inLiquid(context, open.brace, open.text);
      return found && { ...found, validFor: validName };
    }
    // Outside of braces only who asks is offered whole values.
    if (!context.explicit) return null;
    const word = context.matchBefore(/[\w.]+/);
    const options = values().map((value) => ({ ...value, apply: `{{ ${value.label} }}` }));
    return { from: word?.from ?? context.pos, options, validFor: validName };
  };
}
