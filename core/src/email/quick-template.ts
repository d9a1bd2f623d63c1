import {
  CaseTag,
  type Context,
  Drop,
  type Emitter,
  ForTag,
  IfTag,
  RawTag,
  type Template,
  TypeGuards,
  UnlessTag,
} from 'liquidjs';
import { isComponentScope } from './component-tags.ts';
import { unescapeHtml } from './escape-html.ts';
import { htmlOutput, plainOutput } from './html-value.ts';
import { withDefault } from './liquid-filters.ts';
import { type Flavour, isSafeUrlTag } from './liquid-tags.ts';
import { encodePart, encodeValue } from './quoted-printable.ts';
import { isSafeUrl } from './safe-url.ts';
import { isTrackedUrlTag, trackedHref, urlWriter, writtenUrl } from './tracking-tags.ts';

type Part = string | ((context: Context) => string);

/** `a.b.c`, with or without a plain default; all else is LiquidJS's. */
const SIMPLE =
  /^([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)*)(?:\s*\|\s*default:\s*(?:"([^"\\]*)"|'([^'\\]*)'))?$/;
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
    let text = '';
    for (const part of this.#parts) text += typeof part === 'string' ? part : part(context);
    emitter.write(text);
  }
}

class Quickener {
  readonly #flavour: Flavour;
  /** Names that a template gives values itself; LiquidJS knows where they hold. */
  readonly #locals: ReadonlySet<string>;

  constructor(flavour: Flavour, source: string) {
    this.#flavour = flavour;
    const definitions = source.matchAll(/\b(?:assign|capture|for)\s+["']?([\w-]+)/g);
    this.#locals = new Set(['forloop', ...Array.from(definitions, (match) => match[1] ?? '')]);
  }

  #reader(template: Template): ((context: Context) => unknown) | null {
    if (!TypeGuards.isOutputToken(template.token)) return null;
    const match = SIMPLE.exec(template.token.content);
    const root = match?.[1];
    if (!match || root === undefined || LITERALS.has(root)) return null;
    const names = (match[2] ?? '').split('.').slice(1);
    if (names.some((name) => COMPUTED.has(name))) return null;
    const local = this.#locals.has(root);
    const read = (context: Context): unknown => {
      let value: unknown = local ? context.getSync([root]) : ownValue(context.environments, root);
      for (const name of names) {
        if (value instanceof Drop || typeof value === 'string') {
          return context.getSync([root, ...names]);
        }
        value = ownValue(value, name);
      }
      return value;
    };
    const instead = match[3] ?? match[4];
    return instead === undefined ? read : (context) => withDefault(read(context), instead);
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
    return (context) => {
      let html = '';
      for (const part of parts) html += typeof part === 'string' ? part : part(context);
      return html;
    };
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
    return this.#value(template) ?? this.#address(template) ?? this.#trackingUrl(template);
  }

  /** Blocks keep their LiquidJS tag and get quick content; captures stay as they are inside. */
  #descend(template: Template): Template {
    if (isComponentScope(template)) {
      template.templates = this.all(template.templates);
    } else if (template instanceof ForTag) {
      template.templates = this.all(template.templates);
      template.elseTemplates = this.all(template.elseTemplates);
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

function ownValue(owner: unknown, name: string): unknown {
  if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, name)) return undefined;
  return (owner as Record<string, unknown>)[name];
}

/**
 * Turns a parsed template into one that fills in quickly and writes the same: static text is
 * encoded once here, and stretches of text and simple values need no interpreter. `source` is
 * what was parsed; the templates are changed in place.
 */
export function quicken(templates: Template[], source: string, flavour: Flavour): Template[] {
  return new Quickener(flavour, source).all(templates);
}
