import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import { flows, guards, segments, sequences } from './automation.ts';
import {
  component,
  type EmailName,
  type ExampleEmail,
  emails,
  fields,
  letterLayout,
  plainLayout,
  playedSettings,
  products,
  sender,
  settings,
  themes,
} from './content.ts';
import { flowTests } from './flow-tests.ts';
import { founders } from './people.ts';

/** Calls an operation of the service in which the example is played; throws its Refusal. */
export type Ask = <Name extends OperationName>(
  name: Name,
  input: OperationRequest<Name>,
) => Promise<OperationOutput<Name>>;

/** The records that the story refers to later. */
export interface Written {
  emails: Record<EmailName, number>;
  segments: Record<string, number>;
}

interface LayoutIds {
  letter: number;
  plain: number;
}

async function writeEmails(ask: Ask, layouts: LayoutIds): Promise<Record<EmailName, number>> {
  const ids: Record<string, number> = {};
  for (const [name, { letter, archived, ...email }] of Object.entries<ExampleEmail>(emails)) {
    const { email: saved } = await ask('create_email', {
      ...email,
      from_address: sender,
      template_id: letter ? layouts.letter : layouts.plain,
    });
    ids[name] = saved.id;
    if (archived) await ask('delete_email', { email_id: saved.id });
  }
  return ids as Record<EmailName, number>;
}

async function writeDesign(ask: Ask): Promise<LayoutIds> {
  const keys: string[] = [];
  for (const theme of themes) keys.push((await ask('create_theme', theme)).theme.key);
  await ask('create_component', component);
  const make = async (layout: typeof letterLayout) =>
    (await ask('create_layout', { ...layout, theme: keys[0] })).template.id;
  return { letter: await make(letterLayout), plain: await make(plainLayout) };
}

async function writeSequences(ask: Ask, ids: Record<EmailName, number>) {
  const written: Record<string, number> = {};
  for (const [key, { steps, ...input }] of Object.entries(sequences)) {
    const { sequence } = await ask('create_sequence', input);
    written[key] = sequence.id;
    for (const { email, days, draft } of steps) {
      const { step } = await ask('add_sequence_step', {
        sequence_id: sequence.id,
        email_source: 'shared',
        email_id: ids[email],
        delay_amount: days,
        delay_unit: 'days',
      });
      if (!draft) await ask('update_sequence_step', { step_id: step.id, status: 'active' });
    }
    await ask('toggle_sequence', { sequence_id: sequence.id, enabled: true });
  }
  return written as Record<keyof typeof sequences, number>;
}

async function importFounders(ask: Ask): Promise<void> {
  const header =
    'email,first_name,last_name,timezone,tags,subscribed_on,fields.plot_m2:number,fields.climate:string,fields.greenhouse:boolean';
  const lines = founders.map((one, index) =>
    [
      ...[one.email, one.first_name, one.last_name, one.timezone, one.tags.join(';')],
      `20${20 + (index % 4)}-0${1 + (index % 9)}-15`,
      ...[one.plot_m2, one.climate, one.greenhouse],
    ].join(','),
  );
  const content = [header, ...lines, ''].join('\n');
  await ask('import_people', { content, format: 'csv' });
}

/** Writes everything that exists on the first day, records before those that refer to them. */
export async function writeAccount(ask: Ask): Promise<Written> {
  const layouts = await writeDesign(ask);
  for (const field of fields) await ask('create_field', field);
  for (const product of products) await ask('create_product', product);
  await importFounders(ask);
  await ask('update_settings', { settings: { ...settings, ...playedSettings } });
  const emailIds = await writeEmails(ask, layouts);
  const segmentIds: Record<string, number> = {};
  for (const segment of segments) {
    segmentIds[segment.key] = (await ask('create_segment', segment)).segment.id;
  }
  for (const guard of guards) await ask('create_guard', guard);
  const ids = { emails: emailIds, sequences: await writeSequences(ask, emailIds) };
  const tests = flowTests(ids);
  for (const { live, ...flow } of flows(ids)) {
    await ask('create_flow', { ...flow, tests: tests[flow.key] });
    if (live) await ask('activate_flow', { flow_key: flow.key });
  }
  return { emails: emailIds, segments: segmentIds };
}
