import type { OperationInput, OperationOutput } from '@postroad/core/catalog/catalog';
import { inLanguage, nearestLanguage } from '@postroad/core/content/compile/translations';
import type { MergeContext } from '@postroad/core/content/text/merge-context';
import type { Issue } from '@postroad/core/platform/issue';
import { invalid } from '@postroad/core/platform/refusal';
import { loadAudience } from '@postroad/store/conditions/audience';
import { findSegmentById } from '@postroad/store/conditions/segment';
import { readEmailVersions } from '@postroad/store/content/email-compile';
import { findLayoutOf } from '@postroad/store/content/layout';
import { readSavedPreview } from '@postroad/store/content/saved-preview';
import { anyOfAudience } from '@postroad/store/people/audience';
import {
  findPreviewedPerson,
  type PersonRow,
  type PreviewedAs,
} from '@postroad/store/people/person';
import { readWithoutTransaction } from '@postroad/store/platform/read-without-transaction';
import type { Tx } from '@postroad/store/platform/transaction';
import {
  loadMailSettings,
  type MailSettings,
  mailSettingKeys,
  mailSettingsOf,
} from '../../account/mail-settings.ts';
import { searchingWithin } from '../../people/audience.ts';
import type { TagNames } from '../../people/tag-names.ts';
import type { Context } from '../../platform/handler.ts';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import {
  compileSource,
  getLayout,
  refusedCompile,
  sourceWithin,
} from '../compile/compile-emails.ts';
import { contentOfDraft, draftAlone, getEmailDraft } from '../email-draft.ts';
import { getEmail } from '../get-email.ts';
import {
  type Automation,
  type MergeValues,
  mergeContext,
  type PreviewAutomation,
} from '../merge-context.ts';
import { openedTab } from '../public-token.ts';
import { loadThemes } from '../themes.ts';
import type { PreviewCache } from './preview-cache.ts';
import type { CompileSource } from './render-job.ts';
import type { Renderer } from './renderer.ts';
import { componentWith, surroundingsWith, type Unsaved } from './unsaved.ts';

/** The parts of the service that previews need. */
export interface PreviewDeps extends TransactionDeps {
  tagNames: TagNames;
  renderer: Renderer;
  /** Compile inputs of emails that are previewed repeatedly. */
  previewSources: PreviewCache;
  previewAutomation: PreviewAutomation;
  /** Base address of the links in a mail. */
  address: { url: string };
}

type PreviewInput = Omit<OperationInput<'preview_email'>, 'email_id'>;

function previewedAs({ person_id, mode }: Pick<PreviewInput, 'person_id' | 'mode'>): PreviewedAs {
  return person_id === undefined ? { mode: mode ?? 'pinned' } : { person_id };
}

/** PREVIEW-05, PREVIEW-06. */
async function choosePerson(
  tx: Tx,
  { person_id, segment_id, mode }: PreviewInput,
): Promise<PersonRow> {
  if (segment_id !== undefined && person_id === undefined)
    return await anyOfSegment(tx, segment_id);
  const person = await findPreviewedPerson(tx, previewedAs({ person_id, mode }));
  if (person) return person;
  if (person_id !== undefined) {
    const message = `There is no person ${person_id}. Leave person_id out to preview as anyone.`;
    throw invalid([{ path: 'person_id', code: 'person_unknown', message }]);
  }
  const message = 'There is nobody to preview as. Add a person first.';
  throw invalid([{ path: 'person_id', code: 'nobody_to_preview_as', message }]);
}

async function anyOfSegment(tx: Tx, segmentId: number): Promise<PersonRow> {
  const refuse = (code: string, message: string) =>
    invalid([{ path: 'segment_id', code, message }]);
  const segment = await findSegmentById(tx, segmentId);
  if (!segment) throw refuse('segment_unknown', `There is no segment ${segmentId}.`);
  const audience = await loadAudience(tx, segment.definition);
  const person = await searchingWithin(tx, () => anyOfAudience(tx, audience));
  if (person) return person;
  throw refuse('nobody_to_preview_as', `Nobody is in the segment "${segment.key}" now.`);
}

/**
 * The compile inputs of a preview. A saved email has the key of its compile, under which a thread
 * may have compiled it already; a stale one has no key yet.
 */
type Source = CompileSource & { kept?: { emailId: number; version: number } };

/** The members of an email whose words may be tried. */
const words = ['subject', 'pre_header', 'body_markdown'] as const;

