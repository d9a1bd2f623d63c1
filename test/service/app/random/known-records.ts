import type { OperationName } from '@postroad/core/catalog/catalog';

type Json = Record<string, unknown>;
type Call = (name: OperationName, input: object) => Promise<Json>;

/** The lists that records are known from, and which member of an entry fills which kind of argument. */
const lists: readonly [OperationName, Json, Record<string, string>][] = [
  ['list_emails', { limit: 50 }, { email_id: 'id', email_key: 'key' }],
  ['list_flows', { limit: 50 }, { flow_key: 'key' }],
  ['list_segments', { limit: 50 }, { segment_id: 'id', segment_key: 'key' }],
  ['list_people', { limit: 50 }, { person_id: 'id', person_email: 'email' }],
  ['list_broadcasts', { limit: 50 }, { broadcast_id: 'id' }],
  ['list_sequences', { limit: 50 }, { sequence_id: 'id' }],
  ['list_queue', { limit: 40 }, { send_id: 'id' }],
  ['list_messages', { limit: 20 }, { message_id: 'id' }],
  ['list_forms', {}, { form_id: 'id', form_key: 'key' }],
  ['list_themes', {}, { theme_id: 'id', theme_key: 'key' }],
  ['list_layouts', {}, { layout_id: 'id', layout_key: 'key' }],
  ['list_components', {}, { component_id: 'id', component_key: 'key' }],
  ['list_guards', {}, { guard_id: 'id', guard_key: 'key' }],
  ['list_products', {}, { product_id: 'id', product_key: 'key' }],
  ['list_fields', {}, { field_id: 'id', field_key: 'key' }],
  ['list_imports', {}, { import_id: 'id' }],
  ['list_taggings', {}, { tagging_id: 'id' }],
  ['list_changes', { limit: 30 }, { change_id: 'id' }],
  ['list_webhook_endpoints', {}, { endpoint_key: 'key' }],
  ['list_events', { limit: 20 }, { event_id: 'id' }],
  ['list_tokens', {}, { token_id: 'id' }],
];

/** What an account has, as arguments name it. */
export class KnownRecords {
  readonly #values = new Map<string, unknown[]>();
  /** The conditions of its segments, and the definitions of its flows. */
  conditions: unknown[] = [];
  flows: Json[] = [];

  get(kind: string): readonly unknown[] {
    return this.#values.get(kind) ?? [];
  }

  /** Reads all lists again. */
  async read(call: Call): Promise<void> {
    const values = new Map<string, unknown[]>();
    const take = (kind: string, found: unknown[]) =>
      values.set(kind, [...(values.get(kind) ?? []), ...found]);
    for (const [operation, input, members] of lists) {
      const entries = await listed(call, operation, input);
      for (const [kind, member] of Object.entries(members)) {
        take(kind, present(entries.map((entry) => entry[member])));
      }
    }
    const sequences = values.get('sequence_id') ?? [];
    for (const sequence_id of sequences.slice(0, 6)) {
      const answer = await call('get_sequence', { sequence_id });
      const { steps = [] } = (answer.sequence ?? answer) as { steps?: Json[] };
      take('step_id', present(steps.map(({ id }) => id)));
    }
    for (const webhook_endpoint of values.get('endpoint_key') ?? []) {
      const input = { webhook_endpoint, limit: 10 };
      const deliveries = await listed(call, 'list_webhook_deliveries', input);
      take('webhook_delivery_id', present(deliveries.map(({ id }) => id)));
    }
    const keys = (values.get('flow_key') ?? []).slice(0, 20);
    for (const flow_key of keys) {
      const runs = await listed(call, 'list_flow_runs', { flow_key, limit: 10 });
      take('run_id', present(runs.map(({ id }) => id)));
    }
    this.flows = await definitions(call, 'flow', keys);
    const segments = (values.get('segment_key') ?? []).slice(0, 20);
    this.conditions = await definitions(call, 'segment', segments);
    this.#values.clear();
    for (const [kind, found] of values) this.#values.set(kind, found);
  }
}

const present = (values: unknown[]) => values.filter((value) => value !== undefined);

async function listed(call: Call, name: OperationName, input: object): Promise<Json[]> {
  const entries = Object.values(await call(name, input)).find(Array.isArray) ?? [];
  return entries as Json[];
}

async function definitions(
  call: Call,
  noun: 'flow' | 'segment',
  keys: readonly unknown[],
): Promise<Json[]> {
  const found: Json[] = [];
  for (const key of keys) {
    const answer = await call(`get_${noun}`, { [`${noun}_key`]: key });
    const { definition } = answer[noun] as { definition?: Json | null };
    if (definition) found.push(definition);
  }
  return found;
}
