import { type Context, Drop, type Liquid } from 'liquidjs';
import { cssValue, cssValueFilter } from '../text/css-value.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { HtmlValue, htmlOutput, liquidText, plainOutput } from '../text/html-value.ts';
import { jsonValue, jsonValueFilter } from '../text/json-value.ts';
import { DateFormats, formatDate } from './liquid-date.ts';

/** The key of date formats in the globals of a render, which templates cannot read. */
const formatsKey = Symbol('formats of dates');

interface DateGlobals {
  [formatsKey]?: DateFormats;
}

/** Globals of a render that shares date formats. */
export function dateGlobals(formats: DateFormats): object {
  return { [formatsKey]: formats } satisfies DateGlobals;
}

/** `this` of a filter, as LiquidJS passes it. */
interface FilterScope {
  context: Context;
}

/**
 * Filters not offered: `raw` would turn escaping off, `sample` is random, the hashes need Node, and
 * LiquidJS's dates use the machine's clock and time zone.
 */
const removed = [
  'raw',
  'sample',
  'sha256',
  'hmac_sha256',
  'date_to_xmlschema',
  'date_to_rfc822',
  'date_to_string',
  'date_to_long_string',
  'inspect',
];

const escaping = ['escape', 'h', 'xml_escape'];

function zoneOf(scope: FilterScope, given: unknown, formats: DateFormats): string {
  const candidates = [
    given,
    scope.context.getSync(['person', 'timezone']),
    scope.context.getSync(['account', 'timezone']),
  ];
  return candidates.find((zone) => formats.isTimeZone(zone)) ?? 'UTC';
}

/**
 * `{{ value | date: format, zone }}`; the default zone is the person's, otherwise the account's. A translation
 * has the names of months and days in its language (LANG-01).
 */
function date(this: FilterScope, value: unknown, format: unknown, zone: unknown): unknown {
  const given = value instanceof Drop ? value.valueOf() : value;
  const clock = given === 'now' || given === 'today';
  const moment: unknown = clock ? this.context.getSync(['now']) : given;
  const globals = this.context.globals as DateGlobals;
  const formats = globals[formatsKey] ?? new DateFormats();
  const written = formatDate(moment, liquidText(format), {
    zone: zoneOf(this, zone, formats),
    language: () => this.context.getSync(['email', 'language']),
    formats,
  });
  return written ?? value;
}

/** The `default` filter. Blank text counts as missing: nobody wants "Hello  ,". */
export function withDefault(value: unknown, instead: unknown, ...options: unknown[]): unknown {
  const plain: unknown = value instanceof Drop ? value.valueOf() : value;
  const allowFalse = options.some(
    (option) => Array.isArray(option) && option[0] === 'allow_false' && option[1] === true,
  );
  if (plain === false) return allowFalse ? value : instead;
  if (plain === null || plain === undefined) return instead;
  if (typeof plain === 'string' && plain.trim() === '') return instead;
  return Array.isArray(plain) && plain.length === 0 ? instead : value;
}

/** Formats cents with two decimals: 24000 is `240.00`. */
function moneyWithoutCurrency(value: unknown): string {
  const text = liquidText(value).trim();
  const cents = Number(text);
  return text !== '' && Number.isFinite(cents) ? (cents / 100).toFixed(2) : '';
}

function breaks(html: string): string {
  return html.replaceAll('\n', '<br>\n');
}

function isGenerator(value: unknown): value is Generator<unknown, unknown, unknown> {
  return (
    typeof value === 'object' && value !== null && Symbol.iterator in value && 'throw' in value
  );
}

/**
 * A filter that throws because of a value, such as a lone `%` or a member called `toString`, leaves
 * it unchanged or blank, so that no event can make a single mail fail.
 */
function forgive(liquid: Liquid): void {
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (typeof filter !== 'function') continue;
    const instead = (error: unknown, value: unknown): unknown => {
      if (error instanceof URIError || name === 'base64_decode') return value;
      if (error instanceof TypeError) return '';
      throw error;
    };
    // Some filters are generators, which fail only while LiquidJS runs them.
    function* run(steps: Generator<unknown, unknown, unknown>, value: unknown) {
      try {
        return yield* steps;
      } catch (error) {
        return instead(error, value);
      }
    }
    liquid.registerFilter(name, function forgiving(value: unknown, ...rest: unknown[]) {
      try {
        const result = filter.call(this, value, ...rest);
        return isGenerator(result) ? run(result, value) : result;
      } catch (error) {
        return instead(error, value);
      }
    });
  }
}

/** Registers LiquidJS's filters as mail needs them; `html` if output is HTML. */
export function registerFilters(liquid: Liquid, html: boolean): void {
  for (const name of removed) liquid.unregisterFilter(name);
  forgive(liquid);
  liquid.registerFilter('date', date);
  liquid.registerFilter('default', withDefault);
  liquid.registerFilter('money_without_currency', moneyWithoutCurrency);
  liquid.registerFilter(cssValueFilter, cssValue);
  liquid.registerFilter(jsonValueFilter, jsonValue);
  if (!html) {
    // HTML and text share a body, so escaping for HTML must not show in the text.
    for (const name of [...escaping, 'escape_once', 'newline_to_br']) {
      liquid.registerFilter(name, plainOutput);
    }
    return;
  }
  // Output is escaped anyway; an explicit escape must not do it twice.
  const escaped = (value: unknown) => new HtmlValue(htmlOutput(value));
  for (const name of escaping) liquid.registerFilter(name, escaped);
  liquid.registerFilter(
    'escape_once',
    (value: unknown) =>
      new HtmlValue(escapeHtml(plainOutput(value)).replace(/&amp;(\w{2,8}|#\d{1,7});/g, '&$1;')),
  );
  liquid.registerFilter(
    'newline_to_br',
    (value: unknown) => new HtmlValue(breaks(htmlOutput(value))),
  );
}
