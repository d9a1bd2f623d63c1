import type { SettingKey } from '../account/settings.ts';
import { isObject } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import type { LiveMail, Reaches } from '../platform/operations/shapes.ts';
import { Refusal } from '../platform/refusal.ts';
import type { OperationName, OperationOutput, OperationRequest } from './catalog.ts';
import type { Consequence, Counted } from './consequence-words.ts';

/** Calls a read of the catalog. */
export type Reader = <Name extends OperationName>(
  name: Name,
  input: OperationRequest<Name>,
) => Promise<OperationOutput<Name>>;

type Consequences = Promise<Consequence[]> | Consequence[];

/** What an act does, by its arguments, by what its dry run answers, and by what it is about. */
type Table = {
  readonly [Name in OperationName]?: (
    input: OperationRequest<Name>,
    answer: OperationOutput<Name>,
    read: Reader,
  ) => Consequences;
};

/** Whether values of a person, in any entry of a batch, take back that they left. */
export const resubscribes = (values: unknown): boolean =>
  isObject(values) && values.unsubscribed === false;

/** Whether somebody left; false of nobody, and true where the caller may not look. */
export async function isUnsubscribed(address: string, read: Reader): Promise<boolean> {
  try {
    const { person } = await read('get_person', { person: address });
    return person.unsubscribed_at !== null;
  } catch (error) {
    if (error instanceof Refusal && ['not_found', 'forbidden'].includes(error.code))
      return error.code === 'forbidden';
    throw error;
  }
}

/** Whether a broadcast is on its way, so that an edit of it changes what people get. */
export const isToBeSent = (status: string): boolean =>
  ['scheduled', 'sending', 'paused'].includes(status);

/** Settings by which mail is made, or goes out at all, earlier or later. */
const settingsOfMail: readonly SettingKey[] = [
  'send_windows',
  'tunables',
  'sending.mailing_address',
  'sending.unsubscribe_page_url',
  'sending.broadcast_emails_per_hour',
  'sending.frequency_caps',
];

/** Members of the profile that mail is made of. */
const profileOfMail: readonly (keyof OperationRequest<'update_profile'>)[] = [
  'name',
  'timezone',
  'default_from_address',
  'reply_to',
  'base_url',
  'tracking',
];

const hasAny = (given: object, names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(given, name));

/** Whether an edit of the settings changes mail. */
export const settingsChangeMail = ({
  settings,
}: Pick<OperationRequest<'update_settings'>, 'settings'>): boolean =>
  hasAny(settings, settingsOfMail);

/** Whether an edit of the profile changes mail. */
export const profileChangesMail = (input: object): boolean => hasAny(input, profileOfMail);

/** Rows that are read to count them. */
const counted = 100;

const sumOf = (counts: object | null): number =>
  Object.values(counts ?? {}).reduce((sum: number, count: number) => sum + count, 0);

/** Nothing for a count that was not made. */
const known = (about: Counted['about'], n: number | null | undefined): Counted[] =>
  typeof n === 'number' ? [{ about, n }] : [];

/** Nothing for what does not occur. */
const some = (line: Counted): Counted[] => (line.n > 0 ? [line] : []);

const rows = (
  about: Counted['about'],
  list: readonly unknown[],
  cursor: string | null = null,
): Counted => ({
  ...{ about, n: list.length },
  ...(cursor === null ? {} : { more: true }),
});

/** Leaves out what is not used. */
const uses = (counts: { readonly [About in Counted['about']]?: readonly unknown[] }): Counted[] => {
  const found = Object.entries(counts).map(([about, list]) => ({
    ...{ about: about as Counted['about'], n: list.length },
  }));
  const used = found.filter(({ n }) => n > 0);
  return used.length > 0 ? used : [{ about: 'uses', n: 0 }];
};

/** A dry run refuses to remove what is used: where it answers, there are none. */
const unused: Counted = { about: 'uses', n: 0 };

