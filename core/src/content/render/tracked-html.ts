import { limits } from '../../platform/limits.ts';
import { Masker, type Masks, markFor } from '../html/masks.ts';
import { unescapeHtml } from '../text/escape-html.ts';
import { type HtmlTag, scanHtml } from '../text/html-scanner.ts';
import { redirectUrl } from '../text/link-url.ts';

export interface TrackedHtml {
  /** For the engine that sends: links and the pixel begin with tags of `tracking-tags.ts`. */
  html: string;
  /** Targets of links without Liquid; the index of each is the number at the end of its link. */
  urls: string[];
  /** Targets of links with Liquid, as the author wrote them; the tag of a link has the index. */
  templates: string[];
}

const pixel =
  '<img src="{% open_url %}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0" />';

/** Merge values with the URL of a person's own pages, whose visits are not counted. */
const ownPages = /\b(?:unsubscribe_url|preferences_url)\b/;

/**
 * References that every reader decodes alike; numeric ones only for characters that are not
 * controls.
 */
const sure = /&(?:amp|lt|gt|quot|apos|#\d{2,6}|#x[0-9a-f]{2,5});/gi;

/**
 * The URL in an attribute, or null if readers could differ: after a name without `;` they look at
 * the next character (WHATWG HTML §13.2.5.73).
 */
function urlIn(value: string): string | null {
  if (!value.includes('&')) return value;
  if (/&(?:#|[a-z0-9]+(?![a-z0-9=]))/i.test(value.replace(sure, ''))) return null;
  const address = value
    .split(/(&[^&;]{1,8};)/)
    .map((part, index) => (index % 2 === 1 && part.match(sure) ? unescapeHtml(part) : part))
    .join('');
  // Numbers up to 159 outside of ASCII mean other characters in HTML.
  return /\p{Cc}/u.test(address) ? null : address;
}

/** Links of HTML, and those that only Outlook reads. */
function isLink(tag: HtmlTag): boolean {
  const { name, closing } = tag;
  return !closing && (name === 'a' || name === 'area' || name.startsWith('v:'));
}

/** Compilation puts them around addresses; the author did not write them. */
const ownTags = /\{% (?:safe_url(?: loaded)?|endsafe_url) %\}/g;

class Links {
  readonly #masks: Masks;
  readonly #numbers = new Map<string, number>();
  readonly #templates = new Map<string, number>();

  constructor(masks: Masks) {
    this.#masks = masks;
  }

  get urls(): string[] {
    return [...this.#numbers.keys()];
  }

  get templates(): string[] {
    return [...this.#templates.keys()];
  }

  /** The index of an address with Liquid; null if it is not counted by. */
  #templateOf(value: string): number | null {
    const template = unescapeHtml(this.#masks.restore(value)).replace(ownTags, '');
    const known = this.#templates.get(template);
    if (known !== undefined) return known;
    const isFull = this.#templates.size >= limits.trackedLinks;
    if (isFull || template.length > limits.urlChars || template.includes('\u0000')) return null;
    this.#templates.set(template, this.#templates.size);
    return this.#templates.size - 1;
  }

  /** The replacement of an `href`, or null if it stays. */
  instead(value: string): string | null {
    const within = this.#masks.within(value);
    if (within.some(({ text }) => ownPages.test(text))) return null;
    // The target is known only after rendering.
    if (within.length > 0) {
      const number = this.#templateOf(value);
      return `{% tracked_url${number === null ? '' : ` ${number}`} %}${value}{% endtracked_url %}`;
    }
    const address = urlIn(value);
    const url = address === null ? null : redirectUrl(address);
    if (url === null) return null;
    const known = this.#numbers.get(url);
    if (known === undefined && this.#numbers.size >= limits.trackedLinks) return null;
    const number = known ?? this.#numbers.size;
    this.#numbers.set(url, number);
    return `{% click_url %}${number}`;
  }
}

/** Adds the tracking of opens and clicks to compiled HTML; everything else stays byte for byte. */
export function trackHtml(source: string): TrackedHtml {
  const masks = new Masker(markFor([source]));
  const html = masks.maskLiquid(source);
  const links = new Links(masks);
  let result = '';
  let copied = 0;
  let bodyEnd = -1;
  for (const part of scanHtml(html)) {
    if (part.kind !== 'tag') continue;
    if (part.name === 'body' && part.closing && !part.conditional) bodyEnd = part.start;
    if (!isLink(part)) continue;
    for (const { name, value, end } of part.attributes) {
      if (value === null || name.toLowerCase() !== 'href') continue;
      const instead = links.instead(value);
      if (instead === null) continue;
      result += html.slice(copied, end - value.length) + instead;
      copied = end;
    }
  }
  const pixelAt = bodyEnd < copied ? html.length : bodyEnd;
  result += html.slice(copied, pixelAt) + pixel + html.slice(pixelAt);
  return { html: masks.restore(result), urls: links.urls, templates: links.templates };
}
