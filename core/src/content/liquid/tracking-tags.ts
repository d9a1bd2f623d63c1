import { type Context, type Emitter, type Liquid, Tag, type Template } from 'liquidjs';
import { escapeHtml, unescapeHtml } from '../text/escape-html.ts';
import { redirectUrl } from '../text/link-url.ts';
import { encodeValue } from '../text/quoted-printable.ts';
import { AddressTag } from './address-tag.ts';

/** The addresses of one mail that tell of its opens and clicks. */
export interface MailTracking {
  /** Of the pixel. */
  openUrl: string;
  /** Followed by the number of a link that holds no Liquid. */
  clickUrl: string;
  /** Of a link that leads to `url`, an address that came of filling in. */
  linkTo(url: string): string;
}

/** What the tags look at, written once a mail. */
export interface TrackingScope {
  open: string;
  openEncoded: string;
  click: string;
  clickEncoded: string;
  linkTo(url: string): string;
  /** Pages of the person, with whatever follows. */
  ownPages: readonly string[];
}

/** Under this the scope of a mail holds it, where no template can read it. */
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

/** The name of the address that a tag writes, or null for another template. */
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

/** The `href` of a link that was filled in, as HTML: to the address by way of us, or as it is. */
export function trackedHref(context: Context, html: string): string {
  const tracking = scopeOf(context);
  const address = unescapeHtml(html);
  const url = redirectUrl(address);
  if (!tracking || url === null) return html;
  if (tracking.ownPages.some((page) => url.startsWith(page))) return html;
  return escapeHtml(tracking.linkTo(url));
}

export interface TrackedUrlTemplate extends Template {
  templates: Template[];
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
 * Tags that `tracked-html.ts` writes, for the engine that sends alone: no author can use them, since
 * what is saved is checked by the engine of previews.
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
      *render(context: Context, emitter: Emitter): Generator<unknown, void, string> {
        const html: string = yield renderPlain(this.liquid, this.templates, context);
        const href = trackedHref(context, html);
        emitter.write(isPlain(context) ? href : encodeValue(href));
      }
    },
  );
}
