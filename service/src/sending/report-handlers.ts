import { outline } from '@postroad/core/flows/drawing/summary';
import { limits } from '@postroad/core/platform/limits';
import { invalid } from '@postroad/core/platform/refusal';
import type { ReportBy } from '@postroad/core/sending/report-operations';
import { statsRange } from '@postroad/core/sending/stats-range';
import { findFlowsByIds } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';
import { readFiguresZone } from '@postroad/store/queue/figure-rollups';
import {
  figuresOf,
  namesOf,
  type ReportRow,
  readReport,
  sequenceStepNames,
} from '@postroad/store/sending/report';
import { bouncesByDomain } from '@postroad/store/sending/send-feedback';
import { stepNames } from '../flows/step-names.ts';
import type { AccountTime } from '../platform/account-clock.ts';
import { type Handlers, read } from '../platform/handler.ts';

/** The key and the name of a row; the name is null where the record was deleted. */
interface Label {
  key: string;
  name: string | null;
}

type Labels = (row: ReportRow) => Label;

/** Emails, flows, sequences and broadcasts, by their ids. */
async function recordLabels(
  tx: Tx,
  kind: 'email' | 'flow' | 'sequence' | 'broadcast',
  rows: readonly ReportRow[],
): Promise<Labels> {
  const ids = rows.map(({ key }) => Number(key));
  const records = new Map((await namesOf(tx, kind, ids)).map((record) => [record.id, record]));
  return ({ key: id }) => {
    const record = records.get(Number(id));
    return { key: record?.key ?? id, name: record?.name ?? null };
  };
}

/** Steps of flows by their Step ID, steps of sequences by their id. */
async function stepLabels(tx: Tx, rows: readonly ReportRow[]): Promise<Labels> {
  const of = (kind: string) =>
    rows.map(({ key }) => key.split(' ')).filter(([found]) => found === kind);
  const flows = await findFlowsByIds(tx, [...new Set(of('flow').map(([, id]) => Number(id)))]);
  const emails = await stepNames(
    tx,
    flows.map(({ definition }) => definition),
  );
  const known = new Map<string, Label>();
  for (const flow of flows) {
    for (const step of outline(flow.key, flow.definition, emails)) {
      const name = `${flow.name}: ${step.summary}`;
      known.set(`flow ${flow.id} ${step.id}`, { key: step.step_id, name });
    }
  }
  const keys = new Map(flows.map(({ id, key }) => [String(id), key]));
  const steps = await sequenceStepNames(
    tx,
    of('sequence').map(([, , id]) => Number(id)),
  );
  const sequenceNames = new Map(steps.map(({ id, name }) => [String(id), name]));
  return ({ key }) => {
    const [kind, source = '', step = ''] = key.split(' ');
    if (kind === 'sequence') return { key: step, name: sequenceNames.get(step) ?? null };
    return known.get(key) ?? { key: `${keys.get(source) ?? source}.${step}`, name: null };
  };
}

async function labelsOf(tx: Tx, by: ReportBy, rows: readonly ReportRow[]): Promise<Labels> {
  switch (by) {
    case 'email':
    case 'flow':
    case 'sequence':
    case 'broadcast':
      return await recordLabels(tx, by, rows);
    case 'step':
      return await stepLabels(tx, rows);
    default:
      return ({ key }) => ({ key, name: key });
  }
}

const faults = {
  from: 'from must be a day such as 2026-01-31.',
  to: 'to must be a day such as 2026-01-31.',
  order: 'from must not be after to.',
};

const tooLong = `A report covers at most ${limits.reportDays} days; ask for fewer with from and to.`;

const dayMs = 86_400_000;

export const reportHandlers: Pick<Handlers<AccountTime>, 'get_report' | 'list_bounces'> = {
  list_bounces: read(async ({ days = limits.bounceDaysDefault }, { tx }) => {
    const { rows, found } = await bouncesByDomain(tx, {
      since: new Date(tx.now.getTime() - days * dayMs),
      most: limits.bouncesCounted + 1,
      domains: limits.bounceDomains,
    });
    return {
      domains: rows.map(({ last_at, ...row }) => ({ ...row, last_at: last_at.toISOString() })),
      ...(found > limits.bouncesCounted && { more: true as const }),
    };
  }),
  get_report: read(async ({ from, to, by, limit = limits.reportRows }, { tx, deps }) => {
    const clock = await deps.accountClock(tx);
    // One day more than there may be shows that the period is too long.
    const range = statsRange({ from, to }, tx.now, clock, limits.reportDays + 1);
    if (typeof range === 'string') {
      const path = range === 'order' ? 'from' : range;
      throw invalid([{ path, code: 'value_invalid', message: faults[range] }]);
    }
    const { dates, borders } = range;
    if (dates.length > limits.reportDays)
      throw invalid([{ path: 'from', code: 'value_invalid', message: tooLong }]);
    const ready = (await readFiguresZone(tx)) === clock.timezone;
    const report = await readReport(tx, { dates, borders, ready }, by, limit);
    const rows = report.rows.slice(0, limit);
    const labels = await labelsOf(tx, by, rows);
    return {
      rows: rows.map((row) => ({ ...labels(row), ...figuresOf(row) })),
      totals: report.totals,
      ...(report.rows.length > limit && { more: true as const }),
    };
  }),
};
