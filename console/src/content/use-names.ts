import { isObject } from '@postroad/core/platform/json';
import { useMemo } from 'preact/hooks';
import { useRead } from '../platform/reads.ts';
import type { Names } from './editor/vocabulary.ts';

/** Milliseconds between two looks at the details of events, which are learned without a notice. */
const learnedMs = 10_000;

/** The records that a text can name, to be offered while it is written. */
export function useNames(): Names {
  const components = useRead('list_components', { limit: 200 }).data?.components;
  const fields = useRead('list_fields', { limit: 200 }).data?.fields;
  const types = useRead('list_event_types', { limit: 50 }, { every: learnedMs }).data?.event_types;
  return useMemo(
    () => ({
      components: components ?? [],
      fields: fields ?? [],
      details: [
        ...new Set(
          (types ?? []).flatMap(({ shape }) => (isObject(shape) ? Object.keys(shape) : [])),
        ),
      ].filter((key) => /^[A-Za-z_]\w*$/.test(key)),
    }),
    [components, fields, types],
  );
}
