import {
  CaseTag,
  type Context,
  Drop,
  type Emitter,
  ForTag,
  IfTag,
  isTruthy,
  RawTag,
  type Template,
  TypeGuards,
  UnlessTag,
} from 'liquidjs';
import { isComponentScope } from '../liquid/component-tags.ts';
import { withDefault } from '../liquid/liquid-filters.ts';
import { type Flavour, isSafeUrlTag } from '../liquid/liquid-tags.ts';
import { isTrackedUrlTag, trackedHref, urlWriter, writtenUrl } from '../liquid/tracking-tags.ts';
import { unescapeHtml } from '../text/escape-html.ts';
import { htmlOutput, plainOutput } from '../text/html-value.ts';
import { encodePart, encodeValue } from '../text/quoted-printable.ts';
import { isSafeUrl } from '../text/safe-url.ts';
import { LoopItem, QuickFor } from './optimize-for.ts';
import { ownValue, valueAt } from './optimize-value.ts';

type Write = (context: Context) => string;
type Part = string | Write;
type Read = (context: Context) => unknown;

/** `a.b.c`, with or without a plain default; all else is LiquidJS's. */
const SIMPLE =
  /^([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)*)(?:\s*\|\s*default:\s*(?:"([^"\\]*)"|'([^'\\]*)'))?$/;
const PATH = String.raw`([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)*)`;
/** `if a.b`, or compared with `blank` alone. */
const SIMPLE_IF = new RegExp(String.raw`^\{%-?\s*if\s+${PATH}\s*(?:([!=]=)\s*blank\s*)?-?%\}$`);
const SIMPLE_FOR = new RegExp(String.raw`^\{%-?\s*for\s+(\w+)\s+in\s+${PATH}\s*-?%\}$`);
const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank']);
const COMPUTED: ReadonlySet<string> = new Set(['size', 'first', 'last']);

/** Neighbouring texts and simple values, written in one go instead of one generator each. */
class Run implements Template {
  readonly token: Template['token'];
  readonly #parts: Part[];

  constructor(token: Template['token'], parts: Part[]) {
    this.token = token;
    this.#parts = parts;
  }

  render(context: Context, emitter: Emitter): void {
    emitter.write(written(this.#parts, context));
  }
}

function written(parts: readonly Part[], context: Context): string {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : part(context);
  return text;
}

class Quickener {
  readonly #flavour: Flavour;
  /** Names that a template gives values itself; LiquidJS knows where they hold. */
  readonly #locals: ReadonlySet<string>;
  /** Whether a loop may go on where another one ended. */
  readonly #resumes: boolean;
  /** What the variable of the quick loop stands for whose inside is being looked at. */
  #item: LoopItem | null = null;

  constructor(flavour: Flavour, source: string) {
    this.#flavour = flavour;
    const definitions = source.matchAll(/\b(?:assign|capture|for)\s+["']?([\w-]+)/g);
    this.#locals = new Set(['forloop', ...Array.from(definitions, (match) => match[1] ?? '')]);
    this.#resumes = source.includes('continue');
  }

  #reader(template: Template): Read | null {
    if (!TypeGuards.isOutputToken(template.token)) return null;
    const [, root, path, first, second] = SIMPLE.exec(template.token.content) ?? [];
    const read = this.#path(root, path);
    const instead = first ?? second;
    if (read === null || instead === undefined) return read;
    return (context) => withDefault(read(context), instead);
  }

  #path(root: string | undefined, path = ''): Read | null {
    if (root === undefined || LITERALS.has(root)) return null;
    const names = path.split('.').slice(1);
    if (names.some((name) => COMPUTED.has(name))) return null;
    const item = this.#item;
    if (item !== null && root === 'forloop') return null;
    if (item?.name === root) return (context) => item.read(context, names);
    const local = this.#locals.has(root);
    return (context) => {
      const value: unknown = local ? context.getSync([root]) : ownValue(context.environments, root);
      return valueAt(value, names, () => context.getSync([root, ...names]));
    };
  }

  #text(text: string): string {
    return this.#flavour.encoded ? encodePart(text) : text;
  }

  #value(template: Template): Part | null {
    const read = this.#reader(template);
    if (!read) return null;
    const write = this.#flavour.html ? htmlOutput : plainOutput;
    return this.#flavour.encoded
      ? (context) => encodeValue(write(read(context)))
      : (context) => write(read(context));
  }

