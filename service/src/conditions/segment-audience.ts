import { notFound } from '@postroad/core/platform/refusal';
import { loadAudience } from '@postroad/store/conditions/audience';
import { findSegment } from '@postroad/store/conditions/segment';
import type { AudienceNamed } from '../people/audience.ts';

export const audienceNamed: AudienceNamed = async (tx, segment) => {
  const row = await findSegment(tx, segment);
  if (!row) throw notFound('segment', segment);
  return await loadAudience(tx, row.definition);
};
