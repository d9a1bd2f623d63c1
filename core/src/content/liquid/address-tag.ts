import {
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs';

/** A block that compilation puts around a URL; `templates` is its content. */
export abstract class AddressTag extends Tag {
  readonly templates: Template[] = [];

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid);
    const stream = parser.parseStream(remaining);
    stream
      .on(`tag:end${token.name}`, () => stream.stop())
      .on('template', (template: Template) => this.templates.push(template))
      .on('end', () => {
        throw new Error('an address mixes up its Liquid tags');
      });
    stream.start();
  }

  // biome-ignore lint/correctness/useYield: LiquidJS asks for a generator
  *children(): Generator<unknown, Template[]> {
    return this.templates;
  }
}