  /** HTML of texts, simple values and checked addresses; null where there is more to it. */
  #plain(templates: Template[]): ((context: Context) => string) | null {
    const parts: Part[] = [];
    for (const inner of templates) {
      const read = this.#reader(inner);
      const checked = this.#checked(inner);
      if (TypeGuards.isHTMLToken(inner.token)) parts.push(inner.token.getContent());
      else if (read) parts.push((context) => htmlOutput(read(context)));
      else if (checked) parts.push(checked);
      else return null;
    }
    return (context) => written(parts, context);
  }

  /** An address made of texts and simple values, checked as a whole. */
  #checked(template: Template): ((context: Context) => string) | null {
    if (!isSafeUrlTag(template)) return null;
    const { loaded } = template;
    const plain = this.#plain(template.templates);
    if (!plain) return null;
    return (context) => {
      const html = plain(context);
      return isSafeUrl(unescapeHtml(html), loaded) ? html : '#';
    };
  }

  #tracked(template: Template): ((context: Context) => string) | null {
    if (!isTrackedUrlTag(template)) return null;
    const plain = this.#plain(template.templates);
    return plain && ((context) => trackedHref(context, plain(context)));
  }

  #address(template: Template): Part | null {
    const address = this.#checked(template) ?? this.#tracked(template);
    if (!address || !this.#flavour.encoded) return address;
    return (context) => encodeValue(address(context));
  }

  #trackingUrl(template: Template): Part | null {
    const which = writtenUrl(template);
    return which && urlWriter(which);
  }

  #part(template: Template): Part | null {
    if (TypeGuards.isHTMLToken(template.token)) return this.#text(template.token.getContent());
    if (template instanceof RawTag) return this.#text(template.render());
    return (
      this.#value(template) ??
      this.#address(template) ??
      this.#trackingUrl(template) ??
      this.#choice(template)
    );
  }

  /** Null where one of them is no plain part. */
  #parts(templates: readonly Template[]): Part[] | null {
    const parts: Part[] = [];
    for (const template of templates) {
      const part = this.#part(template);
      if (part === null) return null;
      parts.push(part);
    }
    return parts;
  }

  #choice(template: Template): Write | null {
    if (!(template instanceof IfTag)) return null;
    const [branch, more] = template.branches;
    const [, root, path, operator] = SIMPLE_IF.exec(template.token.getText()) ?? [];
    const read = this.#path(root, path);
    if (read === null || branch === undefined || more !== undefined) return null;
    const then = this.#parts(branch.templates);
    const otherwise = this.#parts(template.elseTemplates ?? []);
    if (then === null || otherwise === null) return null;
    const holds: (context: Context) => boolean =
      operator === undefined
        ? (context) => isTruthy(read(context), context)
        : (context) => isBlank(read(context)) === (operator === '==');
    return (context) => written(holds(context) ? then : otherwise, context);
  }

  /** A loop over a list, without arguments and with nothing but plain parts inside. */
  #loop(template: ForTag): Template {
    const [, name, root, path] = SIMPLE_FOR.exec(template.token.getText()) ?? [];
    const read = this.#path(root, path);
    if (name === undefined || read === null || this.#resumes || this.#item !== null) {
      return template;
    }
    const item = new LoopItem(name);
    this.#item = item;
    const parts = this.#parts(template.templates);
    this.#item = null;
    if (parts === null) return template;
    return new QuickFor(template, { read, item, write: (context) => written(parts, context) });
  }

  /** Blocks keep their LiquidJS tag and get quick content; captures stay as they are inside. */
  #descend(template: Template): Template {
    if (isComponentScope(template)) {
      template.templates = this.all(template.templates);
    } else if (template instanceof ForTag) {
      const loop = this.#loop(template);
      template.templates = this.all(template.templates);
      template.elseTemplates = this.all(template.elseTemplates);
      return loop;
    } else if (
      template instanceof IfTag ||
      template instanceof UnlessTag ||
      template instanceof CaseTag
    ) {
      for (const branch of template.branches) branch.templates = this.all(branch.templates);
      if (template.elseTemplates) template.elseTemplates = this.all(template.elseTemplates);
    }
    return template;
  }

  all(templates: Template[]): Template[] {
    const result: Template[] = [];
    let run: Part[] = [];
    let token: Template['token'] | null = null;
    const finish = () => {
      if (token) result.push(new Run(token, run));
      run = [];
      token = null;
    };
    for (const template of templates) {
      const part = this.#part(template);
      if (part === null) {
        finish();
        result.push(this.#descend(template));
        continue;
      }
      token ??= template.token;
      const last = run.at(-1);
      if (typeof part === 'string' && typeof last === 'string') run[run.length - 1] = last + part;
      else run.push(part);
    }
    finish();
    return result;
  }
}

/** As LiquidJS compares with `blank`. */
function isBlank(value: unknown): boolean {
  if (value === false || value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  const plain: unknown = value instanceof Drop ? value.valueOf() : value;
  if (plain === null || plain === undefined) return true;
  if (typeof plain === 'string' || Array.isArray(plain)) return plain.length === 0;
  return typeof plain === 'object' && Object.keys(plain).length === 0;
}

/**
 * Turns a parsed template into one that fills in quickly and writes the same: static text is
 * encoded once here, and stretches of text and simple values need no interpreter. `source` is
 * what was parsed; the templates are changed in place.
 */
export function quicken(templates: Template[], source: string, flavour: Flavour): Template[] {
  return new Quickener(flavour, source).all(templates);
}