async function waitingOf(read: Reader, filter: OperationRequest<'list_queue'>): Promise<Counted> {
  const lists = await Promise.all(
    (['scheduled', 'holding'] as const).map((status) =>
      read('list_queue', { ...filter, status, limit: counted, fields: ['id'] }),
    ),
  );
  const cursor = lists.find(({ next_cursor }) => next_cursor !== null)?.next_cursor;
  return rows(
    'queued',
    lists.flatMap(({ queue }) => queue),
    cursor,
  );
}

/** The tokens that a token made, and those that they made, which end with it. */
function madeBy(id: number, tokens: OperationOutput<'list_tokens'>['tokens']): number[] {
  const own = tokens.filter(({ parent_id, revoked_at }) => parent_id === id && revoked_at === null);
  return own.flatMap((token) => [token.id, ...madeBy(token.id, tokens)]);
}

/** An edit of a sequence: one that is off has nothing to count, which only `always` asks about. */
const ofSequence = ({ sequence }: OperationOutput<'get_sequence'>): Consequence[] => [
  ...(sequence.enabled ? [{ one: 'sequenceChanged' } as const] : []),
  { about: 'inside', n: sequence.people_inside },
];

/** An edit of a flow; people may be inside one that is paused. */
const ofFlow = ({ flow }: Pick<OperationOutput<'update_flow'>, 'flow'>): Consequence[] => [
  ...(flow.status === 'live' ? [{ one: 'flowChanged' } as const] : []),
  { about: 'inside', n: flow.people_inside },
];

/** An edit of a broadcast; one that is no more than a draft reaches nobody. */
const ofChangedBroadcast = ({ broadcast }: OperationOutput<'update_broadcast'>): Consequence[] =>
  isToBeSent(broadcast.status)
    ? [{ one: 'broadcastChanged' }, ...known('goesOut', broadcast.progress?.remaining)]
    : [];

/** A change of what is sent now. */
const ofLive = (live: LiveMail): Counted[] => [
  { about: 'senders', n: live.flows + live.sequences + live.broadcasts + live.forms },
  { about: 'inside', n: live.people_inside },
  { about: 'queued', n: live.queued_mail },
];

/** A change of an email; nobody is reached where nothing sends it. */
const ofEmail = ({ live }: { live?: LiveMail | undefined }): Consequence[] =>
  live === undefined ? [] : [{ one: 'liveChanged' }, ...ofLive(live)];

/** A change of a theme, layout or component. */
const ofLook = ({ reaches }: { reaches?: Reaches | undefined }): Consequence[] => [
  ...(reaches?.live === undefined ? [] : [{ one: 'liveChanged' } as const]),
  { about: 'recompiled', n: reaches?.count ?? 0 },
  ...(reaches?.live === undefined ? [] : ofLive(reaches.live)),
];

/** Mail that is queued, to which settings, the profile and definition files may make a difference. */
async function queuedNow(read: Reader): Promise<number> {
  const { queue } = (await read('get_sending', {})).sending;
  return queue.scheduled + queue.holding;
}

async function ofAccount(changesMail: boolean, read: Reader): Promise<Consequence[]> {
  return changesMail
    ? [{ one: 'liveChanged' }, { about: 'inQueue', n: await queuedNow(read) }]
    : [];
}

const ofToken = (): Consequence[] => [{ one: 'tokenMade' }];
const ofLink = (): Consequence[] => [{ one: 'linkMade' }];

async function ofPerson(values: object, address: string, read: Reader): Promise<Consequence[]> {
  const returns = resubscribes(values) && (await isUnsubscribed(address, read));
  return returns ? [{ about: 'resubscribed', n: 1 }] : [];
}

/** Files of settings and of the profile are never removed. */
const keptTypes: ReadonlySet<string> = new Set(['settings', 'profile']);

