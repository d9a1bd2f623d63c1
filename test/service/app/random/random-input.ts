import type { OperationName } from '@postroad/core/catalog/catalog';
import { contractSchemasOf } from '@postroad/core/catalog/contract-schemas';
import type { Chance } from '../../../support/chance.ts';
import type { Schema } from '../../../support/json-schema.ts';
import type { KnownRecords } from './known-records.ts';

type Json = Record<string, unknown>;

/** Examples from `describe_schema`. */
export interface DescribedExamples {
  conditions: unknown[];
  steps: Json[];
  triggers: unknown[];
}

/** A part of an input on the way down. */
interface Place {
  operation: OperationName;
  name: string;
  depth: number;
  root: Schema;
}

const tags = ['vip', 'trial', 'lead', 'Große Kunden', 'a,b'];
const events = ['signed_up', 'order_paid', 'cart_added', 'flow.called', 'Login'];
const fields = ['plan', 'points', 'born_on', 'company'];
const texts = [
  'Hello',
  'Hi {{ person.first_name | default: "you" }}',
  '{{ event.total }}',
  'Grüße 🎉',
  '{% if person.tags contains "vip" %}VIP{% endif %}',
  'x {{ unsubscribe_url }}',
  '**bold** [link](https://example.com/a?b=1)',
  '{{ person.plan',
  ' ',
  'A\nB',
];
const pages = ['<html><body>{{ content }}</body></html>', '{{ content }}', '<b>x</b>'];
const zones = ['Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata', 'Pacific/Apia'];
/** Nothing listens there, and no name is looked up: a move of the clock waits for each attempt. */
const urls = ['https://127.0.0.1:9/a', 'https://127.0.0.1:9/b', 'https://10.0.0.1/x'];
const addresses = ['shop@example.com', 'Ada <ada@example.com>', 'x@example.org'];
const scopes = ['read', 'draft', 'send', 'write', 'admin', 'events'];

/** Arguments that name a record, by a pattern where several do, and the kind of what they take. */
const recordArguments: readonly [RegExp, string][] = [
  [/(^|_)email_id$/, 'email_id'],
  [/^flow(_key)?$/, 'flow_key'],
  [/segment_id$/, 'segment_id'],
  [/^segment$/, 'segment_key'],
  [/^person$/, 'person_email'],
  [/^theme(_key)?$/, 'theme_key'],
  [/^template_id$/, 'layout_id'],
  [/^(layout|template)$/, 'layout_key'],
  [/^webhook_endpoint$/, 'endpoint_key'],
  [/^(segment|component|guard|product|form|field|email)_key$/, ''],
  [/^\w+_id$/, ''],
];

/** Makes inputs that an operation mostly takes, by its schema and by what the account has. */
export class RandomInputs {
  readonly #chance: Chance;
  readonly #known: KnownRecords;
  readonly #examples: DescribedExamples;
  readonly #now: Date;
  readonly #schemas = new Map<OperationName, Schema>();
  #made = 0;

  constructor(chance: Chance, known: KnownRecords, examples: DescribedExamples, now: Date) {
    this.#chance = chance;
    this.#known = known;
    this.#examples = examples;
    this.#now = now;
  }

  of(name: OperationName): Json {
    this.#made += 1;
    const root = this.#schema(name);
    const input = this.#value(root, { operation: name, name, depth: 6, root }) as Json;
    return this.#adjusted(name, input);
  }

