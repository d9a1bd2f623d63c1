import {
  type Context,
  Drop,
  type Emitter,
  type Expression,
  ForTag,
  IfTag,
  isTruthy,
  LiquidError,
  Output,
  RenderError,
  type Template,
  TypeGuards,
} from 'liquidjs';
import { checkedAddress } from '../liquid/checked-address.ts';
import { withDefault } from '../liquid/liquid-filters.ts';
import { type Flavour, isSafeUrlTag } from '../liquid/liquid-tags.ts';
import { isTrackedUrlTag, trackedHref, urlWriter, writtenUrl } from '../liquid/tracking-tags.ts';
import { htmlOutput, plainOutput } from '../text/html-value.ts';
import { encodeValue } from '../text/quoted-printable.ts';
import { eachBranch, staticText } from './encode-static-text.ts';
import { LoopItem, OptimizedFor } from './optimize-for.ts';
import { askLiquid, ownValue, type Path, pathOf, valueAt } from './optimize-value.ts';

type Write = (context: Context) => string;
type Read = (context: Context) => unknown;

interface Part {
  /** Replaces the template in the output. */
  write: string | Write;
  template: Template;
}

/** Reports an error as LiquidJS does, with the position of the template that threw it. */
function located(error: unknown, parts: readonly Part[], context: Context): unknown {
  if (LiquidError.is(error)) return error;
  for (const { write, template } of parts) {
    if (typeof write === 'string') continue;
    try {
      write(context);
    } catch (again) {
      return new RenderError(again as Error, template);
    }
  }
  return error;
}

/** Writes parts in order. */
function writerOf(parts: readonly Part[]): Write {
  const writes = parts.map(({ write }) => write);
  return (context) => {
    try {
      let text = '';
      for (const write of writes) text += typeof write === 'string' ? write : write(context);
      return text;
    } catch (error) {
      throw located(error, parts, context);
    }
  };
}

/** Adjacent texts and simple values, written at once instead of by one generator each. */
class Stretch implements Template {
  readonly token: Template['token'];
  readonly #write: Write;

  constructor(token: Template['token'], parts: readonly Part[]) {
    this.token = token;
    this.#write = writerOf(parts);
  }

  render(context: Context, emitter: Emitter): void {
    emitter.write(this.#write(context));
  }
}

function childrenOf(template: Template): Template[] {
  const steps = template.children?.(false, true);
  if (!steps) return [];
  for (let step = steps.next(); ; step = steps.next(step.value)) if (step.done) return step.value;
}

/** Number of templates with their contents, at least 1. */
function countOf(templates: readonly Template[]): number {
  return templates.reduce((sum, template) => sum + countOf(childrenOf(template)), 1);
}

/** Names that templates assign: by `assign`, `capture` and `for`. */
function namesSet(templates: readonly Template[], found = new Set(['forloop'])): Set<string> {
  for (const template of templates) {
    for (const { content } of template.localScope?.() ?? []) found.add(content);
    for (const name of template.blockScope?.() ?? []) found.add(name);
    namesSet(childrenOf(template), found);
  }
  return found;
}

/** Whether a loop may resume after another one (`offset: continue`). */
function resumesLoops(templates: readonly Template[]): boolean {
  return templates.some((template) => {
    const modifiers = template instanceof ForTag ? Object.values(template.hash.hash) : [];
    return (
      modifiers.some((value) => value && !TypeGuards.isNumberToken(value)) ||
      resumesLoops(childrenOf(template))
    );
  });
}

/** LiquidJS's comparison with `blank`. */
function isBlank(value: unknown): boolean {
  if (value === false || value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  const plain: unknown = value instanceof Drop ? value.valueOf() : value;
  if (plain === null || plain === undefined) return true;
  if (typeof plain === 'string' || Array.isArray(plain)) return plain.length === 0;
  return typeof plain === 'object' && Object.keys(plain).length === 0;
}

class Optimizer {
  readonly #flavour: Flavour;
  /** Names that a template assigns; LiquidJS knows their scope. */
  readonly #locals: ReadonlySet<string>;
  readonly #resumesLoops: boolean;
  /** The variable of the current loop, if that may be optimized. */
  #item: LoopItem | null = null;

  constructor(flavour: Flavour, templates: readonly Template[]) {
    this.#flavour = flavour;
    this.#locals = namesSet(templates);
    this.#resumesLoops = resumesLoops(templates);
  }

  #path(path: Path | null): Read | null {
    if (path === null) return null;
    const { root, names } = path;
    const item = this.#item;
    if (item !== null && root === 'forloop') return null;
    if (item?.name === root) return (context) => item.read(context, path);
    if (this.#locals.has(root)) {
      const own = [root];
      return (context) => valueAt(context.getSync(own), names, () => askLiquid(path, context));
    }
    return (context) =>
      valueAt(ownValue(context.environments, root), names, () => askLiquid(path, context));
  }

  /** Reads an output that is a path, with or without a plain default. */
  #output(template: Template): Read | null {
    if (!(template instanceof Output)) return null;
    const { initial, filters } = template.value;
    const [token, more] = initial.postfix;
    const read = more === undefined ? this.#path(pathOf(token)) : null;
    // The last filter is the engine's own escape.
    const [filter, ...others] = filters.slice(0, -1);
    if (read === null || filter === undefined) return read;
    const [instead] = filter.args;
    const simple = filter.name === 'default' && others.length === 0 && filter.args.length === 1;
    if (!simple || !TypeGuards.isQuotedToken(instead)) return null;
    const { content } = instead;
    return (context) => withDefault(read(context), content);
  }

