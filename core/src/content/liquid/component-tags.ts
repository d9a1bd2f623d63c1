import {
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
  Value,
} from 'liquidjs';
import { plainOutput } from '../text/html-value.ts';
import {
  argumentsBehindKey,
  type ComponentArgument,
  parseComponentArguments,
} from './component-tag.ts';
import { parseLiquid } from './liquid-source.ts';

/** Reports errors in an argument at the tag, not at an offset within the argument. */
export function parsePart(liquid: Liquid, source: string): Template[] {
  try {
    return parseLiquid(liquid, source);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(message.replace(/, line:\d+, col:\d+$/, ''));
  }
}

/** Compilation finds our tags by their braces, which are missing inside `{% liquid %}`. */
export function requireBraces(token: TagToken): void {
  if (token.input.startsWith('{%', token.begin)) return;
  throw new Error(`a ${token.name} needs a tag of its own: {% ${token.name} … %}`);
}

/** Checks a component tag while a source is parsed; compilation replaces it before rendering. */
export class ComponentTag extends Tag {
  readonly templates: Template[];

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
    super(token, remaining, liquid);
    requireBraces(token);
    this.templates = parseComponentArguments(argumentsBehindKey(token.args)).flatMap((argument) =>
      'expression' in argument
        ? parsePart(liquid, `{{ ${argument.expression} }}`)
        : argument.parts.flatMap((part) => parsePart(liquid, part)),
    );
  }

  render(): never {
    throw new Error(
      'a component is allowed only in the body of an email, in a layout or in another',
    );
  }

  // biome-ignore lint/correctness/useYield: LiquidJS asks for a generator
  *children(): Generator<unknown, Template[]> {
    return this.templates;
  }
}

/** Reads one argument in the scope around the component. */
type Read = (context: Context) => Generator<unknown, unknown, unknown>;

function readerOf(argument: ComponentArgument, liquid: Liquid): Read {
  if ('expression' in argument) {
    const value = new Value(argument.expression, liquid);
    return (context) => value.value(context);
  }
  const parts = argument.parts.map((part) =>
    part.startsWith('{{')
      ? new Value(part.replace(/^\{\{-?|-?\}\}$/g, ''), liquid)
      : part.replace(/\r\n?/g, '\n'),
  );
  return function* text(context) {
    let whole = '';
    for (const part of parts) {
      whole += typeof part === 'string' ? part : plainOutput(yield part.value(context));
    }
    return whole;
  };
}

/** Register of the mail's merge values, without the arguments of a surrounding component. */
const mailRegister = 'postroad_mail';

/** The tag that compilation puts around a component's Liquid. */
export interface ComponentScopeTemplate extends Template {
  templates: Template[];
}

export function isComponentScope(template: Template): template is ComponentScopeTemplate {
  return template instanceof Tag && template.name === 'component_scope';
}

/**
 * Renders its content with the mail's merge values and the arguments, but no other variable from
 * outside; its assignments end with it. `register` is passed on.
 */
export function componentScopeTag(register: string): Parameters<Liquid['registerTag']>[1] {
  return class extends Tag {
    templates: Template[] = [];
    readonly #arguments: { name: string; read: Read }[];

    constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
      super(token, remaining, liquid);
      this.#arguments = parseComponentArguments(token.args).map((argument) => ({
        name: argument.name,
        read: readerOf(argument, liquid),
      }));
      const stream = parser.parseStream(remaining);
      stream
        .on('tag:endcomponent_scope', () => stream.stop())
        .on('template', (template: Template) => this.templates.push(template))
        .on('end', () => {
          throw new Error('a component mixes up its Liquid tags with those around it');
        });
      stream.start();
    }

    *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
      const own: [string, unknown][] = [];
      for (const { name, read } of this.#arguments) own.push([name, yield read(context)]);
      const mail: object = context.getRegister(mailRegister, context.environments);
      const inner = context.spawn({ ...mail, ...Object.fromEntries(own) });
      inner.setRegister(mailRegister, mail);
      inner.setRegister(register, context.getRegister(register));
      yield this.liquid.renderer.renderTemplates(this.templates, inner, emitter);
    }

    // biome-ignore lint/correctness/useYield: LiquidJS asks for a generator
    *children(): Generator<unknown, Template[]> {
      return this.templates;
    }
  };
}
