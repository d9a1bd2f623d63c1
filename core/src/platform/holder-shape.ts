import { z } from 'zod';
import { id } from './operations/shapes.ts';

/** A record that names another one and so keeps it (SAFE-18). */
export const holderShape = z.strictObject({
  kind: z.string().describe('flow, sequence, broadcast, segment, guard, form, toggle and so on'),
  id: id.nullable().describe('Null for what is no record, such as a toggle'),
  key: z.string().nullable(),
  name: z.string(),
  status: z.string().nullable(),
});
