import { checkComponent } from '../content/compile/check-component.ts';
import { compileEmail } from '../content/compile/compile.ts';
import { CompileSession } from '../content/compile/compile-session.ts';
import type { InlineCss } from '../content/compile/email.ts';
import { emptyEmail, warningsOfLayout } from '../content/compile/layout-faults.ts';
import type { Issue, ValidationIssue } from '../platform/issue.ts';
import { limits } from '../platform/limits.ts';
import { canCompile, checkPlan } from './check/check-plan.ts';
import { type DefinitionLibrary, libraryOf } from './library.ts';
import { planChanges } from './plan.ts';
import { provisionalNames, withNames } from './provisional.ts';
import { asIssue, readTree } from './read-tree.ts';
import type { DefinitionType, Records } from './records.ts';
import type { FileIssue } from './text/file-error.ts';

/** The issues of one file. */
export interface CheckedFile {
  path: string;
  type: DefinitionType;
  label: string;
  errors: ValidationIssue[];
  warnings: ValidationIssue[];
}

/** Tags and events are created on use, so any name is valid. */
const every: ReadonlySet<string> = new (class extends Set<string> {
  override has(): boolean {
    return true;
  }
})();

/** What a tree by itself says of an account: nothing. */
export const alone = {
  tags: every,
  events: every,
  archivedEmails: [],
  segmentIds: new Map<string, number>(),
  usedFields: new Set<string>(),
};

const plain: InlineCss = (html) => html;

/** Errors in the texts of a record, compiled without inlining CSS. */
function textFaults(
  type: DefinitionType,
  record: Records[DefinitionType],
  library: DefinitionLibrary,
  session: CompileSession,
): { errors: Issue[]; warnings: Issue[] } {
  if (type === 'component') {
    const { key } = record as Records['component'];
    const theme = library.layout(null)?.theme ?? '';
    const errors = checkComponent(key, library.scope(theme), plain, session);
    return { errors, warnings: [] };
  }
  if (type !== 'template' && type !== 'email') return { errors: [], warnings: [] };
  const email = type === 'email' ? (record as Records['email']) : emptyEmail;
  const id = type === 'email' ? (record as Records['email']).template_id : null;
  const layout = library.layout(type === 'template' ? (record as Records['template']).id : id);
  if (layout === null) return { errors: [], warnings: [] };
  const { subject, pre_header, body_markdown, translations, kind } = email;
  const source = { subject, pre_header, body_markdown, translations, kind };
  const scope = library.scope(layout.theme);
  const compiled = compileEmail(source, layout.source, scope, plain, session);
  // Errors of a layout are reported in its own file.
  const own = (path: string) => type === 'template' || (path !== 'html' && path !== 'css');
  return {
    errors: compiled.errors.filter(({ path }) => own(path)),
    warnings: type === 'template' ? warningsOfLayout(compiled.warnings) : compiled.warnings,
  };
}

const unknownById = /^There is no email (\d+)\.$/;

/**
 * An archived email has no file, and whatever names it stays valid. The service gives ids, so one
 * without a file is mostly of such an email, which a push can tell and a tree cannot.
 */
function withoutFile(issue: ValidationIssue): ValidationIssue | null {
  const [, id] = (issue.code === 'email_unknown' && unknownById.exec(issue.message)) || [];
  if (id === undefined) return null;
  const message = `No file is of email ${id}. An archived email has none.`;
  const fix = 'Use an email of the tree, or leave it: a push says if there is no such email.';
  return { ...issue, severity: 'warning', message, fix };
}

function unsureOfEmails({ errors, warnings, ...file }: CheckedFile): CheckedFile {
  const unsure = errors.flatMap((issue) => withoutFile(issue) ?? []);
  return {
    ...file,
    errors: errors.filter((issue) => withoutFile(issue) === null),
    warnings: [...unsure, ...warnings],
  };
}

/**
 * Checks a tree by itself, for `postroad validate`: everything its files name must be in it, except
 * tags, events and archived emails. Pure, and therefore without facts that only an instance knows.
 */
export function validateTree(files: Readonly<Record<string, string>>): {
  parse_errors: FileIssue[];
  files: CheckedFile[];
} {
  const options = { prune: false, archived: [] };
  const plan = checkPlan(planChanges(readTree(files), [], options), alone);
  const library = libraryOf(plan.after);
  const session = new CompileSession();
  const whole = canCompile(plan);
  const checked = plan.changes.map(({ path, type, label, after, errors, warnings }) => {
    const compiles = after !== null && whole;
    const texts = compiles
      ? textFaults(type, after, library, session)
      : { errors: [], warnings: [] };
    return {
      ...{ path, type, label },
      errors: [...errors, ...texts.errors.slice(0, limits.issuesListedMax).map((e) => asIssue(e))],
      warnings: [...warnings, ...texts.warnings.map(asWarning)],
    };
  });
  const named = withNames(checked, provisionalNames(plan.changes));
  return { parse_errors: plan.parse_errors, files: named.map(unsureOfEmails) };
}

/** Converts a field warning to the common shape of issues. */
export function asWarning(warning: Issue): ValidationIssue {
  return { ...asIssue(warning), severity: 'warning' };
}
