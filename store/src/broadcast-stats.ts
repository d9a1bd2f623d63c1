import type { Tx } from './transaction.ts';

/** Contract §2, Email stats; people are counted once. */
export interface BroadcastStats {
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  bounced: number;
  complained: number;
  unsubscribed: number;
  failed: number;
  skipped: number;
}

const none: BroadcastStats = {
  ...{ sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0 },
  ...{ complained: 0, unsubscribed: 0, failed: 0, skipped: 0 },
};

/**
 * Of each broadcast, by its id, in one statement over what ended of them. Opens and clicks are those
 * without bots; an unsubscribe counts for the last email that the person was sent before.
 */
export async function broadcastStats(
  { sql }: Tx,
  ids: readonly number[],
): Promise<(id: number) => BroadcastStats> {
  if (ids.length === 0) return () => none;
  const rows = await sql<(BroadcastStats & { id: number })[]>`
    with ended as materialized (
      select id, source_id, person_id, email_id, status, ended_at from send_log
      where source_kind = 2 and source_id = any(${[...ids]}::bigint[]))
    select b.id, n.*, t.*, g.*, u.*
    from unnest(${[...ids]}::bigint[]) as b (id)
    cross join lateral (
      select count(*) filter (where status = 5)::bigint as sent,
        count(*) filter (where status = 6)::bigint as failed,
        count(*) filter (where status = 7)::bigint as skipped
      from ended where source_id = b.id) n
    cross join lateral (
      select count(distinct f.send_id) filter (where f.kind = 0)::bigint as delivered,
        count(distinct f.send_id) filter (where f.kind in (1, 2))::bigint as bounced,
        count(distinct f.send_id) filter (where f.kind = 3)::bigint as complained
      from ended s join send_feedback f on f.send_id = s.id
      where s.source_id = b.id and f.kind <= 3) t
    cross join lateral (
      select count(distinct g.person_id) filter (where g.kind = 0)::bigint as opened,
        count(distinct g.person_id) filter (where g.kind = 1)::bigint as clicked
      from ended s join email_engagements g
        on g.person_id = s.person_id and g.email_id = s.email_id
      where s.source_id = b.id and s.status = 5) g
    cross join lateral (
      select count(*)::bigint as unsubscribed
      from ended s join people p on p.id = s.person_id and p.unsubscribed_at >= s.ended_at
      where s.source_id = b.id and s.status = 5 and not exists (
        select from send_log later
        where later.person_id = s.person_id and later.status = 5 and later.source_kind <> 3
          and later.ended_at > s.ended_at and later.ended_at <= p.unsubscribed_at)) u`;
  const byId = new Map(rows.map(({ id, ...stats }) => [id, stats]));
  return (id) => byId.get(id) ?? none;
}