  #value(template: Template): Write | null {
    const read = this.#output(template);
    if (!read) return null;
    const write = this.#flavour.html ? htmlOutput : plainOutput;
    return this.#flavour.encoded
      ? (context) => encodeValue(write(read(context)))
      : (context) => write(read(context));
  }

  /** HTML of texts, simple values and checked URLs; null if there is anything else. */
  #plain(templates: Template[]): Write | null {
    const parts: Part[] = [];
    for (const template of templates) {
      const read = this.#output(template);
      const write =
        staticText(template) ??
        (read ? (context: Context) => htmlOutput(read(context)) : this.#checked(template));
      if (write === null) return null;
      parts.push({ write, template });
    }
    return writerOf(parts);
  }

  /** A URL of texts and simple values, checked as a whole. */
  #checked(template: Template): Write | null {
    if (!isSafeUrlTag(template)) return null;
    const plain = this.#plain(template.templates);
    if (!plain) return null;
    return (context) => checkedAddress(context, plain(context), template);
  }

  #tracked(template: Template): Write | null {
    if (!isTrackedUrlTag(template)) return null;
    const plain = this.#plain(template.templates);
    return plain && ((context) => trackedHref(context, plain(context), template.number));
  }

  #address(template: Template): Write | null {
    const address = this.#checked(template) ?? this.#tracked(template);
    if (!address || !this.#flavour.encoded) return address;
    return (context) => encodeValue(address(context));
  }

  #trackingUrl(template: Template): Write | null {
    const which = writtenUrl(template);
    return which && urlWriter(which);
  }

  #part(template: Template): Part | null {
    const write =
      staticText(template) ??
      this.#value(template) ??
      this.#address(template) ??
      this.#trackingUrl(template) ??
      this.#choice(template);
    return write === null ? null : { write, template };
  }

  /** A writer for templates that are all simple; otherwise null. */
  #parts(templates: readonly Template[]): Write | null {
    const parts: Part[] = [];
    for (const template of templates) {
      const part = this.#part(template);
      if (part === null) return null;
      parts.push(part);
    }
    return writerOf(parts);
  }

  /** Only `a.b`, or a comparison with `blank`. */
  #condition({ postfix }: Expression): ((context: Context) => boolean) | null {
    const [token, blank, operator, more] = postfix;
    const read = this.#path(pathOf(token));
    if (read === null || more !== undefined) return null;
    if (blank === undefined) return (context) => isTruthy(read(context), context);
    if (!TypeGuards.isLiteralToken(blank) || blank.literal !== 'blank') return null;
    if (!TypeGuards.isOperatorToken(operator)) return null;
    if (operator.operator === '==') return (context) => isBlank(read(context));
    return operator.operator === '!=' ? (context) => !isBlank(read(context)) : null;
  }

  #choice(template: Template): Write | null {
    if (!(template instanceof IfTag)) return null;
    const [branch, more] = template.branches;
    if (branch === undefined || more !== undefined || branch.value.filters.length > 0) return null;
    const holds = this.#condition(branch.value.initial);
    if (holds === null) return null;
    const then = this.#parts(branch.templates);
    const otherwise = this.#parts(template.elseTemplates ?? []);
    if (then === null || otherwise === null) return null;
    return (context) => (holds(context) ? then(context) : otherwise(context));
  }

  /** A loop over a list, without modifiers and with only simple parts. */
  #loop(template: ForTag): Template {
    const simple = Object.keys(template.hash.hash).length === 0 && !this.#resumesLoops;
    const read = simple && this.#item === null ? this.#path(pathOf(template.collection)) : null;
    if (read === null) return template;
    const item = new LoopItem(template.variable);
    this.#item = item;
    const write = this.#parts(template.templates);
    this.#item = null;
    if (write === null) return template;
    const parts = countOf(template.templates);
    return new OptimizedFor(template, { read, item, write, parts });
  }

  /** Blocks keep their LiquidJS tag and get optimized content. */
  #descend(template: Template): Template {
    const own = template instanceof ForTag ? this.#loop(template) : template;
    eachBranch(template, (templates) => this.all(templates));
    return own;
  }

  all(templates: Template[]): Template[] {
    const result: Template[] = [];
    let parts: Part[] = [];
    const finish = () => {
      const [first] = parts;
      if (first) result.push(new Stretch(first.template.token, parts));
      parts = [];
    };
    for (const template of templates) {
      const part = this.#part(template);
      if (part === null) {
        finish();
        result.push(this.#descend(template));
        continue;
      }
      const last = parts.at(-1);
      if (typeof part.write === 'string' && typeof last?.write === 'string') {
        parts[parts.length - 1] = { ...last, write: last.write + part.write };
      } else parts.push(part);
    }
    finish();
    return result;
  }
}

/**
 * Replaces parsed templates by faster ones with the same output: runs of text and simple values
 * need no interpreter. Everything else stays with LiquidJS. Changes the templates in place.
 */
export function optimizeTemplate(templates: Template[], flavour: Flavour): Template[] {
  return new Optimizer(flavour, templates).all(templates);
}
