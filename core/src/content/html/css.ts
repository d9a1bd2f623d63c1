/**
 * What has to stay in a `<style>`. Gmail drops a whole `<style>` over a selector that it cannot
 * read, so what is written for one client stands in a `<style>` of its own.
 */
export interface KeptCss {
  kept: string;
  hacks: string;
}

/** What an inliner can put on elements, and what has to stay. */
export interface SplitCss extends KeptCss {
  inline: string;
}

interface Rule {
  /** Selectors, or an at-rule's name with its conditions. */
  prelude: string;
  /** Without the braces; null for an at-rule that ends with a semicolon. */
  block: string | null;
}

const tokenPattern =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|[{};]/g;

/** Cuts a stylesheet at its top level; comments between rules go. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  let depth = 0;
  let prelude = '';
  let from = 0;
  for (const match of css.matchAll(tokenPattern)) {
    const token = match[0];
    const { index } = match;
    if (token.startsWith('/*')) {
      if (depth === 0) {
        prelude += css.slice(from, index);
        from = index + token.length;
      }
    } else if (token === '{') {
      if (depth === 0) {
        prelude += css.slice(from, index);
        from = index + 1;
      }
      depth += 1;
    } else if (token === '}') {
      if (depth === 1) {
        rules.push({ prelude: prelude.trim(), block: css.slice(from, index) });
        prelude = '';
        from = index + 1;
      }
      depth = Math.max(0, depth - 1);
    } else if (token === ';' && depth === 0) {
      const text = (prelude + css.slice(from, index)).trim();
      if (text.startsWith('@')) rules.push({ prelude: text, block: null });
      prelude = '';
      from = index + 1;
    }
  }
  return rules;
}

/** `!important` where it is missing: what stays in a `<style>` must win over inlined styles. */
function important(block: string): string {
  const declarations = block.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  let result = '';
  let from = 0;
  let depth = 0;
  const finish = (end: number) => {
    const declaration = declarations.slice(from, end).trim();
    from = end + 1;
    if (declaration === '') return;
    const marked = /!\s*important$/i.test(declaration) || !declaration.includes(':');
    result += `${declaration}${marked ? '' : ' !important'};`;
  };
  for (const match of declarations.matchAll(/"[^"]*(?:"|$)|'[^']*(?:'|$)|[();]/g)) {
    if (match[0] === '(') depth += 1;
    else if (match[0] === ')') depth = Math.max(0, depth - 1);
    else if (match[0] === ';' && depth === 0) finish(match.index);
  }
  finish(declarations.length);
  return result;
}

const nestingAtRule = /^@(?:media|supports|container|layer)\b/i;
const state = /:(?:hover|active|focus|visited|target|checked|:?before|:?after)|::/i;
/** Selectors that only a mail client's own wrapping makes match. */
const clientHack =
  /\[data-og|\.ExternalClass|#outlook|#MessageView|\.moz-text|\[x-apple|(?:^|,)\s*u\s*[+~]/i;

function staysInStyle(selectors: string): boolean {
  return state.test(selectors) || clientHack.test(selectors);
}

/** The selectors of a list that an inliner can match; commas in brackets separate none. */
function inlineSelectors(list: string): string {
  if (!staysInStyle(list)) return list;
  if (/[([]/.test(list)) return '';
  return list
    .split(',')
    .filter((selector) => !staysInStyle(selector))
    .join(',')
    .trim();
}

function keptRule({ prelude, block }: Rule): string {
  if (block === null) return `${prelude};`;
  if (nestingAtRule.test(prelude)) {
    return `${prelude}{${rulesOf(block).map(keptRule).join('')}}`;
  }
  if (prelude.startsWith('@')) return `${prelude}{${block.trim()}}`;
  return `${prelude}{${important(block)}}`;
}

/** Separates what can be inlined from at-rules, states and client hacks, which stay. */
export function splitCss(css: string): SplitCss {
  let inline = '';
  const kept: string[] = [];
  const hacks: string[] = [];
  for (const rule of rulesOf(css)) {
    const { prelude, block } = rule;
    if (clientHack.test(prelude)) hacks.push(keptRule(rule));
    else if (prelude.startsWith('@') || state.test(prelude)) kept.push(keptRule(rule));
    if (prelude.startsWith('@') || block === null) continue;
    const plain = inlineSelectors(prelude);
    if (plain !== '') inline += `${plain}{${block.trim()}}\n`;
  }
  return { inline, kept: kept.join('\n'), hacks: hacks.join('\n') };
}
