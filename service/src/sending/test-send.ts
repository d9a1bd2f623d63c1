import type { OperationInput, OperationOutput } from '@postroad/core/catalog/catalog';
import { inLanguage, nearestLanguage } from '@postroad/core/content/compile/translations';
import { parseAddress } from '@postroad/core/people/address';
import { limits } from '@postroad/core/platform/limits';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { holdReasons } from '@postroad/core/queue/hold-reasons';
import { readProfile } from '@postroad/store/account/profile';
import type { EmailContent } from '@postroad/store/content/email';
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
import { tellCreated } from '../people/change-people.ts';
import { type SuppressionKeys, suppressionHashes } from '../people/suppression-hash.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import { suppressionOf } from '../queue/suppression-of.ts';
import type { PreparedSend, SendNow } from './send-now.ts';
import type { SendOutcome } from './settle.ts';

const hourMs = 3_600_000;

/** The addresses, each once. Throws a 422 that names each that is none. */
function readTo(to: string | readonly string[]): string[] {
  const texts = typeof to === 'string' ? [to] : to;
  const read = texts.map((text) => parseAddress(text));
  const faults = read.flatMap((address, index) => {
    if (address !== null) return [];
    const path = typeof to === 'string' ? 'to' : `to[${index}]`;
    const message = `${path} must be one email address, as in hello@example.com.`;
    return [{ path, code: 'address_invalid', message }];
  });
  if (faults.length > 0) throw invalid(faults);
  return [...new Set(read.flatMap((address) => address ?? []))];
}

async function checkRate(tx: Tx, wanted: number): Promise<void> {
  const most = limits.testSendsPerHour;
  const times = await countedTestSends(tx, new Date(tx.now.getTime() - hourMs), most);
  // So many of the newest must be over before there is room for these.
  const oldest = times[most - wanted];
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

/**
 * What a test sends of the draft (STAGE-03), or in a language that is asked for (LANG-03). Throws a 409
 * where it does not compile.
 */
async function compiledTest(
  deps: Pick<TestDeps, 'database' | 'config' | 'renderer'>,
  emailId: number,
  { draft, language }: Pick<OperationInput<'send_test_email'>, 'draft' | 'language'>,
): Promise<PreparedSend['draft']> {
  const what = draft ? 'The draft of email' : 'Email';
  const { testClock } = deps.config;
  const read = { readOnly: true, testClock };
  const { from_address, kind, source } = await retriedTransaction(
    deps.database,
    read,
    async (tx) => {
      const email = await getEmail(tx, emailId);
      const content = draft ? contentOfDraft(email, await getEmailDraft(tx, emailId)) : email;
      const words = language === undefined ? content : inWanted(content, language);
      const source = await compileSource(tx, words, content.layout_id);
      return { from_address: content.from_address, kind: content.kind, source };
    },
  );
  const { compiled } = await compileWith(deps.renderer)(source).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.members.errors === undefined) throw error;
    const detail = `${what} ${emailId} does not compile: ${error.detail}`;
    throw new Refusal('conflict', detail);
  });
  return { from_address, kind, compiled };
}

function inWanted(content: EmailContent, language: string) {
  const languages = Object.keys(content.translations);
  return inLanguage(content, nearestLanguage(language, languages));
}

interface Wanted {
  emailId: number;
  addresses: readonly string[];
  readerId: number | null;
  draft: PreparedSend['draft'];
}

/** The tests as rows of the queue. Creates the people that there are not yet (PREVIEW-15). */
async function prepareTests(tx: Tx, deps: TestDeps, wanted: Wanted): Promise<PreparedSend[]> {
  const { emailId, addresses, readerId, draft } = wanted;
  await checkEmail(tx, deps, wanted);
  await checkRate(tx, addresses.length);
  const hold = await findSendingHold(tx);
  if (hold !== null) {
    const detail = `${holdReasons.sendingHeld(hold.reason)}. Let mail go again with release_sending first.`;
    throw new Refusal('conflict', detail);
  }
  if (readerId !== null && (await findPeopleByIds(tx, [readerId])).length === 0) {
    throw notFound('person', readerId);
  }
  const hashesOf = (email: string) => suppressionHashes(deps, email);
  const { ids, made } = await ensurePeople(tx, [...addresses], hashesOf);
  tellCreated(tx, made);
  const people = await findPeopleByIds(tx, [...ids.values()]);
  const nowhere = { source_id: null, step_id: null, run_id: null, event_id: null };
  return addresses.map((address) => {
    const person = people.find(({ email }) => email === address);
    const suppression = suppressionOf(person);
    if (person === undefined || suppression !== null) {
      const detail = `${address} is never emailed, tests included: ${suppression}. Send the test to another address.`;
      throw new Refusal('conflict', detail);
    }
    const send = { person_id: person.id, email_id: emailId, source_kind: 'test' as const };
    const reader = readerId === person.id ? null : readerId;
    return { send: { ...send, ...nowhere }, draft, readerId: reader };
  });
}

async function checkEmail(tx: Tx, deps: TestDeps, { emailId, draft }: Wanted): Promise<void> {
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

const skipped =
  'Nothing was sent: the person or the email changed meanwhile. The log has the reason.';

function noteOfAll(outcomes: readonly (SendOutcome | null)[], provider: string): Note {
  const [first = null] = outcomes;
  const bad = outcomes.filter((outcome) => outcome?.kind !== 'accepted');
  if (outcomes.length === 1 || bad.length === 0) {
    return first === null ? { note: skipped } : noteOf(first, provider);
  }
  const refused = bad.find((outcome) => outcome !== null);
  const { note, quote } = refused ? noteOf(refused, provider) : { note: skipped };
  return {
    ...(quote !== undefined && { quote }),
    note: `${outcomes.length - bad.length} of ${outcomes.length} were accepted by ${provider}; of the others: ${note}`,
  };
}

/**
 * Sends one email as a test, through the pipeline of all mail (PREVIEW-12 to PREVIEW-16): to all of
 * its addresses or, where one is refused, to none. Refuses suppressed people, who are never emailed.
 */
export async function testSend(
  { email_id, to, person_id, ...of }: OperationInput<'send_test_email'>,
  deps: TestDeps,
  dryRun: boolean,
): Promise<OperationOutput<'send_test_email'>> {
  const addresses = readTo(to);
  const isOwn = !of.draft && of.language === undefined;
  const draft = isOwn ? null : await compiledTest(deps, email_id, of);
  const wanted = { emailId: email_id, addresses, readerId: person_id ?? null, draft };
  const sent = await deps.sendNow((tx) => prepareTests(tx, deps, wanted), dryRun);
  const outcomes = sent?.map(({ outcome }) => outcome) ?? [];
  const provider = deps.provider.name;
  const isSent = (outcome: SendOutcome | null | undefined) => outcome?.kind === 'accepted';
  return {
    sent: sent !== null && outcomes.every(isSent),
    to: typeof to === 'string' ? (addresses[0] ?? to) : addresses,
    provider,
    sends: addresses.map((address, index) => {
      const outcome = outcomes[index] ?? null;
      const quote = outcome === null ? undefined : noteOf(outcome, provider).quote;
      return {
        to: address,
        send_id: sent?.[index]?.sendId ?? null,
        sent: isSent(outcome),
        ...(quote !== undefined && { quote }),
      };
    }),
    ...(sent === null
      ? { note: 'Nothing was sent, since this is a dry run.' }
      : noteOfAll(outcomes, provider)),
  };
}
