import {
  comparableText,
  numberOf,
  type Operator,
  type Scalar,
} from '@postroad/core/conditions/compare';
import type { DateRange } from '@postroad/core/conditions/date-compare';
import type { Sql } from '../platform/connection/database.ts';
import { type Fragment, joined } from '../platform/fragment.ts';

/** The value under one key of a jsonb column `object` that is never null. */
export interface JsonMember {
  object: Fragment;
  key: string;
  /** The JSON type of all values here, as for a registered field; null if it varies. */
  kind: 'string' | 'number' | 'boolean' | null;
}

/** Strings of this form count as numbers in `compare.ts`. */
const numericText = '^[+-]?[0-9]{1,15}(\\.[0-9]{1,15})?$';

/**
 * The characters that String.prototype.trim removes: ECMAScript white space and line terminators.
 */
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * Compiles the comparison of `core/src/conditions/compare.ts` to SQL that is true or false, never
 * null. Values are bound. Equality uses `@>`, so that an index of the column can answer it. `->>`
 * costs a third of `->`, so texts are tested first.
 */
export function compareSql(
  sql: Sql,
  member: JsonMember,
  operator: Operator,
  value: Scalar | undefined,
): Fragment {
  const blank = operator === 'blank' || operator === 'present';
  if (blank) return blankSql(sql, member, operator === 'blank');
  if (value === undefined) return sql`false`;
  switch (operator) {
    case 'equals':
      return equals(sql, member, value);
    case 'greater':
    case 'less':
      return numberOf(value) === null
        ? orderedTexts(sql, member, operator, comparableText(value) ?? '')
        : orderedNumbers(sql, member, operator, numberOf(value) ?? 0);
    default:
      return partOf(sql, member, operator, comparableText(value) ?? '');
  }
}

/** The comparison of dates with the calendar in `core/src/conditions/date-compare.ts`. */
export function dateRangeSql(
  sql: Sql,
  member: JsonMember,
  { first, last, after }: DateRange,
): Fragment {
  const text = textSql(sql, member);
  const from = first === null ? sql`` : sql`and ${text} collate "C" >= ${first}::text`;
  const to = last === null ? sql`` : sql`and ${text} collate "C" <= ${last}::text`;
  const behind = after === null ? sql`` : sql`and ${text} collate "C" > ${after}::text`;
  return sql`((${text} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' ${from} ${to} ${behind}) is true)`;
}

/** Null for a missing key and for JSON null; JSON text for arrays and objects. */
function textSql(sql: Sql, { object, key }: JsonMember): Fragment {
  return sql`(${object} ->> ${key}::text)`;
}

function typeSql(sql: Sql, { object, key }: JsonMember): Fragment {
  return sql`jsonb_typeof(${object} -> ${key}::text)`;
}

/**
 * Only strings can have a blank text. Almost every text begins with a visible ASCII character,
 * which saves the trim.
 */
function blankSql(sql: Sql, member: JsonMember, blank: boolean): Fragment {
  const text = textSql(sql, member);
  const trimmed = sql`coalesce(btrim(${text}, ${blanks}::text), '') = ''`;
  const isBlank = sql`(case when ${text} collate "C" between '!' and '~' then false
    else ${trimmed} end)`;
  return blank ? isBlank : sql`(not ${isBlank})`;
}

/**
 * Every stored value that equals the given one, each tested by containment. Only strings that equal
 * a JSON number cannot be listed ("5", "+5.0", "05").
 */
function equals(sql: Sql, member: JsonMember, value: Scalar): Fragment {
  const { object, key, kind } = member;
  const stored: Scalar[] = [value];
  if (typeof value === 'boolean') stored.push(String(value));
  if (typeof value === 'string') {
    const number = numberOf(value);
    if (number !== null) stored.push(number);
    stored.push(...[true, false].filter((flag) => String(flag) === value));
  }
  const equal = stored
    .filter((one) => kind === null || typeof one === kind)
    .map((one) => {
      const json = JSON.stringify(Object.fromEntries([[key, one]]));
      return sql`${object} @> ${json}::text::jsonb`;
    });
  if (typeof value === 'number' && (kind === null || kind === 'string')) {
    equal.push(numericString(sql, member, sql`=`, value));
  }
  return joined(sql, 'or', equal);
}

/** Strings that contain a number, compared with a number. */
function numericString(sql: Sql, member: JsonMember, sign: Fragment, value: number): Fragment {
  const text = textSql(sql, member);
  const isText = member.kind === 'string' ? sql`true` : sql`${typeSql(sql, member)} = 'string'`;
  return sql`(case when ${isText} and ${text} ~ ${numericText}::text
    then ${text}::float8 ${sign} ${value}::float8 else false end)`;
}

/** Escapes a text for LIKE, so that it matches literally. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Compares texts; arrays and objects have none. */
function partOf(
  sql: Sql,
  member: JsonMember,
  operator: 'contains' | 'starts_with' | 'ends_with',
  part: string,
): Fragment {
  const text = textSql(sql, member);
  const pattern = {
    contains: `%${literal(part)}%`,
    starts_with: `${literal(part)}%`,
    ends_with: `%${literal(part)}`,
  }[operator];
  if (member.kind !== null) return sql`((${text} like ${pattern}::text) is true)`;
  return sql`((${text} like ${pattern}::text and case
    when ${text} like '[%' or ${text} like '{%' then ${typeSql(sql, member)} = 'string'
    else true end) is true)`;
}

/** Compares numbers, and strings that contain a number, by value. */
function orderedNumbers(
  sql: Sql,
  member: JsonMember,
  operator: 'greater' | 'less',
  value: number,
): Fragment {
  const { object, key, kind } = member;
  if (kind === 'boolean') return sql`false`;
  const sign = operator === 'greater' ? sql`>` : sql`<`;
  if (kind === 'string') return numericString(sql, member, sign, value);
  if (kind === 'number') {
    // A jsonpath reads the key once, and yields unknown if it holds no number.
    const path = `strict $.${JSON.stringify(key)} ${operator === 'greater' ? '>' : '<'} (${comparableText(value)})`;
    return sql`((${object} @@ ${path}::text::jsonpath) is true)`;
  }
  return sql`(case ${typeSql(sql, member)}
    when 'number' then (${object} -> ${key}::text) ${sign} ${JSON.stringify(value)}::text::jsonb
    when 'string' then ${numericString(sql, { ...member, kind: 'string' }, sign, value)}
    else false end)`;
}

/**
 * Compares texts that are not numbers, by code point. The order test runs first because it leaves
 * the fewest rows. Of those, no text from ':' upwards is a number, nor is one with a hyphen inside,
 * as in a date.
 */
function orderedTexts(
  sql: Sql,
  member: JsonMember,
  operator: 'greater' | 'less',
  value: string,
): Fragment {
  const { kind } = member;
  if (kind === 'number') return sql`false`;
  const sign = operator === 'greater' ? sql`>` : sql`<`;
  const text = textSql(sql, member);
  const isText = kind === null ? sql`${typeSql(sql, member)} = 'string'` : sql`true`;
  const compound =
    kind === null ? sql`when ${text} like '[%' or ${text} like '{%' then ${isText}` : sql``;
  return sql`((${text} collate "C" ${sign} ${value}::text and case
    ${compound}
    when ${text} collate "C" >= ':' or ${text} like '_%-%' then true
    else ${isText} and ${text} !~ ${numericText}::text end) is true)`;
}