/** What a call tries in place of what is stored. */
function triedIn({ template_id, unsaved, ...input }: PreviewInput): unknown[] {
  return [...words.map((member) => input[member]), template_id, unsaved];
}

function isSaved(input: PreviewInput): boolean {
  return triedIn(input).every((one) => one === undefined) && !input.draft;
}

async function sourceOf(
  context: Context<PreviewDeps>,
  emailId: number,
  input: PreviewInput,
): Promise<Source> {
  if (isSaved(input)) return await savedSource(context, emailId);
  return await (input.draft ? keptSource : draftSource)(context.tx, emailId, input);
}

/** The draft that is kept beside the email (STAGE-03). */
async function keptSource(tx: Tx, emailId: number, input: PreviewInput): Promise<Source> {
  draftAlone(triedIn(input), 'words, template_id or unsaved');
  const email = await getEmail(tx, emailId);
  const content = contentOfDraft(email, await getEmailDraft(tx, emailId));
  return await compileSource(tx, content, content.layout_id);
}

async function draftSource(
  tx: Tx,
  emailId: number,
  { body_markdown, template_id, unsaved = {} }: PreviewInput,
): Promise<Source> {
  // Sent together and answered in this order, so that a missing email is reported first.
  const [email, found, stored] = await Promise.all([
    getEmail(tx, emailId),
    template_id === undefined ? findLayoutOf(tx, emailId) : getLayout(tx, template_id),
    loadThemes(tx),
  ]);
  const draft = { ...email, body_markdown: body_markdown ?? email.body_markdown };
  const own = found ?? (await getLayout(tx, email.layout_id));
  const { layout, themes } = surroundingsWith({ layout: own, themes: stored }, unsaved);
  return componentWith(await sourceWithin(tx, draft, layout, themes), unsaved);
}

function keyed(source: CompileSource, emailId: number, version: number): Source {
  return { ...source, kept: { emailId, version } };
}

async function savedSource({ tx, deps }: Context<PreviewDeps>, emailId: number): Promise<Source> {
  const [saved] = await readEmailVersions(tx, [emailId]);
  const version = saved === undefined || saved.stale ? null : saved.version;
  const known = version === null ? null : deps.previewSources.find(emailId, version);
  const read = async () => {
    const email = await getEmail(tx, emailId);
    return await compileSource(tx, email, email.layout_id);
  };
  const source = known ?? (await read());
  if (version === null) return source;
  deps.previewSources.keep(emailId, version, source);
  return keyed(source, emailId, version);
}

/**
 * PREVIEW-07: only a person who is named is bound. Where nothing is, the values are blank, and a
 * warning says why (PREVIEW-10).
 */
async function boundAutomation(
  { tx, deps }: Context<PreviewDeps>,
  { flow_id, person_id }: PreviewInput,
): Promise<{ automation: Automation; warnings: Issue[] }> {
  if (flow_id === undefined) return { automation: null, warnings: [] };
  const { automation, unbound } =
    person_id === undefined
      ? { automation: null, unbound: 'A renewal is bound to a person who is named by person_id.' }
      : await deps.previewAutomation(tx, flow_id, person_id);
  if (unbound === null) return { automation, warnings: [] };
  const message = `${unbound} The values of automation are blank.`;
  return { automation, warnings: [{ path: 'flow_id', code: 'renewal_unbound', message }] };
}

/** The event that started the flow which sends the email. */
function eventOf({ event }: PreviewInput): MergeValues['event'] {
  return event === undefined ? null : { name: event.name, details: event.details ?? {} };
}

type Preview = () => Promise<OperationOutput<'preview_email'>>;

interface Parts {
  source: Source;
  account: MailSettings;
  person: PersonRow;
  tags: string[];
  automation: Automation;
  event: MergeValues['event'];
  now: Date;
  /** Of what the call asked for, beside those of the email. */
  warnings: Issue[];
  /** What the call says of the words. */
  asked: Pick<PreviewInput, 'language' | 'unsaved' | (typeof words)[number]>;
}

