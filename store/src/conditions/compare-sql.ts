import {
  comparableText,
  numberOf,
  type Operator,
  type Scalar,
} from '@postroad/core/conditions/compare';
import type { Sql } from '../platform/connection/database.ts';
import { type Fragment, joined } from '../platform/fragment.ts';

/** A value under a key of a jsonb column `object` that is never null. */
export interface JsonMember {
  object: Fragment;
  key: string;
  /** The one JSON type that values here are of, as those of a registered field are; else null. */
  kind: 'string' | 'number' | 'boolean' | null;
}

/** `compare.ts` takes strings of this form for numbers. */
const numericText = '^[+-]?[0-9]{1,15}(\\.[0-9]{1,15})?$';

/** What String.prototype.trim removes: white space and line ends of ECMAScript. */
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * The comparison of `core/src/conditions/compare.ts` with the value at a member, as SQL that is true or
 * false, never null. Values are bound. What compares as equal is written with `@>`, which an index
 * of the column answers. `->>` costs a third of `->`, so texts are looked at first.
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

/** Null for a missing key and for JSON null; JSON for arrays and objects. */
function textSql(sql: Sql, { object, key }: JsonMember): Fragment {
  return sql`(${object} ->> ${key}::text)`;
}

function typeSql(sql: Sql, { object, key }: JsonMember): Fragment {
  return sql`jsonb_typeof(${object} -> ${key}::text)`;
}

/**
 * No value but a string has a text of nothing but white space. Nearly every text begins with a visible
 * character of ASCII, and then nothing is trimmed.
 */
function blankSql(sql: Sql, member: JsonMember, blank: boolean): Fragment {
  const text = textSql(sql, member);
  const trimmed = sql`coalesce(btrim(${text}, ${blanks}::text), '') = ''`;
  const isBlank = sql`(case when ${text} collate "C" between '!' and '~' then false
    else ${trimmed} end)`;
  return blank ? isBlank : sql`(not ${isBlank})`;
}

/**
 * Every stored value that equals the given one, each by containment. Only the strings that equal a
 * JSON number cannot be listed ("5", "+5.0", "05").
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

/** Strings that are numbers, in a relation to a number. */
function numericString(sql: Sql, member: JsonMember, sign: Fragment, value: number): Fragment {
  const text = textSql(sql, member);
  const isText = member.kind === 'string' ? sql`true` : sql`${typeSql(sql, member)} = 'string'`;
  return sql`(case when ${isText} and ${text} ~ ${numericText}::text
    then ${text}::float8 ${sign} ${value}::float8 else false end)`;
}

/** A text as a pattern of LIKE that stands for itself. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** On the texts, which arrays and objects do not have. */
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

/** Numbers, and strings that are numbers, by value. */
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
    // A jsonpath reads the key once, and is no more than unknown where it is no number.
    const path = `strict $.${JSON.stringify(key)} ${operator === 'greater' ? '>' : '<'} (${comparableText(value)})`;
    return sql`((${object} @@ ${path}::text::jsonpath) is true)`;
  }
  return sql`(case ${typeSql(sql, member)}
    when 'number' then (${object} -> ${key}::text) ${sign} ${JSON.stringify(value)}::text::jsonb
    when 'string' then ${numericString(sql, { ...member, kind: 'string' }, sign, value)}
    else false end)`;
}

/**
 * Texts that are no numbers, by code point. The order is looked at first, since it leaves the fewest;
 * of those, nothing from ':' on is a number, and neither is what has a hyphen inside, as dates do.
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
