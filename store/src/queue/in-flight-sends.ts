import type { SourceKind } from '../platform/codes.ts';
import type { InFlight } from '../platform/unit-of-work.ts';
import { attempted } from './claims.ts';

/** Mail to these people in hand-over, for `work.block`. */
export function sendsTo(people: readonly number[]): InFlight {
  return {
    async isUnderWay({ sql }) {
      const [row] = await sql<{ found: boolean }[]>`
        select exists (
          select from sends where id = ${attempted(sql)}
            and person_id = any(${[...people]}::bigint[])) as found`;
      return row?.found ?? false;
    },
  };
}

/** Mail of a flow, sequence or broadcast in hand-over, for `work.block`. */
export function sendsFrom(source: { kind: SourceKind; id: number }): InFlight {
  return {
    async isUnderWay({ sql }) {
      const [row] = await sql<{ found: boolean }[]>`
        select exists (
          select from sends where id = ${attempted(sql)}
            and source_kind = ${source.kind} and source_id = ${source.id}) as found`;
      return row?.found ?? false;
    },
  };
}
