import type { OperationInput, OperationOutput } from '@postroad/core/operations/catalog';
import { invalid } from '@postroad/core/refusal';
import { anyOfAudience, loadAudience } from '@postroad/store/audience';
import { readEmailVersions } from '@postroad/store/email-compile';
import { findLayoutOf } from '@postroad/store/layout';
import { findPeopleByIds, type PersonRow, personToPreviewAs } from '@postroad/store/person';
import { findSegmentById } from '@postroad/store/segment';
import type { Tx } from '@postroad/store/transaction';
import { loadAccount } from './account.ts';
import { searchingWithin } from './audience.ts';
import { compileSource, refusedCompile, requireLayout, sourceWithin } from './compile-emails.ts';
import { requireEmail } from './find-email.ts';
import type { Context } from './handler.ts';
import { mergeContext } from './merge.ts';
import { preferencesTab } from './public-token.ts';
import type { CompileSource } from './render-job.ts';
import { type Automation, previewAutomation } from './renewal-values.ts';
import { loadThemes } from './themes.ts';

type PreviewInput = Omit<OperationInput<'preview_email'>, 'email_id'>;

/** PREVIEW-05, PREVIEW-06. */
async function choosePerson(
  tx: Tx,
  { person_id, segment_id, mode }: PreviewInput,
): Promise<PersonRow> {
  if (person_id !== undefined) {
    const [person] = await findPeopleByIds(tx, [person_id]);
    if (person) return person;
    const message = `There is no person ${person_id}. Leave person_id out to preview as anyone.`;
    throw invalid([{ path: 'person_id', code: 'person_unknown', message }]);
  }
  if (segment_id !== undefined) return await anyOfSegment(tx, segment_id);
  const person = await personToPreviewAs(tx, mode ?? 'pinned');
  if (person) return person;
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
 * What a preview compiles. That of an email as it is saved has the key of its compile, under which
 * a thread may have it compiled already; one that is to be recompiled has none yet.
 */
type Source = CompileSource & { key?: string };

async function sourceOf(context: Context, emailId: number, input: PreviewInput): Promise<Source> {
  const { body_markdown, template_id } = input;
  const isSaved = body_markdown === undefined && template_id === undefined;
  return await (isSaved ? savedSource(context, emailId) : draftSource(context.tx, emailId, input));
}

async function draftSource(
  tx: Tx,
  emailId: number,
  { body_markdown, template_id }: PreviewInput,
): Promise<Source> {
  // Sent together and answered in this order, so that the email is the first to be missing.
  const [email, layout, themes] = await Promise.all([
    requireEmail(tx, emailId),
    template_id === undefined ? findLayoutOf(tx, emailId) : requireLayout(tx, template_id),
    loadThemes(tx),
  ]);
  const draft = { ...email, body_markdown: body_markdown ?? email.body_markdown };
  if (layout === null) return await compileSource(tx, draft, email.layout_id);
  return await sourceWithin(tx, draft, layout, themes);
}

async function savedSource({ tx, deps }: Context, emailId: number): Promise<Source> {
  const [saved] = await readEmailVersions(tx, [emailId]);
  const version = saved === undefined || saved.stale ? null : saved.version;
  const known = version === null ? null : deps.previewSources.find(emailId, version);
  const read = async () => {
    const email = await requireEmail(tx, emailId);
    return await compileSource(tx, email, email.layout_id);
  };
  const source = known ?? (await read());
  if (version === null) return source;
  deps.previewSources.keep(emailId, version, source);
  return { ...source, key: `${emailId} ${version}` };
}

/** PREVIEW-07: only a person who is named is bound. */
async function boundAutomation(tx: Tx, { flow_id, person_id }: PreviewInput): Promise<Automation> {
  if (flow_id === undefined || person_id === undefined) return null;
  return await previewAutomation(tx, flow_id, person_id);
}

/**
 * Renders an email, or a draft of it, as one person would see it, without tracking and without
 * anything saved; the rendering is what is left to do outside the transaction (PREVIEW-01 to PREVIEW-11).
 */
export async function previewEmail(
  emailId: number,
  input: PreviewInput,
  context: Context,
): Promise<() => Promise<OperationOutput<'preview_email'>>> {
  const { tx, now, deps } = context;
  const [source, account, person] = await Promise.all([
    sourceOf(context, emailId, input),
    loadAccount(tx),
    // An email that is missing comes first, whatever else is wrong.
    choosePerson(tx, input).catch((error: Error) => error),
  ]);
  if (person instanceof Error) throw person;
  // A token that stands for nobody, so that trying the link changes nobody's subscription.
  const unsubscribeUrl = `${deps.address.url}/unsubscribe/preview`;
  const fill = mergeContext({
    person,
    tags: await deps.tagNames.names(tx, person.tag_ids),
    event: null,
    automation: await boundAutomation(tx, input),
    profile: account.profile,
    now,
    unsubscribeUrl,
    preferencesUrl: `${unsubscribeUrl}${preferencesTab}`,
    mailingAddress: account.mailingAddress,
  });
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ');
  return async () => {
    const rendered = await deps.renderer.render({ ...source, fill }, 'preview');
    const { filled, warnings } = rendered;
    if (!filled) throw refusedCompile(rendered);
    return { ...filled, person: { id: person.id, email: person.email, name }, warnings };
  };
}
