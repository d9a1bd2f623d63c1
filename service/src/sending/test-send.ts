import type { OperationInput, OperationOutput } from '@postroad/core/catalog/catalog';
import { parseAddress } from '@postroad/core/people/address';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { holdReasons } from '@postroad/core/queue/hold-reasons';
import { readProfile } from '@postroad/store/account/profile';
import { whyStale } from '@postroad/store/content/stale-compile';
import { ensurePeople, findPeopleByIds } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { countedTestSends } from '@postroad/store/queue/send';
import { findSendingHold } from '@postroad/store/queue/sending-control';
import { lacksSender, type SenderConfig, senderFix } from '../account/sender.ts';
import { compileSource, compileWith } from '../content/compile/compile-emails.ts';
import { contentOfDraft, getEmailDraft } from '../content/email-draft.ts';
import { getEmail } from '../content/get-email.ts';
import type { Renderer } from '../content/render/renderer.ts';
import { type SuppressionKeys, suppressionHashes } from '../people/suppression-hash.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import { suppressionOf } from '../queue/suppression-of.ts';
import type { PreparedSend, SendNow } from './send-now.ts';
import type { SendOutcome } from './settle.ts';

const hourMs = 3_600_000;

function readTo(text: string): string {
  const address = parseAddress(text);
  if (address !== null) return address;
  const message = 'to must be one email address, as in hello@example.com.';
  throw invalid([{ path: 'to', code: 'address_invalid', message }]);
}

async function checkRate(tx: Tx): Promise<void> {
  const most = limits.testSendsPerHour;
  const times = await countedTestSends(tx, new Date(tx.now.getTime() - hourMs), most);
  const oldest = times[most - 1];
  if (!oldest) return;
  const retryAfter = Math.max(1, Math.ceil((oldest.getTime() + hourMs - tx.now.getTime()) / 1000));
  throw new Refusal(
    'rate_limited',
    `${most} tests were sent in the last hour. Try again in ${Math.ceil(retryAfter / 60)} minutes, or preview the email.`,
    { retry_after: retryAfter },
  );
}

/** The parts of the service that tests need. */
export interface TestDeps extends Pick<SuppressionKeys, 'acceptedKeys'>, TransactionDeps {
  renderer: Renderer;
  provider: { name: string };
  config: SenderConfig & TransactionDeps['config'];
  sendNow: SendNow;
}

/** What a test of the draft sends (STAGE-03). Throws a 409 where it does not compile. */
async function compiledDraft(
  deps: Pick<TestDeps, 'database' | 'config' | 'renderer'>,
  emailId: number,
): Promise<PreparedSend['draft']> {
  const { testClock } = deps.config;
  const read = { readOnly: true, testClock };
  const { from_address, source } = await retriedTransaction(deps.database, read, async (tx) => {
    const email = await getEmail(tx, emailId);
    const content = contentOfDraft(email, await getEmailDraft(tx, emailId));
    const source = await compileSource(tx, content, content.layout_id);
    return { from_address: content.from_address, source };
  });
  const { compiled } = await compileWith(deps.renderer)(source).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.members.errors === undefined) throw error;
    const detail = `The draft of email ${emailId} does not compile: ${error.detail}`;
    throw new Refusal('conflict', detail);
  });
  return { from_address, compiled };
}

/** The test as a row of the queue. Creates the person if there is none (PREVIEW-15). */
async function prepareTest(
  tx: Tx,
  deps: TestDeps,
  emailId: number,
  { address, draft }: { address: string; draft: PreparedSend['draft'] },
): Promise<PreparedSend> {
  const email = await getEmail(tx, emailId);
  if (email.archived_at !== null) {
    throw new Refusal('conflict', `Email ${emailId} is archived. Restore it to send a test.`);
  }
  const broken = draft === null ? await whyStale(tx, emailId) : null;
  if (broken !== null) {
    throw new Refusal('conflict', `Email ${emailId} no longer compiles: ${broken}`);
  }
  if (lacksSender(deps.config, await readProfile(tx), email.from_address)) {
    throw new Refusal('conflict', `No sender address is set. ${senderFix}`);
  }
  await checkRate(tx);
  const hashesOf = (email: string) => suppressionHashes(deps, email);
  const hold = await findSendingHold(tx);
  if (hold !== null) {
    const detail = `${holdReasons.sendingHeld(hold.reason)}. Nothing is sent until it is released.`;
    throw new Refusal('conflict', detail);
  }
  const { ids, made } = await ensurePeople(tx, [address], hashesOf);
  for (const id of made) tx.work.tell({ resource: 'people', id, action: 'created' });
  const personId = ids.get(address) ?? 0;
  const [person] = await findPeopleByIds(tx, [personId]);
  const suppression = suppressionOf(person);
  if (suppression !== null) {
    throw new Refusal(
      'conflict',
      `${address} is never emailed, tests included: ${suppression}. Send the test to another address.`,
    );
  }
  const nowhere = { source_id: null, step_id: null, run_id: null, event_id: null };
  const send = { person_id: personId, email_id: emailId, source_kind: 'test' as const };
  return { send: { ...send, ...nowhere }, draft };
}

type Note = Pick<OperationOutput<'send_test_email'>, 'note' | 'quote'>;

/** What became of it, and beside that what the provider answered. */
function noteOf(outcome: SendOutcome, provider: string): Note {
  if (outcome.kind === 'accepted') {
    return { note: `Accepted by ${provider}, which does not yet mean delivered.` };
  }
  const { reason: quote } = outcome;
  switch (outcome.kind) {
    case 'refused':
      if (outcome.permanent) return { note: 'Refused.', quote };
      return { note: 'Refused for now, and tried again from the queue.', quote };
    case 'unreachable': {
      const note = 'The mail server was not reached, and is tried again from the queue.';
      return { note, quote };
    }
    case 'uncertain':
      return { note: 'It may or may not have arrived; the queue shows it.', quote };
    case 'broken':
      return { note: 'The mail could not be made.', quote };
  }
}

/**
 * Sends one email to one address as a test, through the pipeline of all mail (PREVIEW-12 to
 * PREVIEW-16). Refuses suppressed people, who are never emailed.
 */
export async function testSend(
  { email_id, to, draft: ofDraft }: OperationInput<'send_test_email'>,
  deps: TestDeps,
  dryRun: boolean,
): Promise<OperationOutput<'send_test_email'>> {
  const address = readTo(to);
  const provider = deps.provider.name;
  const draft = ofDraft ? await compiledDraft(deps, email_id) : null;
  const test = { address, draft };
  const outcome = await deps.sendNow((tx) => prepareTest(tx, deps, email_id, test), dryRun);
  if (outcome !== null) {
    const note = noteOf(outcome, provider);
    return { sent: outcome.kind === 'accepted', to: address, provider, ...note };
  }
  const note = dryRun
    ? 'Nothing was sent, since this is a dry run.'
    : 'Nothing was sent: the person or the email changed meanwhile. The log has the reason.';
  return { sent: false, to: address, provider, note };
}