/** The live flows that a plan of definition files changes. */
export async function liveFlowsIn(
  { changes }: Pick<OperationOutput<'apply_definitions'>, 'changes'>,
  read: Reader,
): Promise<string[]> {
  const keys = changes.flatMap(({ path, kind, type }) =>
    type === 'flow' && kind === 'update' ? [path.slice('flows/'.length, -'.json'.length)] : [],
  );
  if (keys.length === 0) return [];
  const live = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: OperationOutput<'list_flows'> = await read('list_flows', {
      ...(cursor === null ? {} : { cursor }),
      limit: limits.pageMax,
      fields: ['key', 'status'],
    });
    for (const { key, status } of page.flows) if (status === 'live') live.add(key);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return keys.filter((key) => live.has(key));
}

/** Files that mail is made of, or sent by, wherever it comes from. */
const sentTypes: ReadonlySet<string> = new Set([
  ...['email', 'template', 'theme', 'component', 'sequence', 'broadcast', 'settings', 'profile'],
]);

/** Whether a plan of definition files changes what mail is made of or sent by. */
export function changesSent({
  changes,
}: Pick<OperationOutput<'apply_definitions'>, 'changes'>): boolean {
  return changes.some(({ kind, type }) => kind === 'update' && sentTypes.has(type));
}

