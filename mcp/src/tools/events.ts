import type { Tool } from './tool.ts';

/** Tools of events: event types, recorded events, recording. */
export const eventTools = [
  {
    name: 'list_event_types',
    toolset: 'events',
    description:
      'List known event names with counts and the shape of their details. Check before writing a trigger.',
    asked: 'what data the application sends, schema of events, api calls',
    operation: 'list_event_types',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'list_events',
    toolset: 'events',
    description: 'List individual events, newest occurrence first.',
    asked: 'activity webhook payload received',
    operation: 'list_events',
    arguments: { undescribed: ['since', 'until'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'record_events',
    toolset: 'events',
    description: 'Record (send, post) 1-100 events; they can start (trigger) flows.',
    asked: 'start a flow for a person, simulate, track, api call',
    operation: 'record_events',
    arguments: { entriesOf: { events: 'record_event' } },
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    alsoServes: ['record_event'],
  },
] as const satisfies readonly Tool[];
