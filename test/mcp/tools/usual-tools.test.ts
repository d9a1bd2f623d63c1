import { listedTools, offeredTool } from '@postroad/mcp/tools/exposure';
import { expect, it } from 'vitest';

const flow = ['describe_schema', 'list_event_types', 'save_flow', 'dry_run_flow', 'activate_flow'];
const email = ['list_emails', 'get_email', 'save_email', 'preview_email'];

/** Tasks of people who operate an account by an agent, with the tools that each takes. */
const tasks: Readonly<Record<string, readonly string[]>> = {
  'a welcome flow with a branch': [...flow, ...email],
  'other words in an email, seen as somebody gets it': email,
  'why somebody got no email': ['explain_delivery'],
  'a segment with its count and a sample': ['describe_schema', 'save_segment', 'preview_segment'],
  'a broadcast tomorrow at nine': [
    ...['save_segment', 'save_email', 'save_broadcast', 'get_broadcast', 'schedule_broadcast'],
  ],
  'cancel it': ['get_broadcast', 'cancel_broadcast'],
  'a reminder two weeks before a renewal': [...flow, ...email, 'preview_renewal_approaching'],
  'a sequence of four steps, and one between them': [
    ...['save_sequence', 'add_sequence_step', 'save_sequence_step', 'get_sequence'],
    ...['toggle_sequence', 'save_email'],
  ],
  'another brand color': ['describe_schema', 'list_themes', 'save_theme', 'preview_email'],
  'a send window': ['describe_schema', 'get_settings', 'save_settings'],
  'a preference toggle': ['describe_schema', 'get_settings', 'save_settings'],
  'which arm somebody takes': ['get_flow', 'dry_run_flow'],
  'somebody moved to another step': ['get_flow', 'list_flow_runs', 'move_run'],
  'the flow as it was': ['list_flow_versions', 'rollback_flow'],
  'twenty people from a file': ['import_people', 'list_imports', 'get_person'],
  'who spent more than a sum': ['record_events', 'save_segment', 'preview_segment'],
  'a gate of three days': [...flow, 'list_flows', 'get_flow'],
  'no mail until further notice': ['hold_sending'],
  'figures of a week by email': ['get_report'],
  'somebody erased': ['get_person', 'delete_person'],
};

it('AGT-18 common tasks need no tool but those listed by default', () => {
  const names = listedTools().map(({ name }) => name);
  const missing = Object.entries(tasks).flatMap(([task, needed]) =>
    needed.filter((name) => !names.includes(name)).map((name) => `${task}: ${name}`),
  );
  expect(missing).toEqual([]);
  expect(Object.keys(tasks)).toHaveLength(20);
});

it('AGT-18 a list decides nothing but what is listed', () => {
  const emails = { toolsets: ['emails'] };
  expect(listedTools(emails).map(({ name }) => name)).not.toContain('save_theme');
  expect(offeredTool('save_theme', emails)?.name).toBe('save_theme');
  expect(offeredTool('save_theme', { readOnly: true })).toBeUndefined();
});
