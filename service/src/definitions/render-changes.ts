import type { CompiledEmail } from '@postroad/core/content/compile/email';
import {
  emptyEmail,
  errorsOfLayout,
  warningsOfLayout,
} from '@postroad/core/content/compile/layout-faults';
import { type AffectedEmails, affectedEmails } from '@postroad/core/definitions/affected-emails';
import type { Change } from '@postroad/core/definitions/change';
import { type CheckedPlan, canCompile } from '@postroad/core/definitions/check/check-plan';
import { type DefinitionLibrary, libraryOf } from '@postroad/core/definitions/library';
import { asIssue } from '@postroad/core/definitions/read-tree';
import type { Account, Records } from '@postroad/core/definitions/records';
import { asWarning } from '@postroad/core/definitions/validate-tree';
import type { Issue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { PackedCompile } from '@postroad/store/content/packed-compile';
import {
  type BatchEmail,
  batchesOf,
  compileBatch,
  type Library,
} from '../content/compile/compile-batch.ts';
import { asEmailErrors } from '../content/compile/compile-emails.ts';
import type { CompileSource, Rendered } from '../content/render/render-job.ts';
import { RenderEnded, type Renderer } from '../content/render/renderer.ts';
import { contentLibrary, namedSource } from './content-rows.ts';

/** The compiled emails of a plan. */
export interface RenderedPlan {
  /** Emails that the tree changes, by their ids in the plan. */
  compiled: Map<number, CompiledEmail>;
  /** Unchanged emails that render differently, as many as are compiled now. */
  recompiled: Map<number, PackedCompile>;
  affected: AffectedEmails;
}

/** Renders that threads get at once, so that other renders have their turn in between. */
const strands = 6;

async function inStrands<T>(work: readonly T[], each: (one: T) => Promise<void>): Promise<void> {
  const rest = [...work].reverse();
  const strand = async () => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) await each(one);
  };
  await Promise.all(Array.from({ length: strands }, strand));
}

function isChanged({ kind, after, errors }: Change): boolean {
  return (kind === 'create' || kind === 'update') && after !== null && errors.length === 0;
}

function changesOf<Type extends Change['type']>(plan: CheckedPlan, type: Type): Change<Type>[] {
  return plan.changes.filter(
    (change): change is Change<Type> => change.type === type && isChanged(change),
  );
}

/** What a changed text breaks in others is repaired at either end. */
const breaksFix = 'Undo the change, or change what would break in the same push.';

function addFaults(change: Change, faults: readonly Issue[]): void {
  change.errors.push(...faults.slice(0, limits.issuesListedMax).map((fault) => asIssue(fault)));
}

/** After so many texts that took too long, no more are tried: the plan is blocked already. */
const slowMost = 3;

/** Renders one text after another, unless several took too long. */
class Rendering {
  readonly #renderer: Renderer;
  #slow = 0;

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** Null if it was not tried. */
  async of(source: CompileSource): Promise<Rendered | Refusal | null> {
    if (this.#slow >= slowMost) return null;
    const answer = await this.#renderer
      .render({ ...source, fill: null }, 'save')
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'validation_failed') return error;
        throw error;
      });
    if (isSlow(answer)) this.#slow += 1;
    return answer;
  }
}

function isSlow(answer: Rendered | Refusal): boolean {
  if (!(answer instanceof Refusal)) return false;
  return (answer.members.errors ?? []).some(({ code }) => code === 'template_too_slow');
}

/**
 * Every component that is changed or contains a changed one, in the order in which threads get
 * them.
 */
async function renderComponents(
  plan: CheckedPlan,
  renderer: Renderer,
  { scope, affected }: { scope: DefinitionLibrary; affected: AffectedEmails },
): Promise<void> {
  const changed = changesOf(plan, 'component');
  const keys = plan.after.component.flatMap(({ key }) => (affected.components.has(key) ? key : []));
  if (changed.length === 0 || keys.length === 0) return;
  const theme = scope.layout(null)?.theme ?? '';
  const job = { keys, scope: scope.scope(theme) };
  const checked = await renderer.run('components', job, 'save').catch((error: unknown) => {
    if (!(error instanceof RenderEnded)) throw error;
    const errors = error.asRefusal('html').members.errors ?? [];
    return [{ key: keys[error.part] ?? '', errors }];
  });
  for (const { key, errors } of checked) {
    const own = changed.find(({ after }) => after?.key === key);
    const [error] = errors;
    if (own) addFaults(own, errors);
    else if (error && changed[0]) {
      const message = `The component "${key}" would break: ${error.message}`;
      addFaults(changed[0], [{ path: 'html', code: 'component_breaks', message, fix: breaksFix }]);
    }
  }
}

/** The change that is reported as the cause if something unchanged breaks. */
function causeOf(plan: CheckedPlan): Change | undefined {
  const content: readonly Change['type'][] = ['component', 'template', 'theme'];
  const among = plan.changes.filter(
    ({ kind, type }) => kind !== 'unchanged' && content.includes(type),
  );
  return changesOf(plan, 'component')[0] ?? changesOf(plan, 'template')[0] ?? among[0];
}

