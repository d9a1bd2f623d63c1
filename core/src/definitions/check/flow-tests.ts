import type { Tunables } from '../../account/tunables.ts';
import { readableSegments } from '../../conditions/segments.ts';
import type { CaseWorld } from '../../flows/cases/case-world.ts';
import { checkCase } from '../../flows/cases/check-case.ts';
import { type CaseResult, runCase } from '../../flows/cases/run-case.ts';
import type { TestedFlow } from '../../flows/cases/tested-flow.ts';
import { compileFlow } from '../../flows/definition/compile.ts';
import type { Definition } from '../../flows/definition/definition.ts';
import type { References } from '../../flows/definition/references.ts';
import { type Issue, meant } from '../../platform/issue.ts';
import { quoted } from '../../platform/json.ts';
import { nearest } from '../../platform/nearest.ts';
import { isTimezone } from '../../platform/timestamp.ts';
import { ZoneClock } from '../../platform/zone-clock.ts';
import { addByKey } from '../new-records.ts';
import { recordTypeOf } from '../record-types.ts';
import type { Account, Records } from '../records.ts';

type FlowTest = Records['flow_test'];

/** The key of the flow that a test is of. */
export function flowOfTest({ key }: Pick<FlowTest, 'key'>): string {
  return key.slice(0, Math.max(key.indexOf('/'), 0));
}

/** The tests of the flows of an account; each flow is compiled once. */
export class FlowTests {
  readonly #account: Account;
  readonly #references: References;
  readonly #flows = new Map<string, TestedFlow | null>();
  #world: CaseWorld | null = null;

  constructor(account: Account, references: References) {
    this.#account = account;
    this.#references = references;
  }

  /** What a test names that is not there. */
  check(test: FlowTest): Issue[] {
    const key = flowOfTest(test);
    const flow = this.#flow(key);
    if (flow !== null) return checkCase(flow, test, this.#worldOf());
    const message = `There is no flow ${quoted(key)}.`;
    const fix = `Add flows/${key}.json, or move the file to the folder of its flow.`;
    const near = nearest(
      key,
      this.#account.flow.map((one) => one.key),
    );
    return [meant({ path: '', code: 'flow_unknown', message, fix }, near)];
  }

  /** Runs a test; null where its flow is missing. */
  run(test: FlowTest): CaseResult | null {
    const flow = this.#flow(flowOfTest(test));
    return flow === null ? null : runCase(flow, test, this.#worldOf());
  }

  /** The flow with its world, to record a test of it; null if there is none. */
  recording(key: string): { flow: TestedFlow; world: CaseWorld } | null {
    const flow = this.#flow(key);
    return flow === null ? null : { flow, world: this.#worldOf() };
  }

  #flow(key: string): TestedFlow | null {
    const known = this.#flows.get(key);
    if (known !== undefined) return known;
    const flow = this.#account.flow.find((one) => one.key === key);
    const made = flow
      ? { key, compiled: compileFlow(flow.definition as unknown as Definition) }
      : null;
    this.#flows.set(key, made);
    return made;
  }

  #worldOf(): CaseWorld {
    this.#world ??= caseWorldOf(this.#account, this.#references);
    return this.#world;
  }
}

function caseWorldOf(
  account: Account,
  { emails, fields, sequencesOff, segments }: References,
): CaseWorld {
  const { timezone } = account.profile;
  const byKey = <Type extends 'email' | 'sequence'>(type: Type) =>
    addByKey(
      new Map(),
      account[type].flatMap((record) => {
        const { id, key } = record;
        const label = recordTypeOf(type).label(record);
        return id === null ? [] : [{ id, key, label }];
      }),
    );
  const sequences = account.sequence.flatMap(({ id }) => id ?? []);
  return {
    clock: new ZoneClock(timezone !== undefined && isTimezone(timezone) ? timezone : 'UTC'),
    emails,
    fieldTypes: fields,
    tunables: new Map(Object.entries((account.settings.tunables ?? {}) as Tunables)),
    sequences: new Map(sequences.map((id) => [id, { enabled: !sequencesOff.has(id) }])),
    segments: readableSegments(
      account.segment.map(({ key, definition }) => ({
        id: segments.get(key) ?? 0,
        key,
        definition,
      })),
    ),
    keys: { email: byKey('email'), sequence: byKey('sequence') },
  };
}
