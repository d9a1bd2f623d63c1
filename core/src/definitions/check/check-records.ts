import { checkCondition } from '../../conditions/check.ts';
import { checkSegmentNesting, type SegmentDefinition } from '../../conditions/segments.ts';
import { unusedLabels } from '../../conditions/unused-labels.ts';
import { holdsConfirmLink } from '../../content/text/confirm-link.ts';
import type { Definition } from '../../flows/definition/definition.ts';
import type { References } from '../../flows/definition/references.ts';
import { review } from '../../flows/definition/review.ts';
import { checkForm } from '../../forms/check-form.ts';
import type { ValidationIssue } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { asIssue, asWarning } from '../read-tree.ts';
import type { Account, DefinitionType, Records } from '../records.ts';
import { unresolved } from '../resolve-keys.ts';
import { FlowTests } from './flow-tests.ts';

/** The account as it would be, to check a record against. */
export interface CheckContext {
  after: Account;
  references: References;
  segments: readonly SegmentDefinition[];
  tests: FlowTests;
}

export function checkContextOf(after: Account, references: References): CheckContext {
  const segments = after.segment.map(({ key, definition }) => ({
    id: references.segments.get(key) ?? 0,
    key,
    definition,
  }));
  return { after, references, segments, tests: new FlowTests(after, references) };
}

/** The rules of `checkStoredCondition`, with the records of the tree. */
function conditionIssues(
  condition: unknown,
  path: string,
  context: CheckContext,
): ValidationIssue[] {
  const found = checkCondition(condition, path, context.references);
  if (found.some(({ severity }) => severity === 'error'))
    return found.slice(0, limits.issuesListedMax);
  const nested = checkSegmentNesting(condition, path, context.segments);
  return [...found, ...nested].slice(0, limits.issuesListedMax);
}

function themeUnknown(key: string, keys: readonly string[]): ValidationIssue {
  const near = nearest(key, keys);
  const hint = near ? ` Did you mean "${near}"?` : '';
  const message = `There is no theme "${key}".${hint}`;
  const fix = near
    ? `Write "${near}" as theme, or add themes/${key}.json.`
    : `Use the key of a file of themes/, or add themes/${key}.json.`;
  const issue = { path: 'theme', code: 'theme_unknown', message };
  return asIssue(near ? { ...issue, did_you_mean: near } : issue, fix);
}

/** A stored step with an unchanged email stays valid, whatever happened to the email since. */
function stepIssues(
  { steps }: Records['sequence'],
  held: Records['sequence'] | null,
  { references }: CheckContext,
): ValidationIssue[] {
  const kept = new Set(held?.steps.map(({ email_id }) => email_id));
  const active = (of: Records['sequence']['steps']) =>
    of.filter(({ status }) => status === 'active');
  const sending = new Set(active(held?.steps ?? []).map(({ email_id }) => email_id));
  return steps.flatMap(({ email_id, status }, index) => {
    const state = references.emails.get(email_id);
    if (state?.blank && status === 'active' && !sending.has(email_id)) {
      const path = `steps[${index}].email_id`;
      const message = `Email ${email_id} has no subject or no body.`;
      return [
        asIssue({ path, code: 'email_blank', message }, 'Write both, or leave the step a draft.'),
      ];
    }
    if (state?.transactional) {
      const path = `steps[${index}].email_id`;
      const message = `Email ${email_id} is transactional, and sequences send marketing emails alone.`;
      const fix = 'Use another email, or take kind out of its file.';
      return [asIssue({ path, code: 'email_transactional', message }, fix)];
    }
    // A key that is unknown was reported when it was read.
    if (email_id === unresolved || kept.has(email_id) || (state && !state.archived)) return [];
    const path = `steps[${index}].email_id`;
    if (state) {
      const message = `Email ${email_id} is archived.`;
      const fix = 'Add its file to the tree, or use another email.';
      return [asIssue({ path, code: 'email_archived', message }, fix)];
    }
    const message = `There is no email ${email_id}.`;
    const fix = 'Use the id in the front matter of an email of the tree.';
    return [asIssue({ path, code: 'email_unknown', message }, fix)];
  });
}

function flowIssues(
  flow: Records['flow'],
  held: Records['flow'] | null,
  sent: unknown,
  { references }: CheckContext,
): ValidationIssue[] {
  const before = (held?.definition ?? null) as Definition | null;
  const context = { flowKey: flow.key, held: before, references, runPolicy: flow.run_policy };
  const { errors, warnings } = review(sent, context).validation;
  return [...errors, ...warnings];
}

function formIssues(form: Records['form'], { after, references }: CheckContext): ValidationIssue[] {
  const email = (id: number) => {
    const state = references.emails.get(id);
    if (state === undefined) return undefined;
    const body = after.email.find((one) => one.id === id)?.body_markdown ?? '';
    const { archived, transactional } = state;
    return { archived, transactional, holdsLink: holdsConfirmLink(body) };
  };
  const singleOptIn = after.settings['forms.single_opt_in'] === true;
  const content = { ...form, name: form.name ?? form.key };
  return checkForm(content, { fields: references.fields, email, singleOptIn }).map((issue) =>
    asIssue(issue),
  );
}

/**
 * Checks a record beyond its own shape: missing references, and how it would run. Does not compile
 * texts. `held` is the stored record.
 */
export function checkRecord<Type extends DefinitionType>(
  type: Type,
  record: Records[Type],
  held: Records[Type] | null,
  context: CheckContext,
): ValidationIssue[] {
  switch (type) {
    case 'template': {
      const { theme } = record as Records['template'];
      const keys = context.after.theme.map(({ key }) => key);
      return theme === null || keys.includes(theme) ? [] : [themeUnknown(theme, keys)];
    }
    case 'email': {
      const { template_id: id } = record as Records['email'];
      if (id === null || context.after.template.some((template) => template.id === id)) return [];
      const message = `There is no template ${id}.`;
      const fix = 'Write template with the key of a file of templates/, or null for the default.';
      return [asIssue({ path: 'template_id', code: 'template_unknown', message }, fix)];
    }
    case 'segment': {
      const { definition } = record as Records['segment'];
      return conditionIssues(definition, 'definition', context);
    }
    case 'guard': {
      const { condition, labels } = record as Records['guard'];
      const carried = new Set(context.after.email.flatMap((email) => email.labels));
      const unused = unusedLabels(labels, carried, (index) => `labels[${index}]`);
      const issues = conditionIssues(condition, 'condition', context);
      return [...issues, ...unused.map(asWarning)];
    }
    case 'sequence': {
      const before = held as Records['sequence'] | null;
      return stepIssues(record as Records['sequence'], before, context);
    }
    case 'flow': {
      const flow = record as Records['flow'];
      return flowIssues(flow, held as Records['flow'] | null, flow.definition, context);
    }
    case 'flow_test':
      return context.tests.check(record as Records['flow_test']).map((issue) => asIssue(issue));
    case 'form':
      return formIssues(record as Records['form'], context);
    default:
      return [];
  }
}
