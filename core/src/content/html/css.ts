/**
 * CSS that must stay in a `<style>`. Gmail drops a whole `<style>` if it cannot read one selector,
 * so CSS for a single client gets its own `<style>`.
 */
export interface KeptCss {
  kept: string;
  hacks: string;
}

/** CSS to inline on elements, and CSS that must stay. */
export interface SplitCss extends KeptCss {
  inline: string;
}

interface Rule {
  /** Selectors, or an at-rule's name with its conditions. */
  prelude: string;
  /** Without braces; null for an at-rule that ends with a semicolon. */
  block: string | null;
}

const tokenPattern =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\[\s\S]|\\$)*(?:"|$)|'(?:[^'\\]|\\[\s\S]|\\$)*(?:'|$)|[{};]/g;

/** Cuts a stylesheet into its top-level rules; drops comments between them. */
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

/** Adds missing `!important`: kept styles must override inlined ones. */
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
/** Selectors that only match inside a mail client's own markup. */
const clientHack =
  /\[data-og|\.ExternalClass|#outlook|#MessageView|\.moz-text|\[x-apple|(?:^|,)\s*u\s*[+~]/i;

function staysInStyle(selectors: string): boolean {
  return state.test(selectors) || clientHack.test(selectors);
}

/** The selectors of a list that an inliner can match; ignores commas in brackets. */
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

/** Separates CSS to inline from at-rules, states and client hacks, which stay. */
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