/** Whether mail is under way, or something is that sends more (AGT-08). */
export async function isSending(read: Reader): Promise<boolean> {
  if ((await queuedNow(read)) > 0) return true;
  for (const status of ['scheduled', 'sending', 'paused'] as const) {
    const { broadcasts } = await read('list_broadcasts', { status, limit: 1, fields: ['id'] });
    if (broadcasts.length > 0) return true;
  }
  let cursor: string | null = null;
  do {
    const page: OperationOutput<'list_flows'> = await read('list_flows', {
      ...(cursor === null ? {} : { cursor }),
      limit: limits.pageMax,
      fields: ['status'],
    });
    if (page.flows.some(({ status }) => status === 'live')) return true;
    cursor = page.next_cursor;
  } while (cursor !== null);
  do {
    const page: OperationOutput<'list_sequences'> = await read('list_sequences', {
      ...(cursor === null ? {} : { cursor }),
      limit: limits.pageMax,
      fields: ['enabled'],
    });
    if (page.sequences.some(({ enabled }) => enabled)) return true;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return false;
}

const ofBroadcast = (
  answer: Pick<OperationOutput<'schedule_broadcast'>, 'recipients' | 'excluded'>,
): Consequence[] => {
  const { recipients, excluded } = answer;
  // Those whom a guard stops are queued all the same: each person is counted once.
  const get = recipients === null ? null : recipients - (excluded?.guarded ?? 0);
  return [
    { one: 'broadcastSent' },
    ...known('recipients', get),
    ...known('excluded', excluded === null ? null : sumOf(excluded)),
  ];
};

/** What a change of steps does to people partway through. */
const ofSteps = (
  effects: OperationOutput<'move_sequence_step'>['effects'],
  gets: 'getStep' | 'willGet',
): Counted[] => {
  const more = effects.more === true ? { more: true } : {};
  return [
    { about: 'inside', n: effects.people_inside, ...more },
    { about: gets, n: effects.gets_step, ...more },
    { about: 'otherNext', n: effects.next_changes, ...more },
    ...some({ about: 'reachEnd', n: effects.finish, ...more }),
  ];
};

const table: Table = {
  delete_theme: () => [{ one: 'theme' }, unused],
  delete_layout: () => [{ one: 'layout' }, unused],
  delete_component: () => [{ one: 'component' }, unused],
  create_theme: (_input, answer) => ofLook(answer),
  update_theme: (_input, answer) => ofLook(answer),
  create_layout: (_input, answer) => ofLook(answer),
  update_layout: (_input, answer) => ofLook(answer),
  update_component: (_input, answer) => ofLook(answer),
  update_settings: (input, _answer, read) => ofAccount(settingsChangeMail(input), read),
  update_profile: (input, _answer, read) => ofAccount(profileChangesMail(input), read),
  update_email: (_input, answer) => ofEmail(answer),
  restore_email: (_input, answer) => ofEmail(answer),
  async delete_email({ email_id }, { deleted }, read) {
    const { email } = await read('get_email', { email_id });
    const { flows, sequences, broadcasts, segments, guards, settings } = email.where_used;
    return [
      { one: deleted === true ? 'email' : 'emailArchived' },
      ...uses({ flows, sequences, broadcasts, segments, guards, settings }),
      await waitingOf(read, { email_id }),
    ];
  },
  send_test_email: (_input, { sends }) => [rows('tests', sends ?? [null])],
  async delete_email_draft({ email_id }, _answer, read) {
    const { changes } = await read('get_email_draft', { email_id });
    return [{ one: 'draft' }, rows('changesLost', changes)];
  },
  publish_email: (_input, { effects }) => [
    { one: 'emailPublished' },
    ...some({ about: 'inside', n: effects.people_inside }),
    { about: 'queued', n: effects.queued_mail },
  ],
  async delete_sequence({ sequence_id }, _answer, read) {
    const { sequence } = await read('get_sequence', { sequence_id });
    return [
      { one: 'sequence' },
      rows('steps', sequence.steps),
      { about: 'inside', n: sequence.people_inside },
    ];
  },
  add_sequence_step: (_input, { effects }) => [
    { one: 'stepAdded' },
    ...ofSteps(effects, 'willGet'),
  ],
  move_sequence_step: (_input, { effects }) => ofSteps(effects, 'getStep'),
  update_sequence_step: ({ status, delay_amount, delay_unit }, { effects }) => [
    ...(status === 'active' ? [{ one: 'stepActive' as const }] : []),
    ...(status === 'draft' ? [{ one: 'stepDraft' as const }] : []),
    ...(delay_amount === undefined && delay_unit === undefined ? [] : [{ one: 'delay' as const }]),
    ...ofSteps(effects, 'getStep'),
  ],
  toggle_sequence: ({ enabled }, { holding, sequence }) => [
    { one: enabled ? 'sequenceStarted' : 'sequenceOff' },
    ...some({ about: 'holding', n: holding }),
    { about: 'inside', n: sequence.people_inside },
  ],
  replace_sequence_step_email: (_input, answer) => ofSequence(answer),
  delete_sequence_step: (_input, { canceled, sequence }) => [
    { one: 'step' },
    { about: 'canceled', n: canceled },
    { about: 'inside', n: sequence.people_inside },
  ],
  async delete_flow({ flow_key }, _answer, read) {
    const { flow } = await read('get_flow', { flow_key });
    return [{ one: 'flow' }, rows('steps', flow.steps), { about: 'inside', n: flow.people_inside }];
  },
  activate_flow: (_input, { flow }) => [
    { one: 'flowActivated' },
    { about: 'goesOn', n: flow.people_inside },
  ],
  pause_flow: (_input, { flow }) => [
    { one: 'flowPaused' },
    { about: 'stops', n: flow.people_inside },
  ],
  async delete_flow_draft({ flow_key }, _answer, read) {
    const { changes } = await read('get_flow_draft', { flow_key });
    return [{ one: 'draft' }, rows('changesLost', changes)];
  },
  publish_flow: (_input, { effects }) => [
    { one: 'flowPublished' },
    { about: 'inside', n: effects.people_inside },
    { about: 'stepsChanged', n: effects.steps.reduce((sum, { people }) => sum + people, 0) },
    { about: 'queued', n: effects.queued_mail },
  ],
  update_flow: (_input, answer) => ofFlow(answer),
  rollback_flow: (_input, answer) => ofFlow(answer),
  start_on_sequence: (_input, { started, sequence }) => [
    { one: started ? 'personStarted' : 'personNotStarted' },
    { about: 'inside', n: sequence.people_inside },
  ],
  move_run: () => [{ one: 'personMoved' }],
  retry_run: () => [{ one: 'personRetried' }],
  retry_parked_runs: (_input, { retried, remaining }) => [
    { about: 'retriedPeople', n: retried },
    ...some({ about: 'remaining', n: remaining }),
  ],
  move_parked_runs: (_input, { moved, remaining }) => [
    { about: 'movedPeople', n: moved },
    ...some({ about: 'remaining', n: remaining }),
  ],
  async delete_person({ person }, _answer, read) {
    const page = { person, limit: counted };
    const [sends, events, subscriptions, found] = await Promise.all([
      read('list_sends', { ...page, fields: ['id'] }),
      read('list_events', { ...page, fields: ['id'] }),
      read('list_subscriptions', { ...page, fields: ['id'] }),
      read('get_person', { person }),
    ]);
    return [
      { one: 'person' },
      rows('sends', sends.sends, sends.next_cursor),
      rows('events', events.events, events.next_cursor),
      ...some(rows('subscriptions', subscriptions.subscriptions, subscriptions.next_cursor)),
      rows('tags', found.person.tags),
    ];
  },
  upsert_person: (input, _answer, read) => ofPerson(input, input.email, read),
  update_person: (input, _answer, read) => ofPerson(input, String(input.person), read),
  upsert_people: ({ people }) =>
    some({ about: 'resubscribed', n: people.filter(resubscribes).length }),
  import_people: ({ trigger }, answer) => [
    { about: trigger === true ? 'imported' : 'importedAlone', n: answer.import.rows },
  ],
  tag_people: (_input, { count }) => [{ about: 'tagged', n: count.people, more: count.more }],
  untag_person: () => [{ one: 'tag' }],
  delete_field: () => [{ one: 'field' }, { about: 'values', n: 0 }],
  cancel_import: (_input, answer) => [
    { one: 'import' },
    { about: 'rowsRead', n: answer.import.processed },
    { about: 'rowsLeft', n: Math.max(0, answer.import.rows - answer.import.processed) },
  ],
  cancel_tagging: (_input, { tagging }) => [
    { one: 'tagging' },
    { about: 'changed', n: tagging.changed },
    { about: 'unchanged', n: Math.max(0, tagging.people - tagging.changed) },
  ],
  async delete_broadcast({ broadcast_id }, _answer, read) {
    const { broadcast } = await read('get_broadcast', { broadcast_id });
    return [{ one: 'broadcast' }, { about: 'sentStays', n: broadcast.stats.sent }];
  },
  update_broadcast: (_input, answer) => ofChangedBroadcast(answer),
  replace_broadcast_email: (_input, answer) => ofChangedBroadcast(answer),
  schedule_broadcast: (_input, answer) => ofBroadcast(answer),
  send_broadcast_now: (_input, answer) => ofBroadcast(answer),
  async cancel_broadcast({ broadcast_id }, _answer, read) {
    const { broadcast } = await read('get_broadcast', { broadcast_id });
    const { progress, stats } = broadcast;
    return [
      { one: 'broadcastCanceled' },
      ...known('canceled', progress?.remaining),
      ...some({ about: 'sentStays', n: stats.sent }),
    ];
  },
  resume_broadcast: (_input, { broadcast }) => [
    { one: 'broadcastResumed' },
    ...known('goesOut', broadcast.progress?.remaining),
  ],
  async delete_segment({ segment_key }, _answer, read) {
    const { segment } = await read('get_segment', { segment_key });
    const { segments, flows, guards, broadcasts, settings } = segment.where_used;
    return [
      { one: 'segment' },
      ...known('members', segment.count),
      ...uses({ segments, flows, guards, broadcasts, settings }),
    ];
  },
  async delete_guard({ guard_key }, _answer, read) {
    const { guard } = await read('get_guard', { guard_key });
    // A condition that asks about the mail in hand counts nobody by itself.
    const { count } = await read('preview_segment', { definition: guard.condition }).catch(() => ({
      count: null,
    }));
    return [{ one: 'guard' }, ...known('guarded', count)];
  },
  delete_form: () => [{ one: 'form' }],
  remove_example(_input, { removed, mails }) {
    const sum = sumOf(Object.fromEntries(removed.map(({ resource, count }) => [resource, count])));
    const people = removed.find(({ resource }) => resource === 'people')?.count ?? 0;
    return [
      { one: 'example' },
      { about: 'peopleRemoved', n: people },
      { about: 'recordsRemoved', n: sum - people },
      { about: 'mailsRemoved', n: mails },
    ];
  },
  async delete_product({ product_key }, _answer, read) {
    const { product } = await read('get_product', { product_key });
    return [{ one: 'product' }, { about: 'subscriptions', n: product.active_subscriptions }];
  },
  send_message: ({ cc = [], bcc = [] }) => [
    { one: 'message' },
    { about: 'recipients', n: [cc, bcc].flat().length + 1 },
  ],
  cancel_message: () => [{ one: 'messageCanceled' }],
  retry_send: () => [{ one: 'mailAgain' }],
  dismiss_send: () => [{ one: 'mailDismissed' }],
  retry_failed_sends: (_input, answer) => [
    { about: 'retried', n: answer.retried },
    ...some({ about: 'uncertain', n: answer.uncertain }),
    ...some({ about: 'leftOut', n: sumOf(answer.left_out) }),
    ...some({ about: 'remaining', n: answer.remaining }),
  ],
  dismiss_uncertain_sends: (_input, { dismissed, remaining }) => [
    { about: 'dismissed', n: dismissed },
    ...some({ about: 'remaining', n: remaining }),
  ],
  release_sending(_input, { sending }) {
    const { queue, lanes } = sending;
    const due = lanes.reduce((sum, lane) => sum + lane.due, 0);
    return [
      { about: 'goesOut', n: due },
      // What is due counts as scheduled too.
      { about: 'later', n: Math.max(0, queue.scheduled + queue.holding - due) },
    ];
  },
  delete_webhook_endpoint: () => [{ one: 'webhookEndpoint' }],
  test_webhook_endpoint: () => [{ one: 'webhookDelivery' }],
  replay_webhook_delivery: () => [{ one: 'webhookDelivery' }],
  create_token: ofToken,
  embed_flow: ofToken,
  invite_operator: () => [...ofToken(), ...ofLink()],
  create_sign_in_link: ofLink,
  async revoke_token({ token_id }, _answer, read) {
    const { tokens, next_cursor } = await read('list_tokens', { revoked: false, limit: counted });
    return [{ one: 'token' }, rows('tokens', madeBy(Number(token_id), tokens), next_cursor)];
  },
  revert_change: ({ force }) => [
    { one: 'reverted' },
    ...(force ? [{ one: 'putBack' } as const] : []),
  ],
  async apply_definitions({ prune }, answer, read) {
    const removed = answer.changes.filter(
      ({ kind, type }) => kind === 'absent' && !keptTypes.has(type),
    );
    return [
      { about: 'applied', n: answer.changed },
      ...(prune ? [rows('removed', removed)] : []),
      ...some(rows('liveFlows', await liveFlowsIn(answer, read))),
      ...(changesSent(answer) ? some({ about: 'inQueue', n: await queuedNow(read) }) : []),
    ];
  },
  async move_clock(_input, _answer, read) {
    const { sending } = await read('get_sending', {});
    return [{ one: 'clock' }, { about: 'later', n: sending.queue.scheduled }];
  },
};

/** The consequences of an act in numbers (CON-24); null for an operation without any of its own. */
export async function consequencesOf(
  name: OperationName,
  input: Readonly<Record<string, unknown>>,
  answer: object,
  read: Reader,
): Promise<Consequence[] | null> {
  const told = table[name] as
    | ((input: unknown, answer: object, read: Reader) => Consequences)
    | undefined;
  return told === undefined ? null : told(input, answer, read);
}