/** Loads everything; rendering is the deferred work. */
function previewOf(
  deps: PreviewDeps,
  { asked, account, person, warnings: ofCall, ...rest }: Parts,
): Preview {
  const { source, language } = inWords(rest.source, person, asked);
  // This token identifies nobody, so trying the link changes nobody's subscription.
  const page = `${deps.address.url}/unsubscribe/preview`;
  const fill = mergeContext({
    ...rest,
    person,
    profile: account.profile,
    unsubscribeUrl: `${page}${openedTab.unsubscribe}`,
    preferencesUrl: `${page}${openedTab.preferences}`,
    mailingAddress: account.mailingAddress,
  });
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ');
  const shownTo = { id: person.id, email: person.email, name };
  return async () => {
    const { filled, warnings } = await show(deps, source, { fill, language }, asked.unsaved);
    return { ...filled, language, person: shownTo, warnings: [...ofCall, ...warnings] };
  };
}

/** The email in the language that is asked for, else in that of the person (LANG-01, LANG-03). */
function inWords(
  source: Source,
  person: PersonRow,
  { language: wanted, ...asked }: Parts['asked'],
): { source: Source; language: string | null } {
  const languages = Object.keys(source.email.translations ?? {});
  const language = nearestLanguage(wanted ?? person.fields.language, languages);
  const stored = inLanguage(source.email, language);
  const tried = Object.fromEntries(
    words.flatMap((member) => (asked[member] === undefined ? [] : [[member, asked[member]]])),
  );
  return { source: { ...source, email: { ...stored, ...tried } }, language };
}

/** Renders, or answers the last preview with the same values. Throws a 422. */
async function show(
  deps: PreviewDeps,
  { kept, ...source }: Source,
  { fill, language }: { fill: MergeContext; language: string | null },
  unsaved: Unsaved | undefined,
) {
  const asked = kept ? JSON.stringify({ ...fill, language, now: null }) : '';
  const before = kept && deps.previewSources.shown(kept.emailId, kept.version, asked);
  if (before) return before;
  const key = kept && `${kept.emailId} ${kept.version} ${language ?? ''}`;
  const job = { ...source, fill, ...(key === undefined ? {} : { key }) };
  const rendered = await deps.renderer.render(job, 'preview');
  const { filled, warnings, timeless } = rendered;
  // Who edits a layout corrects it there.
  if (!filled && unsaved?.layout !== undefined) throw invalid(rendered.errors);
  if (!filled) throw refusedCompile(rendered);
  const shown = { asked, filled, warnings };
  if (kept && timeless) deps.previewSources.keepShown(kept.emailId, kept.version, shown);
  return shown;
}

/**
 * Renders an email, or a draft of it, for one person, without tracking and without saving anything
 * (PREVIEW-01 to PREVIEW-11).
 */
export async function previewEmail(
  emailId: number,
  input: PreviewInput,
  context: Context<PreviewDeps>,
): Promise<Preview> {
  const { tx, now, deps } = context;
  const [source, account, person] = await Promise.all([
    sourceOf(context, emailId, input),
    loadMailSettings(tx),
    // A missing email is reported first, whatever else is wrong.
    choosePerson(tx, input).catch((error: Error) => error),
  ]);
  if (person instanceof Error) throw person;
  const tags = await deps.tagNames.names(tx, person.tag_ids);
  const bound = await boundAutomation(context, input);
  const event = eventOf(input);
  const parts = { source, account, person, tags, ...bound, event, now };
  return previewOf(deps, { ...parts, asked: input });
}

/**
 * The same for a saved email that was previewed before, with one read; null if that is not enough.
 */
export async function previewAgain(
  emailId: number,
  input: PreviewInput,
  deps: PreviewDeps,
): Promise<Preview | null> {
  const { segment_id, person_id, flow_id } = input;
  if (!isSaved(input) || segment_id !== undefined || flow_id !== undefined) return null;
  if (!deps.previewSources.has(emailId)) return null;
  const { testClock } = deps.config;
  const as = previewedAs({ person_id, mode: input.mode });
  const read = readSavedPreview(emailId, as, mailSettingKeys);
  const found = await readWithoutTransaction(deps.database, { testClock }, read);
  const { version, person, now } = found;
  const source = version === null ? null : deps.previewSources.find(emailId, version);
  const tags = person === null ? null : deps.tagNames.known(person.tag_ids);
  if (version === null || source === null || person === null || tags === null) return null;
  const account = mailSettingsOf(found.account);
  const values = { automation: null, event: eventOf(input), now };
  const parts = { account, person, tags, ...values, warnings: [] };
  return previewOf(deps, { ...parts, source: keyed(source, emailId, version), asked: input });
}
