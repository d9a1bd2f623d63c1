import { limits } from '../../platform/limits.ts';
import { Masker, type Masks, markFor } from '../html/masks.ts';
import { unescapeHtml } from '../text/escape-html.ts';
import { type HtmlTag, scanHtml } from '../text/html-scanner.ts';
import { redirectUrl } from '../text/link-url.ts';

export interface TrackedHtml {
  /** For the engine that sends: its links and the pixel begin with tags of `tracking-tags.ts`. */
  html: string;
  /** Where links without Liquid lead; the place of each is the number its link ends with. */
  urls: string[];
}

const pixel =
  '<img src="{% open_url %}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0" />';

/** Merge values that lead to a person's own pages, which nobody is counted on the way to. */
const ownPages = /\b(?:unsubscribe_url|preferences_url)\b/;

/** References that mean the same to every reader; numbers only of characters that are no controls. */
const sure = /&(?:amp|lt|gt|quot|apos|#\d{2,6}|#x[0-9a-f]{2,5});/gi;

/**
 * The address that an attribute stands for, or null where readers could differ: after a name without
 * `;` they look at what follows (WHATWG HTML §13.2.5.73).
 */
function urlIn(value: string): string | null {
  if (!value.includes('&')) return value;
  if (/&(?:#|[a-z0-9]+(?![a-z0-9=]))/i.test(value.replace(sure, ''))) return null;
  const address = value
    .split(/(&[^&;]{1,8};)/)
    .map((part, index) => (index % 2 === 1 && part.match(sure) ? unescapeHtml(part) : part))
    .join('');
  // Numbers up to 159 that are no ASCII mean other characters in HTML.
  return /\p{Cc}/u.test(address) ? null : address;
}

/** Links of HTML, and of what only Outlook reads. */
function isLink(tag: HtmlTag): boolean {
  const { name, closing } = tag;
  return !closing && (name === 'a' || name === 'area' || name.startsWith('v:'));
}

class Links {
  readonly #masks: Masks;
  readonly #numbers = new Map<string, number>();

  constructor(masks: Masks) {
    this.#masks = masks;
  }

  get urls(): string[] {
    return [...this.#numbers.keys()];
  }

  /** What stands in place of an `href`, or null where it stays. */
  instead(value: string): string | null {
    const within = this.#masks.within(value);
    if (within.some(({ text }) => ownPages.test(text))) return null;
    // What it leads to is known once it is filled in.
    if (within.length > 0) return `{% tracked_url %}${value}{% endtracked_url %}`;
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

/** Puts what tracks opens and clicks into compiled HTML; everything else stays byte for byte. */
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
  return { html: masks.restore(result), urls: links.urls };
}