  #schema(name: OperationName): Schema {
    const known = this.#schemas.get(name);
    if (known) return known;
    const schema = contractSchemasOf(name).input as Schema;
    this.#schemas.set(name, schema);
    return schema;
  }

  /** Where arguments exclude each other, most inputs would be refused. */
  #adjusted(name: OperationName, input: Json): Json {
    const chance = this.#chance;
    if (/^create_(segment|guard|component)$/.test(name))
      return { ...input, name: `N${this.#made}` };
    switch (name) {
      case 'move_clock':
        if (chance.happens(0.3)) return input;
        return {
          advance: { amount: 1 + chance.below(20), unit: chance.one(['minutes', 'hours']) },
        };
      case 'create_broadcast':
        return {
          ...{ name: `B${this.#made}`, segment_id: this.#record('segment_id') },
          ...{ email_source: 'copy', email_id: this.#record('email_id') },
        };
      case 'schedule_broadcast': {
        const sendAt = new Date(this.#now.getTime() + chance.below(200) * 3_600_000);
        return { broadcast_id: this.#record('broadcast_id'), send_at: sendAt.toISOString() };
      }
      case 'create_layout':
        return { ...input, name: `L${this.#made}`, html: pages[0] };
      case 'record_event':
        return { ...input, email: this.#record('person_email') };
      case 'send_message':
        return chance.happens(0.5)
          ? { to: this.#record('person_email'), subject: 'S', text: 'T' }
          : { to: this.#record('person_email'), email: this.#record('email_key') };
      case 'tag_people': {
        const who = { segment: this.#record('segment_key') };
        return { add_tags: [chance.one(tags)], ...(chance.happens(0.5) ? who : { tag: 'vip' }) };
      }
      case 'publish_email':
      case 'publish_flow': {
        const { draft_revision: _, ...rest } = input;
        return rest;
      }
      default:
        return input;
    }
  }

  #value(schema: Schema, place: Place): unknown {
    const chance = this.#chance;
    const { name, operation } = place;
    const deeper = { ...place, depth: place.depth - 1 };
    if (schema.$ref) {
      const target = place.root.$defs?.[schema.$ref.split('/').at(-1) ?? ''];
      return target && place.depth > 0 ? this.#value(target, deeper) : undefined;
    }
    if (name === 'definition') return operation.includes('flow') ? this.#flow() : this.#condition();
    if (name === 'condition' || name === 'conditions') return this.#condition();
    if (schema.const !== undefined) return schema.const;
    if (schema.enum && schema.enum.length > 0) return chance.one(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    const isNamed = schema.type !== 'object' && schema.type !== 'boolean';
    if (isNamed && !(choices && chance.happens(0.2))) {
      const named = this.#byName(place);
      if (named !== unnamed) return named;
    }
    if (choices) return this.#value(chance.one(choices), deeper);
    if (schema.allOf?.[0]) return this.#value(schema.allOf[0], deeper);
    const type = Array.isArray(schema.type) ? chance.one(schema.type) : schema.type;
    return this.#typed(type, schema, deeper);
  }

  #typed(type: string | undefined, schema: Schema, deeper: Place): unknown {
    const chance = this.#chance;
    if (type === 'null') return null;
    if (type === 'boolean') return chance.happens(0.5);
    if (type === 'integer' || type === 'number') {
      const least = Math.max(schema.minimum ?? 0, -5);
      return least + chance.below(Math.min(schema.maximum ?? 100, least + 60) - least + 1);
    }
    if (type === 'array') {
      if (deeper.depth < 0) return [];
      const count = Math.max(schema.minItems ?? 0, chance.below(3));
      const entry = { ...deeper, name: deeper.name.replace(/s$/, '') };
      return Array.from({ length: count }, () => this.#value(schema.items ?? {}, entry));
    }
    if (type === 'object') return this.#object(schema, deeper);
    if (type === 'string') {
      return chance.one(['a', 'News', chance.one(texts), 'k1', this.#time(), 'de', '#336699']);
    }
    return chance.one([1, 'a', null, true, { a: 1 }]);
  }

  #object({ properties = {}, required = [] }: Schema, deeper: Place): Json {
    const made: Json = {};
    for (const [name, part] of Object.entries(properties)) {
      const share = deeper.depth > 2 ? 0.35 : 0.5;
      if (!required.includes(name) && !this.#chance.happens(share)) continue;
      const value = this.#value(part, { ...deeper, name });
      if (value !== undefined) made[name] = value;
    }
    return made;
  }

  /** What fits an argument of this name, or `unnamed`; undefined leaves it out. */
  #byName({ name, operation }: Place): unknown {
    const chance = this.#chance;
    if (name === 'email' && !operation.includes('person')) return chance.one(addresses);
    if (name === 'email')
      return chance.happens(0.5) ? this.#record('person_email') : this.#newcomer();
    if (name === 'to') return chance.happens(0.7) ? this.#record('person_email') : this.#newcomer();
    if (name === 'version_id') return 1 + chance.below(4);
    if (name === 'external_id') return chance.happens(0.3) ? `x${chance.below(20)}` : undefined;
    for (const [pattern, kind] of recordArguments) {
      if (pattern.test(name)) return this.#record(kind === '' ? name : kind);
    }
    if (name === 'email_ids') return [this.#record('email_id')];
    if (name === 'cursor' || name === 'languages') return undefined;
    if (name === 'limit') return 1 + chance.below(20);
    if (name === 'fields' || name === 'attributes') {
      const plan = chance.one(['pro', 'free']);
      return chance.happens(0.5) ? { plan, points: chance.below(50) } : undefined;
    }
    if (/^(if_|base_)?revision$/.test(name)) {
      return chance.happens(0.2) ? 1 + chance.below(3) : undefined;
    }
    if (/_at$|^(since|until|from|before|after)$/.test(name)) return this.#time();
    return this.#written(name, operation);
  }

  #written(name: string, operation: OperationName): unknown {
    const chance = this.#chance;
    if (name === 'events' && operation.includes('webhook')) return [chance.one(['*', 'person.*'])];
    if (name === 'tags') return [chance.one(tags), chance.one(tags)];
    if (name === 'allowed_origins') return ['https://example.com'];
    if (name === 'key') return `k${chance.below(30)}`;
    if (name === 'name' || name === 'title') return chance.one(['News', 'Größe', 'a', 'Summer']);
    const words: readonly [RegExp, readonly string[]][] = [
      [/^tag$/, tags],
      [/^event(_name)?$/, events],
      [/^field$/, fields],
      [/^html$/, pages],
      [/^scope$/, scopes],
      [/^time_?zone$/, zones],
      [/^language$/, ['en', 'de', 'fr']],
      [/^url$/, urls],
      [/_address$|^reply_to$/, addresses],
      [/^(subject|body_markdown|pre_?header|text|note|reason|body)$/, texts],
    ];
    const found = words.find(([pattern]) => pattern.test(name));
    return found ? chance.one(found[1]) : unnamed;
  }

  #record(kind: string): unknown {
    const known = this.#known.get(kind);
    if (known.length > 0 && this.#chance.happens(0.97)) return this.#chance.one(known);
    if (kind === 'person_email') return 'nobody@example.com';
    return kind.endsWith('_key') ? 'none' : 1;
  }

  #newcomer(): string {
    return `p${this.#made}@example.com`;
  }

  #time(): string {
    const days = this.#chance.below(60) - 20;
    if (this.#chance.happens(0.2)) return '2026-12-24T09:00';
    return new Date(this.#now.getTime() + days * 86_400_000).toISOString();
  }

  #condition(): unknown {
    const chance = this.#chance;
    const { conditions } = this.#known;
    if (conditions.length > 0 && chance.happens(0.3)) return chance.one(conditions);
    const base = chance.one(this.#examples.conditions);
    if (chance.happens(0.5)) return base;
    const kind = chance.one(['all', 'any', 'not']);
    return { [kind]: kind === 'not' ? base : [base, this.#condition()] };
  }

  #steps(): Json[] {
    return this.#chance.several(2, () => {
      const step = structuredClone(this.#chance.one(this.#examples.steps));
      if (step.email_id !== undefined) step.email_id = this.#record('email_id');
      return step;
    });
  }

  /** One of the account with an edit, more often than a new one. */
  #flow(): Json {
    const chance = this.#chance;
    const { flows } = this.#known;
    if (flows.length === 0 || chance.happens(0.4)) {
      const trigger = chance.happens(0.3)
        ? chance.one(this.#examples.triggers)
        : { event: chance.one(events) };
      return { trigger, nodes: this.#steps() };
    }
    const flow = structuredClone(chance.one(flows));
    const nodes = Array.isArray(flow.nodes) ? flow.nodes : [];
    if (chance.happens(0.5)) {
      nodes.splice(chance.below(nodes.length + 1), chance.below(2), ...this.#steps());
    }
    if (chance.happens(0.3)) flow.trigger = { event: chance.one(events) };
    if (chance.happens(0.2)) nodes.reverse();
    return flow;
  }
}

const unnamed = Symbol('An argument of no known name.');
