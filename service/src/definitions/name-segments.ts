import { isObject, type JsonObject, own } from '@postroad/core/platform/json';

/**
 * Replaces the ids of segments in conditions by their keys, since ids mean nothing on another
 * instance. Accepts any value that contains conditions; leaves the details of fired events alone.
 */
export function withSegmentKeys<Value>(value: Value, keys: ReadonlyMap<number, string>): Value {
  // Few conditions name a segment by its id.
  if (!JSON.stringify(value)?.includes('"segment_id"')) return value;
  return renamed(value, keys) as Value;
}

function renamed(value: unknown, keys: ReadonlyMap<number, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, keys));
  if (!isObject(value)) return value;
  const segment = keys.get(Number(own(value, 'segment_id')));
  if (own(value, 'type') === 'in_segment' && segment !== undefined) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) =>
        key === 'segment_id' ? ['segment', segment] : [key, one],
      ),
    );
  }
  const entries = Object.entries(value satisfies JsonObject).map(([key, one]) => [
    key,
    key === 'details' ? one : renamed(one, keys),
  ]);
  return Object.fromEntries(entries);
}
