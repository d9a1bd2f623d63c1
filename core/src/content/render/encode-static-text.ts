import {
  CaseTag,
  type Context,
  type Emitter,
  ForTag,
  IfTag,
  RawTag,
  type Template,
  TypeGuards,
  UnlessTag,
} from 'liquidjs';
import { isComponentScope } from '../liquid/component-tags.ts';
import { encodePart } from '../text/quoted-printable.ts';

/** Static text, encoded once for every mail. */
class EncodedText implements Template {
  readonly token: Template['token'];
  readonly text: string;

  constructor(token: Template['token'], text: string) {
    this.token = token;
    this.text = text;
  }

  render(_context: Context, emitter: Emitter): void {
    emitter.write(this.text);
  }
}

/** The text of a static template; null for any other. */
export function staticText(template: Template): string | null {
  if (template instanceof EncodedText) return template.text;
  if (TypeGuards.isHTMLToken(template.token)) return template.token.getContent();
  return template instanceof RawTag ? template.render() : null;
}

/**
 * Visits the templates inside blocks. Skips blocks whose output is needed literally, such as
 * captures and URLs: their output is encoded as a whole.
 */
export function eachBranch(
  template: Template,
  change: (templates: Template[]) => Template[],
): void {
  if (isComponentScope(template)) {
    template.templates = change(template.templates);
  } else if (template instanceof ForTag) {
    template.templates = change(template.templates);
    template.elseTemplates = change(template.elseTemplates);
  } else if (
    template instanceof IfTag ||
    template instanceof UnlessTag ||
    template instanceof CaseTag
  ) {
    for (const branch of template.branches) branch.templates = change(branch.templates);
    if (template.elseTemplates) template.elseTemplates = change(template.elseTemplates);
  }
}

/** Encodes all static text as quoted-printable; values are encoded on output. */
export function encodeStaticText(templates: Template[]): Template[] {
  return templates.map((template) => {
    const text = staticText(template);
    if (text !== null) return new EncodedText(template.token, encodePart(text));
    eachBranch(template, encodeStaticText);
    return template;
  });
}