async function renderTemplates(
  plan: CheckedPlan,
  rendering: Rendering,
  { scope, affected }: { scope: DefinitionLibrary; affected: AffectedEmails },
): Promise<void> {
  const wanted = plan.after.template.filter(({ id }) => affected.templates.has(id ?? 0));
  await inStrands(wanted, async ({ id, name }) => {
    const source = namedSource(scope, emptyEmail, id);
    if (source === null) return;
    const answer = await rendering.of(source);
    if (answer === null) return;
    const errors = answer instanceof Refusal ? (answer.members.errors ?? []) : answer.errors;
    const own = changesOf(plan, 'template').find(({ after }) => after?.id === id);
    if (!(answer instanceof Refusal)) {
      own?.warnings.push(...warningsOfLayout(answer.warnings).map(asWarning));
    }
    if (errors.length === 0) return;
    if (own) addFaults(own, errorsOfLayout(errors));
    else {
      const cause = causeOf(plan);
      const message = `The template ${id} "${name}" would break: ${errors[0]?.message ?? ''}`;
      if (cause)
        addFaults(cause, [{ path: 'html', code: 'layout_breaks', message, fix: breaksFix }]);
    }
  });
}

async function renderEmails(
  plan: CheckedPlan,
  rendering: Rendering,
  scope: DefinitionLibrary,
): Promise<Map<number, CompiledEmail>> {
  const compiled = new Map<number, CompiledEmail>();
  await inStrands(changesOf(plan, 'email'), async (change) => {
    const email = change.after as Records['email'];
    const source = namedSource(scope, email, email.template_id);
    if (source === null) return;
    const answer = await rendering.of(source);
    if (answer === null) return;
    if (answer instanceof Refusal) {
      addFaults(change, answer.members.errors ?? []);
      return;
    }
    change.warnings.push(...asEmailErrors(answer.warnings).map(asWarning));
    if (answer.compiled === null) addFaults(change, asEmailErrors(answer.errors));
    else compiled.set(email.id ?? 0, answer.compiled);
  });
  return compiled;
}

/** Unchanged emails, newest first; of many only a sample, and the others follow later. */
function unchangedEmails(plan: CheckedPlan, affected: AffectedEmails, scope: DefinitionLibrary) {
  const changed = new Set(changesOf(plan, 'email').map(({ after }) => after?.id));
  const emails = plan.after.email.filter(
    (email) => !changed.has(email.id) && affected.email(email),
  );
  const onlyThemes = ![...changesOf(plan, 'component'), ...changesOf(plan, 'template')].length;
  const many = emails.length > limits.recompileAtOnce;
  const most = many ? (onlyThemes ? 0 : limits.recompileSample) : emails.length;
  return emails.slice(emails.length - most).map((email): BatchEmail & { name: string } => ({
    id: email.id ?? 0,
    name: email.title || email.subject,
    subject: email.subject,
    pre_header: email.pre_header,
    body_markdown: email.body_markdown,
    translations: email.translations,
    kind: email.kind,
    layout_id: scope.layout(email.template_id)?.id ?? 0,
  }));
}

async function recompile(
  plan: CheckedPlan,
  renderer: Renderer,
  affected: AffectedEmails,
  scope: DefinitionLibrary,
): Promise<Map<number, PackedCompile>> {
  const packed = new Map<number, PackedCompile>();
  const emails = unchangedEmails(plan, affected, scope);
  if (emails.length === 0) return packed;
  const library: Library = contentLibrary(plan.after);
  const batches = batchesOf(emails).map((batch) => compileBatch(renderer, batch, library, 'save'));
  for (const { email, result } of (await Promise.all(batches)).flat()) {
    if (result.fault === null) {
      packed.set(email.id, result.packed);
      continue;
    }
    const cause = causeOf(plan);
    // A fault of the layout is reported with the layout itself.
    if (result.fault.in === 'layout' || !cause) continue;
    const message = `Email ${email.id} "${email.name}" would no longer compile: ${result.fault.message}`;
    addFaults(cause, [{ path: 'html', code: 'email_breaks', message, fix: breaksFix }]);
  }
  return packed;
}

/**
 * Compiles the changes of a plan, with the future themes, components and layouts, in threads that
 * can be terminated; adds faults to the changes. Does not use the database.
 */
export async function renderChanges(
  plan: CheckedPlan & { before: Account },
  renderer: Renderer,
): Promise<RenderedPlan> {
  const affected = affectedEmails(plan.before, plan.after);
  if (!canCompile(plan)) return { compiled: new Map(), recompiled: new Map(), affected };
  const scope = libraryOf(plan.after);
  await renderComponents(plan, renderer, { scope, affected });
  const rendering = new Rendering(renderer);
  await renderTemplates(plan, rendering, { scope, affected });
  const compiled = await renderEmails(plan, rendering, scope);
  // With errors nothing is stored, and what other emails render in may be incomplete.
  const whole = plan.changes.every(({ errors }) => errors.length === 0);
  const none = new Map<number, PackedCompile>();
  const recompiled = whole ? await recompile(plan, renderer, affected, scope) : none;
  return { compiled, recompiled, affected };
}
