import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { localDate } from '@postroad/core/platform/local-date';
import type { ReportBy } from '@postroad/core/sending/report-operations';
import type { Database } from '@postroad/store/platform/connection/database';

type Report = OperationOutput<'get_report'>;
type Row = Report['rows'][number];
type Figure = Exclude<keyof Row, 'key' | 'name'>;

/** Something that counts once of one mail. */
export interface RowFact {
  send_id: number;
  figure: Figure;
  at: Date;
  /** The address that was clicked; null for the mail. */
  url: string | null;
}

interface Mail {
  id: number;
  status: string;
  source_kind: string;
  source_id: number | null;
  step_id: number | null;
  email_id: number;
  provider: string | null;
  ended_at: Date;
}

export const none: Omit<Row, 'key' | 'name'> = {
  ...{ sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0 },
  ...{ complained: 0, unsubscribed: 0, failed: 0, skipped: 0, converted: 0, holdout: 0 },
};

/** What the rows say happened to mails, in whatever order they came. */
export async function factsOfRows({ pool }: Database): Promise<RowFact[]> {
  const feedback = await pool<{ send_id: number; kind: string; at: Date }[]>`
    select send_id, kind, occurred_at as at from send_feedback order by id`;
  const left = await pool<{ send_id: number; at: Date }[]>`
    select send_id, unsubscribed_at as at from unsubscribes where send_id is not null order by id`;
  const hits = await pool<{ send_id: number; kind: string; at: Date; url: string | null }[]>`
    select h.send_id, h.kind, h.occurred_at as at,
      case when h.link_number >= 0 then l.urls[h.link_number + 1] else l.templates[-h.link_number] end as url
    from tracking_hits h left join email_links l on l.id = h.link_set
    where h.verdict = 'human' order by h.occurred_at`;
  const all: RowFact[] = [];
  for (const { send_id, kind, at } of feedback) {
    const figure = kind.endsWith('bounced') ? 'bounced' : (kind as Figure);
    all.push({ send_id, figure, at, url: null });
  }
  for (const { send_id, at } of left) all.push({ send_id, figure: 'unsubscribed', at, url: null });
  for (const { send_id, kind, at, url } of hits) {
    all.push({ send_id, figure: kind === 'open' ? 'opened' : 'clicked', at, url: null });
    if (url !== null) all.push({ send_id, figure: 'clicked', at, url });
  }
  const first = new Map<string, RowFact>();
  for (const fact of all) {
    const key = `${fact.send_id} ${fact.figure} ${fact.url}`;
    if (!first.has(key)) first.set(key, fact);
  }
  return [...first.values()];
}

/** The names by which rows of a report call records, and labels of emails. */
export interface Named {
  emails: ReadonlyMap<number, { key: string; labels: readonly string[] }>;
  flows: ReadonlyMap<number, { key: string; steps: ReadonlyMap<number, string> }>;
  sequences: ReadonlyMap<number, string>;
}

function keysOf(by: ReportBy, mail: Mail, fact: RowFact, day: string, named: Named): string[] {
  const { source_kind: kind, source_id, step_id } = mail;
  if ((by === 'link') !== (fact.url !== null)) return [];
  const flow = named.flows.get(source_id ?? 0);
  switch (by) {
    case 'day':
      return [day];
    case 'link':
      return [fact.url ?? ''];
    case 'email':
      return [named.emails.get(mail.email_id)?.key ?? ''];
    case 'label':
      return [...(named.emails.get(mail.email_id)?.labels ?? [])];
    case 'provider':
      return mail.provider === null ? [] : [mail.provider];
    case 'broadcast':
      return kind === 'broadcast' ? [String(source_id)] : [];
    case 'flow':
      return kind === 'flow' ? [flow?.key ?? ''] : [];
    case 'sequence':
      return kind === 'sequence' ? [named.sequences.get(source_id ?? 0) ?? ''] : [];
    case 'step':
      if (kind === 'flow') return [flow?.steps.get(step_id ?? 0) ?? ''];
      return kind === 'sequence' ? [String(step_id)] : [];
  }
}

/** Every mail that ended, with what happened to it. */
export interface Happened {
  mails: ReadonlyMap<number, Mail>;
  facts: readonly RowFact[];
}

/** Reads it from the rows; `erased` are facts whose rows are gone. */
export async function readHappened(
  database: Database,
  erased: readonly RowFact[],
): Promise<Happened> {
  const mails = await database.pool<Mail[]>`
    select id, status, source_kind, source_id, step_id, email_id, provider, ended_at from send_log
    where source_kind <> 'test'`;
  const ended = mails
    .filter(({ status }) => status !== 'canceled')
    .map((mail): RowFact => {
      return { send_id: mail.id, figure: mail.status as Figure, at: mail.ended_at, url: null };
    });
  return {
    mails: new Map(mails.map((mail) => [mail.id, mail])),
    facts: [...ended, ...(await factsOfRows(database)), ...erased],
  };
}

/** A report counted from the rows. */
export function recount(
  { mails, facts }: Happened,
  { by, from, to, zone }: { by: ReportBy; from: string; to: string; zone: string },
  named: Named,
): Map<string, Omit<Row, 'key' | 'name'>> {
  const rows = new Map<string, Omit<Row, 'key' | 'name'>>();
  for (const fact of facts) {
    const mail = mails.get(fact.send_id);
    const day = localDate(fact.at, zone);
    if (!mail || day < from || day > to) continue;
    for (const key of keysOf(by, mail, fact, day, named)) {
      const row = rows.get(key) ?? { ...none };
      rows.set(key, { ...row, [fact.figure]: row[fact.figure] + 1 });
    }
  }
  return rows;
}
