import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { guards, segments, sequences } from './automation.ts';
import { fields, products, themes } from './content.ts';
import { people } from './people.ts';

/**
 * What a load brings, which a dry run says without playing five weeks. Of the flows, broadcasts and emails,
 * operators make some in these weeks.
 */
export const recordsLoaded: OperationOutput<'load_example'>['loaded'] = [
  { resource: 'people', count: people.length },
  { resource: 'flows', count: 4 },
  { resource: 'sequences', count: Object.keys(sequences).length },
  { resource: 'broadcasts', count: 5 },
  { resource: 'emails', count: 21 },
  { resource: 'segments', count: segments.length },
  { resource: 'guards', count: guards.length },
  { resource: 'templates', count: 2 },
  { resource: 'themes', count: themes.length },
  { resource: 'components', count: 1 },
  { resource: 'products', count: products.length },
  { resource: 'fields', count: fields.length },
];
