import {
  CaptureTag,
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs';
import { HtmlValue } from '../text/html-value.ts';
import { jsonDocument, jsonDocumentTag } from '../text/json-value.ts';
import { encodeValue } from '../text/quoted-printable.ts';
import { AddressTag } from './address-tag.ts';
import { parseButtonArguments } from './button-arguments.ts';
import { checkedAddress } from './checked-address.ts';
import { ComponentTag, componentScopeTag, parsePart, requireBraces } from './component-tags.ts';
import { registerTrackingTags } from './tracking-tags.ts';

/** The output of an engine: HTML or plain text, literal or quoted-printable. */
export interface Flavour {
  html: boolean;
  encoded: boolean;
}

const plain = 'postroad_plain_depth';

/** Whether the output is needed literally, because an outer block encodes it as a whole. */
export function isPlain(context: Context): boolean {
  return Number(context.getRegister(plain)) > 0;
}

function* renderPlain(
  liquid: Liquid,
  templates: Template[],
  context: Context,
): Generator<unknown, string, unknown> {
  const depth = Number(context.getRegister(plain)) || 0;
  context.setRegister(plain, depth + 1);
  try {
    return String(yield liquid.renderer.renderTemplates(templates, context));
  } finally {
    context.setRegister(plain, depth);
  }
}

function captureTag({ html }: Flavour) {
  return class extends CaptureTag {
    override *render(context: Context): Generator<unknown, void, string> {
      const text: string = yield renderPlain(this.liquid, this.templates, context);
      const scope: Record<string, unknown> = context.bottom();
      scope[this.variable] = html ? new HtmlValue(text) : text;
    }
  };
}

/** A URL that compilation put behind a check. */
export interface SafeUrlTemplate extends Template {
  loaded: boolean;
  templates: Template[];
}

export function isSafeUrlTag(template: Template): template is SafeUrlTemplate {
  return template instanceof Tag && template.name === 'safe_url';
}

/** Compilation puts it around every URL that begins with a merge value (`sanitize-html.ts`). */
function safeUrlTag({ encoded }: Flavour) {
  return class extends AddressTag {
    readonly loaded: boolean;

    constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
      super(token, remaining, liquid, parser);
      this.loaded = token.args.trim() === 'loaded';
    }

    *render(context: Context, emitter: Emitter): Generator<unknown, void, string> {
      const html: string = yield renderPlain(this.liquid, this.templates, context);
      const safe = checkedAddress(context, html, this);
      emitter.write(encoded && !isPlain(context) ? encodeValue(safe) : safe);
    }
  };
}

/** Compilation puts it around an output of `json` in JSON-LD; authors cannot, as it writes quotes. */
function documentTag({ encoded }: Flavour) {
  return class extends AddressTag {
    *render(context: Context, emitter: Emitter): Generator<unknown, void, string> {
      const html: string = yield renderPlain(this.liquid, this.templates, context);
      const json = jsonDocument(html);
      emitter.write(encoded && !isPlain(context) ? encodeValue(json) : json);
    }
  };
}

/** Checks a button while a source is parsed; compilation replaces it before rendering. */
class ButtonTag extends Tag {
  readonly templates: Template[];

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
    super(token, remaining, liquid);
    requireBraces(token);
    const { label, url } = parseButtonArguments(token.args);
    this.templates = [label, url].flatMap((source) => parsePart(liquid, source));
  }

  render(): never {
    throw new Error('a button is allowed only in the body of an email or in a layout');
  }

  // biome-ignore lint/correctness/useYield: LiquidJS asks for a generator
  *children(): Generator<unknown, Template[]> {
    return this.templates;
  }
}

/** Files, blocks of layouts, and tags that bypass escaping or change the caller's values. */
const removed = ['include', 'render', 'layout', 'block', 'increment', 'decrement', 'tablerow'];

export function registerTags(liquid: Liquid, flavour: Flavour): void {
  for (const name of removed) delete liquid.tags[name];
  liquid.registerTag('capture', captureTag(flavour));
  liquid.registerTag('component_scope', componentScopeTag(plain));
  if (!flavour.html) return;
  liquid.registerTag('safe_url', safeUrlTag(flavour));
  liquid.registerTag(jsonDocumentTag, documentTag(flavour));
  liquid.registerTag('button', ButtonTag);
  liquid.registerTag('component', ComponentTag);
  if (flavour.encoded) registerTrackingTags(liquid, renderPlain, isPlain);
}
