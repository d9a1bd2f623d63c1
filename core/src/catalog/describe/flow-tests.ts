import { caseEnds, type SentFlowCase } from '../../flows/cases/flow-case.ts';
import { consentKinds } from '../../people/consent-operations.ts';
import { limits } from '../../platform/limits.ts';
import { exampleEmail } from './steps.ts';
import { type AccountNames, anyOf, type TopicField, type TopicText, under } from './topic.ts';
import { exampleEvent } from './trigger.ts';

type Key = Omit<TopicField, 'name'>;
type Keys<Shape> = { [Name in keyof Required<Shape>]: Key };

const key = (type: string, note: string, required = false): Key => ({ type, required, note });

/** Keys missing from these tables do not compile. */
const caseKeys: Keys<SentFlowCase> = {
  person: key('object', 'Who enters; each key may be left out'),
  events: key('{at, name, details?}[]', 'What happens when, also before clock'),
  clock: key('timestamp', 'When the test begins', true),
  expect: key('object', 'What it leaves out may be anything', true),
};

const personKeys: Keys<NonNullable<SentFlowCase['person']>> = {
  email: key('string', 'person@example.com when left out'),
  first_name: key('string', ''),
  last_name: key('string', ''),
  timezone: key('string', 'IANA name'),
  subscribed_on: key('date', 'The day of clock when left out'),
  suppressed: key('string', 'unsubscribed, hard_bounced, complained'),
  tags: key('string[]', ''),
  fields: key('object', 'Values by the key of the field'),
  consents: key('object', `${anyOf(consentKinds)} by purpose`),
  subscriptions: key('object', 'Status by product'),
  mail: key('{email, sent_at?, opened_at?, clicked_at?}[]', 'Sent before, or what becomes of it'),
  sequences: key('{sequence, started_at, finished_at?}[]', 'By key or id'),
  flows: key('{flow, completed_at}[]', 'Other flows, by key'),
  splits: key('object', 'Arm by handle of a split; without it a fixed one'),
  calls: key('object', 'succeeded or failed by handle of a call; without it until its timeout'),
};

const expectKeys: Keys<SentFlowCase['expect']> = {
  path: key('string[]', 'Handles {id}-{slug} of the steps in order'),
  sends: key('{email, at?}[]', 'Emails by key or id'),
  ends: key('string', anyOf(caseEnds)),
};

/** The part `tests` of the topic `flow` (FTEST-01). */
export function flowTestsText(names: AccountNames): TopicText {
  const event = exampleEvent(names);
  return {
    rules: [
      'tests holds all tests of a flow by name; {} removes them.',
      'The run begins with the first event from clock on that the trigger takes, and at clock where no event starts the flow.',
      'They run as they are saved, which warns of failing ones (flow_test_failed), before a flow is activated and before a live one changes; then a failing one blocks, unless force is given.',
      `Send windows, guards and caps are no part of a test. A flow has ${limits.flowCases} tests at most.`,
    ],
    fields: [
      ...under('test.', caseKeys),
      ...under('test.person.', personKeys),
      ...under('test.expect.', expectKeys),
    ],
    example: {
      flow_key: 'thanks',
      definition: {
        trigger: { event },
        nodes: [{ id: 1, slug: 'thank', type: 'send_email', email_id: exampleEmail(names) }],
        node_counter: 1,
      },
      tests: {
        'at-once': {
          person: { first_name: 'Ada' },
          events: [{ at: '2026-03-02T10:00:00Z', name: event }],
          clock: '2026-03-02T10:00:00Z',
          expect: {
            path: ['1-thank'],
            sends: [{ email: exampleEmail(names), at: '2026-03-02T10:00:00Z' }],
            ends: 'completed',
          },
        },
      },
    },
    errors: [
      {
        code: 'flow_test_failed',
        fix: 'Correct the flow or what the test expects, or send force.',
      },
    ],
    see: ['describe_schema flow', 'update_flow', 'dry_run_flow'],
  };
}
