import { firstMomentOf, lastMomentOf } from '@postroad/core/broadcasts/local-times';
import { parseSendAt, parseSendAtLocal, wallOf } from '@postroad/core/broadcasts/send-at';
import type { OperationInput } from '@postroad/core/catalog/catalog';
import { hinted, type Issue } from '@postroad/core/platform/issue';
import { isObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { nearest } from '@postroad/core/platform/nearest';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { contradictsItself, timestampFault } from '@postroad/core/platform/timestamp';
import { readProfile } from '@postroad/store/account/profile';
import {
  type BroadcastContent,
  type BroadcastRow,
  type BroadcastTime,
  deleteBroadcast,
  findBroadcast,
  insertBroadcast,
  listBroadcasts,
  lockBroadcast,
  scheduleBroadcast,
  updateBroadcast,
} from '@postroad/store/broadcasts/broadcast';
import { startBroadcast } from '@postroad/store/broadcasts/broadcast-queue';
import type { VariantColumns } from '@postroad/store/broadcasts/experiment';
import { findSegment, findSegmentById } from '@postroad/store/conditions/segment';
import { shareEmail } from '@postroad/store/content/email';
import { type EmailVersionRow, readEmailVersions } from '@postroad/store/content/email-compile';
import { findUnendedImport } from '@postroad/store/people/import';
import { listKeys } from '@postroad/store/platform/record-key';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { clickedLinks } from '@postroad/store/queue/send-stats';
import { mailWarnings } from '../account/mail-warnings.ts';
import type { SenderConfig } from '../account/sender.ts';
import { type Compile, compileFirst } from '../content/compile/compile-emails.ts';
import type { EmailHolder } from '../content/email-holder.ts';
import { transactionalRefusal } from '../content/email-kind.ts';
import { attachEmail, type EmailChoice, sourceToAttach } from '../content/email-source.ts';
import { blankRefusal, blankWarningsOf } from '../content/get-email.ts';
import { type MadeEmail, madeMember, withNewEmails } from '../content/new-emails.ts';
import type { Renderer } from '../content/render/renderer.ts';
import { engine, type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { recordHolders, refuseHeld, takeOut } from '../platform/record-holders.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import { type BroadcastAudienceDeps, broadcastAudience } from './broadcast-audience.ts';
import { broadcastPace, type SpeedDeps } from './broadcast-pace.ts';
import { broadcastView, broadcastViews, changedView } from './broadcast-view.ts';
import { cancelNow } from './cancel-broadcast.ts';
import { chosenExclusions } from './exclusions.ts';
import { announceBroadcasts } from './fill-broadcasts.ts';
import { broadcastIn, unended, waiting } from './find-broadcast.ts';
import { paceNow, pauseNow, resumeNow } from './pause-broadcast.ts';
import {
  changedVariants,
  checkSource,
  chosenVariants,
  noVariants,
  refuseVariants,
} from './variants.ts';

async function getBroadcast(tx: Tx, id: number): Promise<BroadcastRow> {
  const row = await findBroadcast(tx, id);
  if (!row) throw notFound('broadcast', id);
  return row;
}

/**
 * The id of the segment that was chosen, by id or by key. Throws a 422. The caller holds the shared
 * lock of segments, so the segment cannot be deleted meanwhile.
 */
export async function chosenSegment(
  tx: Tx,
  { segment_id, segment }: { segment_id?: number | undefined; segment?: string | undefined },
): Promise<number | undefined> {
  if (segment === undefined) {
    if (segment_id === undefined || (await findSegmentById(tx, segment_id))) return segment_id;
    const message = `There is no segment ${segment_id}. list_segments shows their ids.`;
    throw invalid([{ path: 'segment_id', code: 'segment_unknown', message }]);
  }
  const path = 'segment';
  if (segment_id !== undefined) {
    const message = 'segment and segment_id name the same segment; send one of them.';
    throw invalid([{ path, code: 'value_invalid', message }]);
  }
  const row = await findSegment(tx, segment);
  if (row) return row.id;
  const issue = { path, code: 'segment_unknown', message: `There is no segment "${segment}".` };
  throw invalid([hinted(issue, nearest(segment, await listKeys(tx, 'segments')))]);
}

function requireSegment({ id, segment_id }: BroadcastRow): void {
  if (segment_id !== null) return;
  throw new Refusal('conflict', `Broadcast ${id} has no segment. Choose one first.`);
}

/** The emails of the broadcast. Throws a 409 if one cannot be sent as it is. */
async function readyEmails(tx: Tx, broadcast: BroadcastRow): Promise<EmailVersionRow[]> {
  const { id, email_id, variant_email_ids } = broadcast;
  const ready: EmailVersionRow[] = [];
  for (const emailId of new Set([email_id, ...variant_email_ids])) {
    ready.push(await readyEmail(tx, id, emailId));
  }
  return ready;
}

async function readyEmail(tx: Tx, id: number, email_id: number): Promise<EmailVersionRow> {
  // An archive of it either comes first and is seen, or finds the broadcast scheduled.
  await shareEmail(tx, email_id);
  const [email] = await readEmailVersions(tx, [email_id]);
  const what = `Email ${email_id} of broadcast ${id}`;
  if (email?.archived) {
    throw new Refusal('email_archived', `${what} is archived. Restore it first.`);
  }
  if (!email || email.broken !== null) {
    throw new Refusal('conflict', `${what} does not compile. Correct it first.`);
  }
  if (email.blank) throw blankRefusal(email_id);
  if (email.kind === 'transactional') throw transactionalRefusal(email_id);
  return email;
}

/** BCAST-11 to BCAST-13. */
async function readSendAt(tx: Tx, text: string): Promise<Date> {
  const { timezone } = await readProfile(tx);
  const at = parseSendAt(text, timezone);
  if (at === null) throw timeFault('send_at', 'time_invalid', unreadable(text));
  if (at > tx.now) return at;
  const shown = tx.now.toISOString();
  throw timeFault('send_at', 'time_past', `must be in the future; it is ${shown} now.`);
}

function timeFault(path: 'send_at' | 'send_at_local', code: string, what: string): Refusal {
  return invalid([{ path, code, message: `${path} ${what}` }]);
}

function unreadable(text: string): string {
  return contradictsItself(text.trim())
    ? timestampFault(text.trim())
    : 'must be a datetime before 2201, as in 2030-01-31T09:00.';
}

/** CAP-06: it starts when clocks anywhere first show the time, at once where they do already. */
function readSendAtLocal(tx: Tx, text: string): BroadcastTime {
  const read = parseSendAtLocal(text);
  if (read === null) throw timeFault('send_at_local', 'time_invalid', unreadable(text));
  if (read === 'offset') {
    const what = 'is a local time of each person, without an offset; send_at takes one.';
    throw timeFault('send_at_local', 'time_invalid', what);
  }
  const wall = wallOf(read.local);
  if (lastMomentOf(wall) > tx.now.getTime()) {
    return { at: new Date(Math.max(firstMomentOf(wall), tx.now.getTime())), local: read.local };
  }
  const what = `has passed in every time zone; it is ${tx.now.toISOString()} now.`;
  throw timeFault('send_at_local', 'time_past', what);
}

async function readTime(
  tx: Tx,
  { send_at: at, send_at_local: local }: OperationInput<'schedule_broadcast'>,
): Promise<BroadcastTime> {
  if (at !== undefined && local !== undefined) {
    throw timeFault('send_at_local', 'value_invalid', 'is in place of send_at; send one of them.');
  }
  if (local !== undefined) return readSendAtLocal(tx, local);
  if (at === undefined) {
    throw timeFault('send_at', 'required', 'is missing; send it, or send_at_local.');
  }
  return { at: await readSendAt(tx, at), local: null };
}

const readBroadcasts: Pick<Handlers<BroadcastAudienceDeps>, 'list_broadcasts' | 'get_broadcast'> = {
  list_broadcasts: read(async (input, { tx, deps }) => {
    const page = pageOf(input, 1);
    const rows = await listBroadcasts(tx, {
      status: input.status ?? null,
      ...idPageOf(page),
    });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { broadcasts: await broadcastViews(tx, deps, shown), next_cursor };
  }),

  get_broadcast: read(async ({ broadcast_id }, { tx, deps }) => {
    const row = await getBroadcast(tx, broadcast_id);
    const broadcast = await broadcastView(tx, deps, row.id);
    const audience = waiting.includes(row.status)
      ? await broadcastAudience(tx, deps, row, limits.segmentCountMs)
      : null;
    const sent = { emailIds: [row.email_id, ...row.variant_email_ids], broadcastId: row.id };
    const links =
      row.started_at === null
        ? []
        : await clickedLinks(tx, sent, { from: null, to: null }, limits.emailLinksListed);
    return { broadcast: { ...broadcast, audience, links } };
  }),
};

/** Locks the broadcast. Throws a 404, or a 409 if what is to change can no longer be changed. */
async function lockForUpdate(
  tx: Tx,
  id: number,
  input: OperationInput<'update_broadcast'>,
): Promise<BroadcastRow> {
  const { segment, segment_id, exclude, emails_per_hour, recheck_segment } = input;
  if (input.email !== undefined) {
    return await broadcastIn(tx, id, waiting, 'given another email');
  }
  if (input.variants !== undefined || input.winner !== undefined) {
    return await broadcastIn(tx, id, waiting, 'given other variants');
  }
  if ([segment, segment_id, exclude].some((given) => given !== undefined)) {
    return await broadcastIn(tx, id, waiting, 'given another segment or other exclusions');
  }
  if (emails_per_hour !== undefined) {
    return await broadcastIn(tx, id, unended, 'given another pace');
  }
  if (recheck_segment !== undefined) {
    return await broadcastIn(tx, id, unended, 'given another recheck_segment');
  }
  const held = await lockBroadcast(tx, id);
  if (!held) throw notFound('broadcast', id);
  return held;
}

async function changeBroadcast(
  tx: Tx,
  input: OperationInput<'update_broadcast'>,
  made: ReturnType<typeof madeFor>,
): Promise<void> {
  await lockReferences(tx, 'shared');
  const held = await lockForUpdate(tx, input.broadcast_id, input);
  const { name = held.name, emails_per_hour = held.emails_per_hour } = input;
  const { recheck_segment = held.recheck_segment } = input;
  const segmentId = (await chosenSegment(tx, input)) ?? held.segment_id;
  const excluded = input.exclude && (await chosenExclusions(tx, input.exclude, held.id));
  const compared = await changedVariants(tx, held, input);
  const changed = { name, segment_id: segmentId, emails_per_hour, recheck_segment, ...excluded };
  if (made && input.variants !== undefined) {
    const message = 'A broadcast sends a new email, or variants; send one of them.';
    throw invalid([{ path: 'variants', code: 'value_invalid', message }]);
  }
  const content = { ...held, ...changed, ...compared, ...made };
  const isOther = made !== undefined || input.variants !== undefined;
  if (held.status === 'scheduled' && isOther) await readyEmails(tx, content);
  await updateBroadcast(tx, held.id, content);
  const isUnderWay = held.status === 'sending' || held.status === 'paused';
  if (isUnderWay && input.emails_per_hour !== undefined) {
    await paceNow(tx, held, emails_per_hour ?? (await broadcastPace(tx)));
  }
}

const newEmailOf = ({ email }: { email?: unknown }) =>
  new Map(isObject(email) ? [['email', email]] : []);

/** An email that was made for the broadcast, in place of all that it sent. */
function madeFor([made]: readonly MadeEmail[]) {
  return made && { ...noVariants, email_source: 'scratch' as const, email_id: made.id };
}

async function addBroadcast(
  tx: Tx,
  input: OperationInput<'create_broadcast'>,
  emailOf: () => Promise<Pick<BroadcastContent, 'email_source' | 'email_id'> & VariantColumns>,
): Promise<number> {
  await lockReferences(tx, 'shared');
  const segmentId = (await chosenSegment(tx, input)) ?? null;
  const excluded = await chosenExclusions(tx, input.exclude ?? {}, null);
  return await insertBroadcast(tx, {
    name: input.name,
    segment_id: segmentId,
    emails_per_hour: input.emails_per_hour ?? null,
    recheck_segment: input.recheck_segment ?? null,
    ...excluded,
    ...(await emailOf()),
  });
}

function missingEmail(): never {
  throw new Error('A new email was not made.');
}

const createFromLibrary = compileFirst<'create_broadcast', { renderer: Renderer } & SpeedDeps>({
  expect: async (input, { tx }) => {
    const named = ofLibrary(input);
    return isOwn(named) ? await sourceToAttach(tx, named) : null;
  },
  async write(input, { tx, deps }, compile) {
    const named = ofLibrary(input);
    checkSource(named);
    const id = await addBroadcast(tx, input, async () =>
      isOwn(named) ? await ownEmail(tx, named, compile) : await chosenVariants(tx, named),
    );
    return { broadcast: await broadcastView(tx, deps, id) };
  },
});

/** An input that names its email, if any, by its key. A copy has a title of its own. */
function ofLibrary({ email, ...input }: OperationInput<'create_broadcast'>) {
  const titled = { ...input, title: input.name };
  return typeof email === 'string' ? { ...titled, email } : titled;
}

const writeBroadcasts: Pick<
  Handlers<{ renderer: Renderer } & SpeedDeps>,
  'create_broadcast' | 'update_broadcast' | 'delete_broadcast' | 'replace_broadcast_email'
> = {
  create_broadcast: withNewEmails(
    {
      find: newEmailOf,
      async write(input, { tx, deps }, made) {
        const extra = (['email_source', 'email_id', 'variants', 'winner'] as const).find(
          (name) => input[name] !== undefined && input[name] !== 'scratch',
        );
        if (extra !== undefined) {
          const message = `email is a new email here, so the broadcast takes no ${extra}.`;
          throw invalid([{ path: extra, code: 'key_unknown', message }]);
        }
        const id = await addBroadcast(tx, input, async () => madeFor(made) ?? missingEmail());
        return { broadcast: await broadcastView(tx, deps, id), ...madeMember(made) };
      },
    },
    createFromLibrary,
  ),

  update_broadcast: withNewEmails({
    find: newEmailOf,
    async write(input, { tx, deps }, made) {
      if (typeof input.email === 'string') {
        const message =
          'email of a broadcast that exists is a new email; replace_broadcast_email copies one of the library.';
        throw invalid([{ path: 'email', code: 'value_invalid', message }]);
      }
      const update = () => changeBroadcast(tx, input, madeFor(made));
      const broadcast = await changedView(tx, deps, input.broadcast_id, update);
      return { broadcast, ...madeMember(made) };
    },
  }),

  delete_broadcast: transaction(async ({ broadcast_id }, { tx }) => {
    await lockReferences(tx, 'alone');
    await broadcastIn(tx, broadcast_id, ['draft', 'canceled'], 'deleted');
    const holders = await recordHolders(tx, { kind: 'broadcast', ids: [broadcast_id] });
    refuseHeld(`Broadcast ${broadcast_id}`, holders, takeOut);
    await deleteBroadcast(tx, broadcast_id);
    return { deleted: true };
  }),

  replace_broadcast_email: compileFirst({
    async expect({ broadcast_id, ...input }, { tx }) {
      const title = (await findBroadcast(tx, broadcast_id))?.name;
      return await sourceToAttach(tx, { ...input, title });
    },
    async write({ broadcast_id, ...input }, { tx, deps }, compile) {
      const title = (await findBroadcast(tx, broadcast_id))?.name;
      const email = await ownEmail(tx, { ...input, title }, compile);
      const held = await broadcastIn(tx, broadcast_id, waiting, 'given another email');
      await updateBroadcast(tx, held.id, { ...held, ...email });
      const warnings = held.status === 'scheduled' ? await blankWarningsOf(tx, email.email_id) : [];
      return { broadcast: await broadcastView(tx, deps, held.id), warnings };
    },
  }),
};

export const broadcastEmails: EmailHolder = {
  resource: 'broadcasts',
  async emailOf(tx, id) {
    return (await findBroadcast(tx, id))?.email_id ?? null;
  },
  async lock(tx, id) {
    const held = await broadcastIn(tx, id, waiting, 'given another email');
    refuseVariants(held);
    return {
      emailId: held.email_id,
      pointAtCopy: (emailId) =>
        updateBroadcast(tx, id, { ...held, email_source: 'copy', email_id: emailId }),
    };
  },
};

/** Whether the broadcast is to have an email of its own. */
function isOwn<Given extends { email_source?: EmailChoice['email_source'] | undefined }>(
  input: Given,
): input is Given & Pick<EmailChoice, 'email_source'> {
  return input.email_source !== undefined;
}

/** An email of its own in place of all that the broadcast sent; the contract refuses `shared` (SOURCE-09). */
async function ownEmail(tx: Tx, choice: EmailChoice, compile: Compile) {
  const source = choice.email_source === 'copy' ? ('copy' as const) : ('scratch' as const);
  const emailId = await attachEmail(tx, choice, compile);
  return { ...noVariants, email_source: source, email_id: emailId };
}

/** The audience is taken at once, and an import adds people part by part. */
async function importWarnings(tx: Tx): Promise<Issue[]> {
  const id = await findUnendedImport(tx);
  if (id === null) return [];
  const message = `Import ${id} is under way, and people whom it has not added yet are not in the audience. Wait until it is done to reach them too.`;
  return [{ path: 'segment_id', code: 'import_under_way', message }];
}

/** Whom a broadcast reaches when it is sent, as the calls that send it answer (BC-08). */
async function reachOf(tx: Tx, deps: BroadcastAudienceDeps, broadcast: BroadcastRow) {
  const counted = await broadcastAudience(tx, deps, broadcast, limits.segmentCountMs);
  return {
    recipients: counted?.recipients ?? null,
    excluded: counted?.excluded ?? null,
    expected_finish_at: counted?.expected_finish_at ?? null,
  };
}

const sendBroadcasts: Pick<
  Handlers<BroadcastAudienceDeps & TransactionDeps & { config: SenderConfig }>,
  'schedule_broadcast' | 'unschedule_broadcast' | 'send_broadcast_now' | 'cancel_broadcast'
> = {
  schedule_broadcast: transaction(async (input, { tx, deps }) => {
    const held = await broadcastIn(tx, input.broadcast_id, waiting, 'scheduled');
    const time = await readTime(tx, input);
    requireSegment(held);
    const emails = await readyEmails(tx, held);
    await scheduleBroadcast(tx, held.id, time);
    tx.work.wake('broadcasts');
    const reach = await reachOf(tx, deps, { ...held, send_at: time.at, send_at_local: time.local });
    const warnings = await mailWarnings(tx, deps.config, emails);
    return { broadcast: await broadcastView(tx, deps, held.id), ...reach, warnings };
  }),

  unschedule_broadcast: transaction(async ({ broadcast_id }, { tx, deps }) => {
    const held = await broadcastIn(tx, broadcast_id, ['scheduled'], 'unscheduled');
    await scheduleBroadcast(tx, held.id, null);
    return { broadcast: await broadcastView(tx, deps, held.id) };
  }),

  send_broadcast_now: transaction(async ({ broadcast_id }, { tx, deps }) => {
    const held = await broadcastIn(tx, broadcast_id, waiting, 'sent');
    requireSegment(held);
    const emails = await readyEmails(tx, held);
    const reach = await reachOf(tx, deps, { ...held, send_at: null, send_at_local: null });
    await startBroadcast(tx, held.id, await broadcastPace(tx));
    announceBroadcasts(tx, 'broadcast.started', [held.id]);
    tx.work.wake('broadcasts');
    // The queue is filled afterwards, so what it has counted so far would say something else (SPEC-07).
    const broadcast = await broadcastView(tx, deps, held.id);
    if (reach.recipients !== null) {
      const { recipients, expected_finish_at } = reach;
      const none = { sent: 0, failed: 0, skipped: 0 };
      broadcast.recipients = recipients;
      broadcast.progress = {
        queued: recipients,
        ...none,
        remaining: recipients,
        expected_finish_at,
      };
    }
    const warnings = [
      ...(await mailWarnings(tx, deps.config, emails)),
      ...(await importWarnings(tx)),
    ];
    return { broadcast, ...reach, warnings };
  }),

  cancel_broadcast: engine(cancelNow),
};

const pauseBroadcasts: Pick<Handlers<SpeedDeps>, 'pause_broadcast' | 'resume_broadcast'> = {
  pause_broadcast: transaction(async ({ broadcast_id }, { tx, deps }) => {
    const pause = async () => {
      await broadcastIn(tx, broadcast_id, ['sending'], 'paused');
      await pauseNow(tx, broadcast_id);
    };
    return { broadcast: await changedView(tx, deps, broadcast_id, pause) };
  }),

  resume_broadcast: transaction(async ({ broadcast_id }, { tx, deps }) => {
    const resume = async () => {
      const held = await broadcastIn(tx, broadcast_id, ['paused'], 'resumed');
      // Otherwise everybody who is left would be skipped.
      await readyEmails(tx, held);
      await resumeNow(tx, broadcast_id);
    };
    return { broadcast: await changedView(tx, deps, broadcast_id, resume) };
  }),
};

export const broadcastHandlers = {
  ...readBroadcasts,
  ...writeBroadcasts,
  ...sendBroadcasts,
  ...pauseBroadcasts,
};
