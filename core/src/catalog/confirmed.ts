import { isObject } from '../platform/json.ts';
import type { RevisedResource } from '../platform/operations/revised-resources.ts';
import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operationNamed,
} from './catalog.ts';
import type { ConfirmMode } from './confirmation.ts';
import {
  changesSent,
  isSending,
  isToBeSent,
  isUnsubscribed,
  liveFlowsIn,
  profileChangesMail,
  type Reader,
  resubscribes,
  settingsChangeMail,
} from './consequences.ts';

interface Rule<Name extends OperationName> {
  /** Which calls may need a person's agreement, by their input; all where left out. */
  given?: (input: OperationInput<Name>) => boolean;
  /** Which of these need it, by what their dry run answers and what it is about; all where left out. */
  when?: (
    answer: OperationOutput<Name>,
    input: OperationInput<Name>,
    read: Reader,
  ) => boolean | Promise<boolean>;
}

type Table = { readonly [Name in OperationName]?: Rule<Name> | false };

const isLive = { when: ({ flow }: { flow: { status: string } }) => flow.status === 'live' };
const isOn = { when: ({ sequence }: { sequence: { enabled: boolean } }) => sequence.enabled };
const isOnItsWay = {
  when: ({ broadcast }: OperationOutput<'update_broadcast'>) => isToBeSent(broadcast.status),
};
const isSent = { when: ({ live }: { live?: object | undefined }) => live !== undefined };
const looksLive = {
  when: ({ reaches }: { reaches?: { live?: object | undefined } | undefined }) =>
    reaches?.live !== undefined,
};
const becomesDefault = {
  ...looksLive,
  given: ({ is_default }: { is_default?: boolean | undefined }) => is_default === true,
};
const always = {};

/** What mail is made of, or sent by, as the history names it. */
const sentResources: ReadonlySet<string> = new Set<RevisedResource>([
  'emails',
  'templates',
  'themes',
  'components',
  'settings',
  'profile',
]);

/** Records by whose state an email that they name goes out. */
const senders: readonly string[] = ['flow live', 'sequence enabled', 'form enabled'];

/** A record as the history keeps it: whether mail goes out by it. */
function sends(record: unknown): boolean {
  if (!isObject(record)) return false;
  return record.enabled === true || ['live', 'scheduled'].includes(String(record.status));
}

/** Whether a call has one of these arguments. */
const isGiven =
  (...names: readonly string[]) =>
  (input: object): boolean =>
    names.some((name) => Object.hasOwn(input, name));

/**
 * Where that does not follow from the safety of the operation: what reaches people (`send`) needs a
 * person's agreement, other calls do not (AGT-08). What the history brings back is not asked about.
 */
const rules: Table = {
  // They reach nobody, or one person by a step that a flow takes anyway, as an event does.
  move_clock: false,
  test_webhook_endpoint: false,
  replay_webhook_delivery: false,
  move_run: false,
  retry_run: false,
  send_test_email: {
    async when(_answer, { to }, read) {
      const { profile } = await read('get_profile', {});
      // With brackets around the address where a name comes before it.
      const own = [profile.default_from_address, profile.reply_to ?? ''].map((mailbox) =>
        mailbox
          .slice(mailbox.lastIndexOf('<') + 1)
          .replace('>', '')
          .trim()
          .toLowerCase(),
      );
      return [to].flat().some((address) => !own.includes(address.trim().toLowerCase()));
    },
  },
  update_flow: {
    ...isLive,
    given: ({ definition, run_policy }) => Boolean(definition ?? run_policy),
  },
  rollback_flow: isLive,
  toggle_sequence: { given: ({ enabled }) => enabled },
  update_sequence_step: isOn,
  move_sequence_step: isOn,
  replace_sequence_step_email: isOn,
  delete_sequence_step: isOn,
  update_broadcast: isOnItsWay,
  replace_broadcast_email: isOnItsWay,
  revert_change: {
    when: async ({ change }, _input, read) =>
      sends(change?.before) ||
      sends(change?.after) ||
      (sentResources.has(change?.resource ?? '') && (await isSending(read))),
  },
  apply_definitions: {
    when: async (answer, { prune, force }, read) =>
      !answer.blocked &&
      answer.changed > 0 &&
      (prune === true ||
        force === true ||
        (await liveFlowsIn(answer, read)).length > 0 ||
        (changesSent(answer) && (await isSending(read)))),
  },
  delete_person: always,
  create_theme: becomesDefault,
  update_theme: { ...looksLive, given: isGiven('variables', 'replace', 'is_default') },
  create_layout: becomesDefault,
  update_layout: { ...looksLive, given: isGiven('html', 'css', 'theme', 'is_default') },
  update_component: { ...looksLive, given: isGiven('html') },
  update_email: isSent,
  restore_email: isSent,
  delete_email: {
    when: ({ deleted, warnings = [] }) =>
      deleted === true ||
      warnings.some(({ holders }) =>
        holders.some(({ kind, status }) => senders.includes(`${kind} ${status}`)),
      ),
  },
  update_settings: {
    given: settingsChangeMail,
    when: (_answer, _input, read) => isSending(read),
  },
  update_profile: {
    given: profileChangesMail,
    when: (_answer, _input, read) => isSending(read),
  },
  update_person: {
    given: resubscribes,
    when: (_answer, { person }, read) => isUnsubscribed(person, read),
  },
  upsert_person: {
    given: resubscribes,
    when: (_answer, { email }, read) => isUnsubscribed(email, read),
  },
  upsert_people: { given: ({ people }) => people.some(resubscribes) },
  import_people: { given: ({ trigger }) => trigger === true },
  tag_people: always,
  remove_example: always,
  create_token: always,
  invite_operator: always,
  create_sign_in_link: always,
  embed_flow: always,
  revoke_token: always,
};

function ruleOf<Name extends OperationName>(name: Name): Rule<Name> | false {
  const rule = rules[name] as Rule<Name> | false | undefined;
  return rule ?? (operationNamed(name).safety === 'send' ? always : false);
}

/** Whether calls of an operation may need a person's agreement where nobody asks for more (AGT-08). */
export function asksSometimes(name: OperationName): boolean {
  return operationNamed(name).safety !== 'read' && ruleOf(name) !== false;
}

/** Whether a call may need a person's agreement, which its dry run then decides. */
export function mayNeedConfirmation<Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
  mode: ConfirmMode,
): boolean {
  if (mode === 'never' || operationNamed(name).safety === 'read') return false;
  if (mode === 'always') return true;
  const rule = ruleOf(name);
  return rule !== false && (rule.given?.(input) ?? true);
}

/** Whether such a call does need it. */
export async function needsConfirmation<Name extends OperationName>(
  name: Name,
  [input, answer]: readonly [OperationInput<Name>, OperationOutput<Name>],
  mode: ConfirmMode,
  read: Reader,
): Promise<boolean> {
  if (mode !== 'auto') return mode === 'always';
  const rule = ruleOf(name);
  return rule !== false && ((await rule.when?.(answer, input, read)) ?? true);
}
