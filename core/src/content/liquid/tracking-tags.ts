import {
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs';
import { escapeHtml, unescapeHtml } from '../text/escape-html.ts';
import { redirectUrl } from '../text/link-url.ts';
import { encodeValue } from '../text/quoted-printable.ts';
import { AddressTag } from './address-tag.ts';

/** The URLs that record opens and clicks of one mail. */
export interface MailTracking {
  /** URL of the pixel. */
  openUrl: string;
  /** Prefix for the number of a link without Liquid. */
  clickUrl: string;
  /** The tracked URL for a rendered `url`; `template` is the index of what it was made of. */
  linkTo(url: string, template: number | null): string;
}

/** The context of the tags, created once per mail. */
export interface TrackingScope {
  open: string;
  openEncoded: string;
  click: string;
  clickEncoded: string;
  linkTo: MailTracking['linkTo'];
  /** Prefixes of the person's own pages. */
  ownPages: readonly string[];
}

/** The key of it in the scope of a mail, which templates cannot read. */
export const trackingKey = Symbol('tracking');

export function trackingScope(tracking: MailTracking, ownPages: readonly string[]): TrackingScope {
  const open = escapeHtml(tracking.openUrl);
  const click = escapeHtml(tracking.clickUrl);
  return {
    open,
    openEncoded: encodeValue(open),
    click,
    clickEncoded: encodeValue(click),
    linkTo: tracking.linkTo,
    ownPages: ownPages.filter((page) => page !== ''),
  };
}

function scopeOf(context: Context): TrackingScope | undefined {
  return (context.environments as { [trackingKey]?: TrackingScope })[trackingKey];
}

export type WrittenUrl = 'open' | 'click';

/** The URL that a tag writes, or null for another template. */
export function writtenUrl(template: Template): WrittenUrl | null {
  if (!(template instanceof Tag)) return null;
  if (template.name === 'open_url') return 'open';
  return template.name === 'click_url' ? 'click' : null;
}

/** What the tag writes, in quoted-printable. */
export function urlWriter(which: WrittenUrl): (context: Context) => string {
  return which === 'open'
    ? (context) => scopeOf(context)?.openEncoded ?? ''
    : (context) => scopeOf(context)?.clickEncoded ?? '';
}

/** The rendered `href` of a link as HTML: the tracked URL, or unchanged. */
export function trackedHref(context: Context, html: string, template: number | null): string {
  const tracking = scopeOf(context);
  const address = unescapeHtml(html);
  const url = redirectUrl(address);
  if (!tracking || url === null) return html;
  if (tracking.ownPages.some((page) => url.startsWith(page))) return html;
  return escapeHtml(tracking.linkTo(url, template));
}

export interface TrackedUrlTemplate extends Template {
  templates: Template[];
  /** The index of the address among those with Liquid; null if it has none. */
  number: number | null;
}

export function isTrackedUrlTag(template: Template): template is TrackedUrlTemplate {
  return template instanceof Tag && template.name === 'tracked_url';
}

type RenderPlain = (
  liquid: Liquid,
  templates: Template[],
  context: Context,
) => Generator<unknown, string, unknown>;

/**
 * Registers the tags that `tracked-html.ts` writes, only for the engine that sends. Authors cannot
 * use them, because a save checks with the engine of previews.
 */
export function registerTrackingTags(
  liquid: Liquid,
  renderPlain: RenderPlain,
  isPlain: (context: Context) => boolean,
): void {
  const urlTag = (which: WrittenUrl, write = urlWriter(which)) =>
    class extends Tag {
      render(context: Context, emitter: Emitter): void {
        const plain = scopeOf(context)?.[which] ?? '';
        emitter.write(isPlain(context) ? plain : write(context));
      }
    };
  liquid.registerTag('open_url', urlTag('open'));
  liquid.registerTag('click_url', urlTag('click'));
  liquid.registerTag(
    'tracked_url',
    class extends AddressTag {
      readonly number: number | null;

      constructor(token: TagToken, remaining: TopLevelToken[], engine: Liquid, parser: Parser) {
        super(token, remaining, engine, parser);
        this.number = token.args.trim() === '' ? null : Number(token.args);
      }

      *render(context: Context, emitter: Emitter): Generator<unknown, void, string> {
        const html: string = yield renderPlain(this.liquid, this.templates, context);
        const href = trackedHref(context, html, this.number);
        emitter.write(isPlain(context) ? href : encodeValue(href));
      }
    },
  );
}
