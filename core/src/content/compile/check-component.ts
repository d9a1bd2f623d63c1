import type { Issue } from '../../platform/issue.ts';
import type { CompileScope } from '../components/component.ts';
import { checkAndSplitLiquid } from '../liquid/check-liquid.ts';
import { compileEmail } from './compile.ts';
import { CompileSession } from './compile-session.ts';
import type { InlineCss } from './email.ts';
import { applyTheme } from './markup-rules.ts';

const contentOutput = /^\{\{-?\s*content\b/;

/**
 * The errors of a component that is already in `scope.components`, under the path `html`: unknown
 * theme tags and components, Liquid syntax, circles, and markup that no mail may contain. Compiles
 * the component as the whole body of an email.
 */
export function checkComponent(
  key: string,
  scope: CompileScope,
  inlineCss: InlineCss,
  session = new CompileSession(),
): Issue[] {
  const themed = applyTheme(scope.components?.get(key) ?? '', 'html', scope);
  if (themed.errors.length > 0) return themed.errors;
  const liquid = checkAndSplitLiquid(themed.text, 'html');
  if (liquid.errors.length > 0) return liquid.errors;
  if (liquid.pieces?.some(({ text }) => contentOutput.test(text))) {
    const message = '{{ content }} is for layouts only, where the email goes.';
    return [{ path: 'html', code: 'content_misplaced', message }];
  }
  const email = { subject: '', pre_header: '', body_markdown: `{% component "${key}" %}` };
  const layout = { html: '{{ content }}', css: '' };
  const { errors } = compileEmail(email, layout, scope, inlineCss, session);
  return errors.map((error) => ({ ...error, path: 'html' }));
}
