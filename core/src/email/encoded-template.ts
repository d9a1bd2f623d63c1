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
import { encodePart } from './quoted-printable.ts';

/** Text that was quoted-printable encoded when the template was prepared. */
class EncodedText implements Template {
  readonly token: Template['token'];
  readonly #encoded: string;

  constructor(token: Template['token'], text: string) {
    this.token = token;
    this.#encoded = encodePart(text);
  }

  render(_context: Context, emitter: Emitter): void {
    emitter.write(this.#encoded);
  }
}

function encodeIn(template: Template): Template {
  if (TypeGuards.isHTMLToken(template.token)) {
    return new EncodedText(template.token, template.token.getContent());
  }
  if (template instanceof RawTag) return new EncodedText(template.token, template.render());
  if (template instanceof ForTag) {
    encodeStatics(template.templates);
    encodeStatics(template.elseTemplates);
  } else if (
    template instanceof IfTag ||
    template instanceof UnlessTag ||
    template instanceof CaseTag
  ) {
    for (const branch of template.branches) encodeStatics(branch.templates);
    encodeStatics(template.elseTemplates ?? []);
  }
  return template;
}

/**
 * Encodes the static text of a parsed template once, in place; outputs are encoded by the engine
 * as they are written. Captures and addresses stay plain inside: they are encoded as a whole.
 */
export function encodeStatics(templates: Template[]): Template[] {
  for (const [index, template] of templates.entries()) templates[index] = encodeIn(template);
  return templates;
}
