import { plainCall } from '@postroad/core/catalog/call';
import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import { isObject } from '@postroad/core/platform/json';
import type { Connection } from '../connection/connection.ts';
import { cellOf } from './cell.ts';
import { readingView, wrap } from './reading-view.ts';
import { type RowView, table } from './table.ts';
import { screenLine, screenText } from './terminal-width.ts';

type Entry = OperationOutput<'get_timeline'>['timeline'][number];

function because(reason: string | null): string {
  return reason === null || reason === '' ? '' : `: ${reason}`;
}

function detailsText(details: object): string {
  const pairs = Object.entries(details).map(
    ([key, value]) => `${key}=${isObject(value) ? JSON.stringify(value) : cellOf(value)}`,
  );
  return pairs.join(' ');
}

/** What happened, beside its kind. */
function entryText(entry: Entry): string {
  switch (entry.kind) {
    case 'event':
      return `${entry.name}  ${detailsText(entry.details)}`;
    case 'run_started':
      return `flow ${entry.flow.name}, run ${entry.id}`;
    case 'run_ended':
      return `flow ${entry.flow.name}, run ${entry.id}, ${entry.status}${because(entry.reason)}`;
    case 'step': {
      const arm = entry.arm === null ? '' : ` → ${entry.arm}`;
      return `${entry.step_id ?? entry.flow.key} ${entry.outcome}${arm}${because(entry.reason)}`;
    }
    case 'sequence_started': {
      const next = entry.next === null ? '' : `, step ${entry.next.position} next`;
      return `sequence ${entry.sequence.name}${next}`;
    }
    case 'send': {
      const from =
        entry.source.name === null ? '' : ` by ${entry.source.kind} ${entry.source.name}`;
      return `${entry.email.title}, ${entry.status}${from}${because(entry.reason)}`;
    }
    case 'opened':
    case 'clicked':
      return entry.email.title;
    case 'note':
      return `${entry.body} (${entry.author})`;
  }
}

type Email = OperationOutput<'list_emails'>['emails'][number];
type Broadcast = OperationOutput<'list_broadcasts'>['broadcasts'][number];

/** The columns of lists whose records say more than fits, the most telling ones first. */
const rowViews: { readonly [Name in OperationName]?: (row: never) => Record<string, unknown> } = {
  get_timeline: (entry: Entry) => ({ at: entry.at, kind: entry.kind, what: entryText(entry) }),
  list_emails: ({ id, key, title, subject, labels, template_id, archived, updated_at }: Email) => ({
    ...{ id, key, title, subject, labels, template_id, updated_at },
    archived: archived ? 'archived' : null,
  }),
  list_broadcasts: ({ id, name, status, segment, send_at, recipients, stats }: Broadcast) => {
    // Before it begins, its figures are all zero and say nothing.
    const figures = recipients === null ? null : stats;
    return {
      ...{ id, name, status, recipients },
      ...{ sent: figures?.sent, opened: figures?.opened, clicked: figures?.clicked, send_at },
      ...{ unsubscribed: figures?.unsubscribed, bounced: figures?.bounced },
      ...{ failed: figures?.failed, segment },
    };
  },
};

/** The view of the rows of an answer, unless the caller chose their members. */
export function rowViewOf(
  name: OperationName,
  input: Record<string, unknown>,
): RowView | undefined {
  return input.fields === undefined ? (rowViews[name] as RowView | undefined) : undefined;
}

export interface ViewContext {
  input: Record<string, unknown>;
  connection: Connection;
  columns: number;
}

function totalFirst(
  { days, links, ...totals }: OperationOutput<'get_email_stats'>,
  columns: number,
) {
  const rows = [{ date: 'total', ...totals }, ...days];
  const counted = Object.entries(totals).flatMap(([name, count]) => (count === 0 ? [] : [name]));
  if (counted.length === 0) counted.push('sent', 'delivered');
  const shown = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([key]) => key === 'date' || counted.includes(key)),
    ),
  );
  const linkTable = links.length === 0 ? '' : `\n${table(links, columns)}`;
  return table(shown, columns) + linkTable;
}

function explained(
  { person, would_send, reasons }: OperationOutput<'explain_delivery'>,
  columns: number,
) {
  const lines = [
    `${person.email}: ${would_send ? 'an email is on its way' : 'no email is on its way'}`,
  ];
  for (const { code, message, fix, quote } of reasons) {
    const said = [message, fix, quote === undefined ? '' : `"${quote}"`].filter(Boolean);
    const texts = said.flatMap((text) => wrap(text, columns - 2));
    lines.push('', code, ...texts.map((text) => `  ${text}`));
  }
  return `${lines.map(screenLine).join('\n')}\n`;
}

/** Answers that read better in words of their own. */
export const textViews: {
  readonly [Name in OperationName]?: (answer: never, view: ViewContext) => Promise<string> | string;
} = {
  get_email_stats: (answer: OperationOutput<'get_email_stats'>, { columns }) =>
    totalFirst(answer, columns),
  explain_delivery: (answer: OperationOutput<'explain_delivery'>, { columns }) =>
    explained(answer, columns),
  async get_flow(answer: OperationOutput<'get_flow'>, { input, connection, columns }) {
    const { format } = input;
    if (format !== undefined || answer.flow === undefined) return readingView(answer, columns);
    const asked = { flow_key: input.flow_key, format: 'outline' };
    const { output } = await connection.call('get_flow', asked, plainCall);
    // The outline has the steps too, in their order and in words.
    const { definition: _, steps: __, ...flow } = answer.flow;
    const { outline = '' } = output as OperationOutput<'get_flow'>;
    return `${readingView({ ...answer, flow }, columns)}\n${screenText(outline).trimEnd()}\n`;
  },
  preview_email: (answer: OperationOutput<'preview_email'>, { columns }) => {
    const { html: _, text, ...rest } = answer;
    const hint = '--open shows the HTML in a browser, --out writes it to a file.';
    return `${readingView(rest, columns)}\n${screenText(text.trimEnd())}\n\n${hint}\n`;
  },
};

/** Long documents for programs, which are read as JSON on a terminal too. */
export const asJson: ReadonlySet<OperationName> = new Set([
  'describe_schema',
  'export_definitions',
]);
