import { jsonOf } from '@postroad/core/definitions/text/file-tree';
import { readYaml } from '@postroad/core/definitions/text/yaml-text';
import type { Outcome } from '@postroad/mail/providers/provider';
import { openService } from '@postroad/service/app/open-service';
import { createLog } from '@postroad/service/platform/log';
import { beforeAll, describe, expect, it } from 'vitest';
import { startHttp } from '../http/http-server.ts';
import { calling } from '../service/app/calling.ts';
import { fakeProvider } from '../support/fake-provider.ts';
import { readPromql } from '../support/promql.ts';
import { openTestService, renderer } from '../support/service.ts';
import { readPage } from './guide.ts';

// @database postgres: the metrics are the same on both.

const alertsFile = 'deploy/observe/prometheus-alerts.yml';
const dashboardFile = 'deploy/observe/grafana-dashboard.json';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; fix: string };
}

interface Panel {
  id: number;
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

const rules = (
  jsonOf(readYaml(readPage(alertsFile))) as unknown as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);

const dashboard = JSON.parse(readPage(dashboardFile)) as {
  panels: Panel[];
  templating: { list: { name: string; query: string | { query: string } }[] };
};

/** Grafana fills its variables in before Prometheus reads an expression. */
function filledIn(expression: string): string {
  return expression.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');
}

const expressions: [where: string, expression: string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [title, filledIn(expr)]),
  ),
];

/** Of each metric of a scrape: the values of its labels. */
function labelsIn(scrape: string): Map<string, Map<string, Set<string>>> {
  const metrics = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', labels = ''] of scrape.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = metrics.get(name) ?? new Map<string, Set<string>>();
    metrics.set(name, known);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      known.set(label, (known.get(label) ?? new Set()).add(value));
    }
  }
  return metrics;
}

/** What Prometheus adds to each scrape: the labels, and the metric that says whether it answered. */
const ofPrometheus = { labels: ['job', 'instance'], metric: 'up' };

/** What an expression names that the scrape does not have. */
function unknownIn(expression: string, scrape: Map<string, Map<string, Set<string>>>): string[] {
  const { faults, selected, grouped } = readPromql(expression);
  const own = selected.filter(({ metric }) => metric !== ofPrometheus.metric);
  const foreign = (label: string) => ofPrometheus.labels.includes(label);
  const anyHas = (label: string) => own.some(({ metric }) => scrape.get(metric)?.has(label));
  return [
    ...faults.map((fault) => `is no PromQL at ${fault}`),
    ...own.flatMap(({ metric, matchers }) => {
      const labels = scrape.get(metric);
      if (labels === undefined) return [`no metric ${metric}`];
      return matchers.flatMap(({ label, operator, value }) => {
        if (foreign(label)) return [];
        const values = labels.get(label);
        if (values === undefined) return [`${metric} has no label ${label}`];
        const isKnown = operator !== '=' || values.has(value);
        return isKnown ? [] : [`${metric} has no ${label} ${value}`];
      });
    }),
    ...grouped
      .filter((label) => !foreign(label) && !anyHas(label))
      .map((label) => `nothing has the label ${label}`),
  ];
}

const outcomes: Outcome[] = [
  { kind: 'accepted', providerId: null },
  { kind: 'refused', permanent: true, status: 550, enhanced: null, reason: 'no' },
  { kind: 'unreachable', reason: 'away' },
  { kind: 'uncertain', reason: 'silent' },
];

/** The metrics of a service that did well and badly at everything. */
async function scrapeOfEverything(): Promise<string> {
  const state = { away: false, fault: null as string | null };
  const provider = {
    ...fakeProvider(),
    get concurrency(): number {
      if (state.away) throw new Error('A fault of the test.');
      return 4;
    },
  };
  const opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  const database = { ...opened.database, fault: () => state.fault };
  const service = await openService(opened.config, {
    ...{ database, renderer, provider, log: createLog('silent') },
  });
  const server = await startHttp(service);
  try {
    const { call } = calling({ service, actor: opened.actor });
    const { email } = await call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
    const nodes = [{ type: 'send_email', email_id: email.id }];
    await call('create_flow', { key: 'mail', definition: { trigger: { event: 'go' }, nodes } });
    await call('activate_flow', { flow_key: 'mail' });
    for (const [at, outcome] of outcomes.entries()) {
      provider.answer = outcome;
      await call('record_event', { email: `p${at}@example.com`, name: 'go' });
      while (await service.tick());
    }
    state.away = true;
    await expect(service.round('sends')).rejects.toThrow('A fault of the test.');
    state.away = false;
    await server.ask('GET', '/api/v1/profile', { token: 'wrong' });
    state.fault = 'The disk is full.';
    expect((await server.ask('GET', '/healthz')).status).toBe(503);
    state.fault = null;
    return (await server.ask('GET', '/metrics', { token: null })).text;
  } finally {
    await server.stop();
    await service.close();
    await opened.close();
  }
}

describe('OBS-05 the dashboard and the alerts', () => {
  let scrape: Map<string, Map<string, Set<string>>>;
  let text: string;

  beforeAll(async () => {
    text = await scrapeOfEverything();
    scrape = labelsIn(text);
  });

  it.each(expressions)('%s names only what a scrape has', (_where, expression) => {
    expect(unknownIn(expression, scrape)).toEqual([]);
  });

  it('show every metric', () => {
    const named = new Set(
      expressions.flatMap(([, expression]) =>
        readPromql(expression).selected.map(({ metric }) =>
          metric.replace(/_(?:bucket|sum|count)$/, ''),
        ),
      ),
    );
    const made = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    expect(made.filter((name) => !named.has(name))).toEqual([]);
  });

  it('would see a name that a scrape does not have', () => {
    const unknown = (expression: string) => unknownIn(expression, scrape);
    expect(unknown('rate(postroad_nothing[5m])')).toEqual(['no metric postroad_nothing']);
    expect(unknown('postroad_overdue{line="x"}')).toEqual(['postroad_overdue has no label line']);
    expect(unknown('postroad_overdue{lane="x"}')).toEqual(['postroad_overdue has no lane x']);
    expect(unknown('sum by (x) (postroad_overdue)')).toEqual(['nothing has the label x']);
    expect(unknown('sum by (lane (postroad_overdue)')).not.toEqual([]);
    expect(unknown('max by (lane, instance) (postroad_overdue{job="a"}) > 0')).toEqual([]);
  });

  it('each alert has a name, a severity, a summary and what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect(alert).toMatch(/^Postroad[A-Z]\w+$/);
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary, alert).toMatch(/\.$/);
      expect(annotations.fix, alert).toMatch(/\.$/);
    }
  });

  it('no two panels of the dashboard overlap or have one id, and every variable is declared', () => {
    const { panels, templating } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const [index, { title, gridPos: one }] of panels.entries()) {
      expect(one.x + one.w, title).toBeLessThanOrEqual(24);
      for (const { title: beside, gridPos: other } of panels.slice(index + 1)) {
        const apart =
          one.x + one.w <= other.x ||
          other.x + other.w <= one.x ||
          one.y + one.h <= other.y ||
          other.y + other.h <= one.y;
        expect(apart, `${title} and ${beside}`).toBe(true);
      }
    }
    const declared = [...templating.list.map(({ name }) => name), '__rate_interval', '__all'];
    const used = [...JSON.stringify(panels).matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !declared.includes(name))).toEqual([]);
  });
});
