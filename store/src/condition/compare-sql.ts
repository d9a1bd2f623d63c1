import { numberOf, type Operator, type Scalar, textOf } from '@postroad/core/condition/compare';
import type { Sql } from '../database.ts';
import { type Fragment, joined } from './fragment.ts';

/** `compare.ts` takes strings of this form for numbers. */
const numericText = '^[+-]?[0-9]{1,15}(\\.[0-9]{1,15})?$';

/** What String.prototype.trim removes: white space and line ends of ECMAScript. */
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * The comparison of `core/src/condition/compare.ts` with the value under `key` of a jsonb object, as
 * SQL that is true or false, never null. `object` is a column that is never null. Values are bound;
 * what compares as equal is written with `@>`, which an index of the column answers.
 */
export function compareSql(
  sql: Sql,
  object: Fragment,
  key: string,
  operator: Operator,
  value: Scalar | undefined,
): Fragment {
  if (operator === 'blank') return blank(sql, object, key);
  if (operator === 'present') return sql`not ${blank(sql, object, key)}`;
  // What no column can hold is nowhere; and a value without text makes each operator false.
  if (value === undefined || !isStorable(value) || !isStorable(key)) return sql`false`;
  switch (operator) {
    case 'equals':
      return equals(sql, object, key, value);
    case 'greater':
    case 'less':
      return ordered(sql, object, key, operator, value);
    default:
      return partOf(sql, object, key, operator, value);
  }
}

function isStorable(value: Scalar): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\u0000'));
}

function blank(sql: Sql, object: Fragment, key: string): Fragment {
  if (!isStorable(key)) return sql`true`;
  return sql`(case coalesce(jsonb_typeof(${object} -> ${key}::text), 'null')
    when 'null' then true
    when 'string' then btrim(${object} ->> ${key}::text, ${blanks}::text) = ''
    else false end)`;
}

/**
 * Every stored value that equals the given one, each by containment. Only the strings that equal a
 * JSON number cannot be listed ("5", "+5.0", "05").
 */
function equals(sql: Sql, object: Fragment, key: string, value: Scalar): Fragment {
  const stored: Scalar[] = [value];
  if (typeof value === 'string') {
    const number = numberOf(value);
    if (number !== null) stored.push(number);
    stored.push(...[true, false].filter((flag) => String(flag) === value));
  }
  if (typeof value === 'boolean') stored.push(String(value));
  const contained = stored.map((one) => {
    const json = JSON.stringify(Object.fromEntries([[key, one]]));
    return sql`${object} @> ${json}::text::jsonb`;
  });
  if (typeof value !== 'number') return joined(sql, 'or', contained);
  const asText = sql`(${object} ->> ${key}::text)`;
  const spelt = sql`(case when jsonb_typeof(${object} -> ${key}::text) = 'string'
      and ${asText} ~ ${numericText}::text
    then ${asText}::float8 = ${value}::float8 else false end)`;
  return joined(sql, 'or', [...contained, spelt]);
}

/** On the texts, which arrays and objects do not have. */
function partOf(
  sql: Sql,
  object: Fragment,
  key: string,
  operator: 'contains' | 'starts_with' | 'ends_with',
  value: Scalar,
): Fragment {
  const text = sql`(${object} ->> ${key}::text)`;
  const part = textOf(value) ?? '';
  const found = {
    contains: () => sql`strpos(${text}, ${part}::text) > 0`,
    starts_with: () => sql`starts_with(${text}, ${part}::text)`,
    ends_with: () => sql`right(${text}, char_length(${part}::text)) = ${part}::text`,
  }[operator]();
  return sql`((${found} and jsonb_typeof(${object} -> ${key}::text)
    in ('string', 'number', 'boolean')) is true)`;
}

/** Numbers by value; texts that are no numbers by code point; a number and a text never. */
function ordered(
  sql: Sql,
  object: Fragment,
  key: string,
  operator: 'greater' | 'less',
  value: Scalar,
): Fragment {
  const number = numberOf(value);
  const sign = operator === 'greater' ? sql`>` : sql`<`;
  const json = sql`(${object} -> ${key}::text)`;
  const text = sql`(${object} ->> ${key}::text)`;
  if (number === null) {
    const other = textOf(value) ?? '';
    return sql`(case jsonb_typeof(${json})
      when 'string' then ${text} !~ ${numericText}::text
        and ${text} collate "C" ${sign} ${other}::text
      when 'boolean' then ${text} collate "C" ${sign} ${other}::text
      else false end)`;
  }
  return sql`(case jsonb_typeof(${json})
    when 'number' then ${json} ${sign} ${JSON.stringify(number)}::text::jsonb
    when 'string' then case when ${text} ~ ${numericText}::text
      then ${text}::float8 ${sign} ${number}::float8 else false end
    else false end)`;
}
