import type { Issue } from '../../platform/issue.ts';
import type { CompileScope } from '../components/component.ts';
import {
  applyBodyTheme,
  avoidMark,
  checkSources,
  checkText,
  maskBody,
  readMarkdown,
  warnOfLinks,
  writeText,
} from './body-rules.ts';
import { CompileSession } from './compile-session.ts';
import { type CompileState, startOf } from './compile-state.ts';
import type { Compilation, CompiledEmail, EmailSource, InlineCss } from './email.ts';
import type { LayoutSource, PreparedLayout } from './layout.ts';
import { withTextFooter } from './mail-footer.ts';
import { placeButtons, placeComponents, sanitize, warnOfComponents } from './markup-rules.ts';
import {
  carriesUnsubscribe,
  checkDocument,
  inlineStyles,
  unmaskDocument,
  warnOfBlank,
  warnOfMissingUnsubscribe,
  warnOfMovedElements,
  wrapInLayout,
} from './page-rules.ts';
import { applyRules, type RuleTable, stopAtErrors } from './rules.ts';
import { inLanguage } from './translations.ts';

/** The rules that compile an email, in order: its sources, its body, its page, its warnings. */
export const compileRules: RuleTable<CompileState> = [
  ['applyBodyTheme', applyBodyTheme],
  ['checkSources', checkSources],
  ['stopAtErrors', stopAtErrors],
  ['avoidMark', avoidMark],
  ['maskBody', maskBody],
  ['readMarkdown', readMarkdown],
  ['writeText', writeText],
  ['placeComponents', placeComponents],
  ['placeButtons', placeButtons],
  ['sanitize', sanitize],
  ['checkText', checkText],
  ['stopAtErrors', stopAtErrors],
  ['warnOfComponents', warnOfComponents],
  ['warnOfLinks', warnOfLinks],
  ['wrapInLayout', wrapInLayout],
  ['inlineStyles', inlineStyles],
  ['stopAtErrors', stopAtErrors],
  ['unmaskDocument', unmaskDocument],
  ['checkDocument', checkDocument],
  ['stopAtErrors', stopAtErrors],
  ['warnOfMovedElements', warnOfMovedElements],
  ['warnOfMissingUnsubscribe', warnOfMissingUnsubscribe],
  ['warnOfBlank', warnOfBlank],
];

/** Rules that a save has already run. */
const onSave: ReadonlySet<string> = new Set([
  'checkSources',
  'warnOfComponents',
  'warnOfLinks',
  'warnOfMovedElements',
  'warnOfBlank',
]);

const recompileRules = compileRules.filter(([name]) => !onSave.has(name));

/**
 * Compiles one email into a prepared layout, in each of its languages; used to recompile many. `checked`
 * means that a save checked the Liquid of the email, so it draws no warnings. What is wrong with a
 * translation has its path, as `translations.de.subject` (LANG-01).
 */
export function compileInto(
  layout: PreparedLayout,
  email: EmailSource,
  inlineCss: InlineCss,
  options: { checked?: boolean } = {},
): Compilation {
  const own = compileWords(layout, inLanguage(email, null), inlineCss, options);
  const languages = Object.entries(email.translations ?? {});
  if (languages.length === 0) return own;
  const { errors, warnings } = { errors: [...own.errors], warnings: [...own.warnings] };
  const compiled: Record<string, CompiledEmail> = {};
  for (const [language, translation] of languages) {
    const words = compileWords(layout, inLanguage(email, language), inlineCss, options);
    // The words of the email itself are looked at above.
    const ofTranslation = (issues: readonly Issue[]) =>
      issues
        .filter(({ path }) => Object.hasOwn(translation, path))
        .map((issue) => ({ ...issue, path: `translations.${language}.${issue.path}` }));
    errors.push(...ofTranslation(words.errors));
    warnings.push(...ofTranslation(words.warnings));
    if (words.compiled !== null) compiled[language] = words.compiled;
    else if (own.errors.length === 0 && ofTranslation(words.errors).length === 0) {
      errors.push(...words.errors.map((error) => ({ ...error, path: bodyOf(language) })));
    }
  }
  if (own.compiled === null || errors.length > 0) return { compiled: null, errors, warnings };
  return { compiled: { ...own.compiled, translations: compiled }, errors, warnings };
}

/** Where the author of a translation corrects what is wrong with its page. */
function bodyOf(language: string): string {
  return `translations.${language}.body_markdown`;
}

/** Compiles an email in one language. */
function compileWords(
  layout: PreparedLayout,
  email: EmailSource,
  inlineCss: InlineCss,
  { checked = false }: { checked?: boolean },
): Compilation {
  const start = startOf(layout, email, inlineCss);
  const end = applyRules(checked ? recompileRules : compileRules, start);
  const findings = { errors: [...end.errors], warnings: [...end.warnings] };
  if (end.stopped) return { compiled: null, ...findings };
  const { subject, pre_header, language } = end.email;
  const text = carriesUnsubscribe(end) ? withTextFooter(end.text.text, language) : end.text.text;
  const words = { subject, pre_header, html: end.document, text };
  return { compiled: language === undefined ? words : { ...words, language }, ...findings };
}

/**
 * Compiles an email in its layout (spec, "Theme"): its HTML with inlined CSS, and its plain-text
 * part. Pure: the caller passes the inliner. Errors have the paths `subject`, `pre_header`,
 * `body_markdown`, those of translations, `html` and `css`. Pass one session to compile several emails.
 */
export function compileEmail(
  email: EmailSource,
  layout: LayoutSource,
  scope: CompileScope,
  inlineCss: InlineCss,
  session = new CompileSession(),
): Compilation {
  const { prepared, errors, warnings } = session.prepareLayout(layout, scope);
  if (!prepared) return { compiled: null, errors, warnings };
  const result = compileInto(prepared, email, inlineCss);
  // A component of the layout may be in the body too.
  const all = new Map(
    [...warnings, ...result.warnings].map((warning) => [warning.path + warning.message, warning]),
  );
  return { ...result, warnings: [...all.values()] };
}
