import type { FieldError } from '../../platform/refusal.ts';
import { compileEmail, type InlineCss } from '../compile/compile.ts';
import { applyTheme } from '../compile/layout.ts';
import { checkLiquid } from '../liquid/check-liquid.ts';
import { splitLiquid } from '../liquid/liquid-source.ts';
import type { CompileScope } from './component.ts';

const CONTENT = /^\{\{-?\s*content\b/;

/**
 * What stands against a component that `scope.components` holds already, under the path `html`:
 * unknown theme tags and components, Liquid syntax, circles, and markup no mail may hold. It is
 * compiled as the whole body of an email.
 */
export function checkComponent(
  key: string,
  scope: CompileScope,
  inlineCss: InlineCss,
): FieldError[] {
  const themed = applyTheme(scope.components?.get(key) ?? '', 'html', scope);
  if (themed.errors.length > 0) return themed.errors;
  const liquid = checkLiquid(themed.text, 'html');
  if (liquid.errors.length > 0) return liquid.errors;
  if (splitLiquid(themed.text).some(({ text }) => CONTENT.test(text))) {
    const message = '{{ content }} stands in layouts only, where the email goes.';
    return [{ path: 'html', code: 'content_misplaced', message }];
  }
  const email = { subject: '', pre_header: '', body_markdown: `{% component "${key}" %}` };
  const { errors } = compileEmail(email, { html: '{{ content }}', css: '' }, scope, inlineCss);
  return errors.map((error) => ({ ...error, path: 'html' }));
}
