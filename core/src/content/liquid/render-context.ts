import { Context, Drop } from 'liquidjs';

/** What templates may read of the drops they meet: of `forloop` what is documented, of others nothing. */
const loopMembers: ReadonlySet<unknown> = new Set([
  ...['index', 'index0', 'rindex', 'rindex0', 'first', 'last', 'length', 'name'],
]);

/**
 * A context for rendering. LiquidJS reads every member of a drop, also of its class and of
 * `Object.prototype`, and calls those that are functions; this one only those that are meant for
 * templates (SEC-24).
 */
export class RenderContext extends Context {
  override readProperty(...[owner, key]: Parameters<Context['readProperty']>): unknown {
    if (owner instanceof Drop) {
      const name: unknown = key instanceof Drop ? key.valueOf() : key;
      if (!loopMembers.has(name)) return undefined;
    }
    return super.readProperty(owner, key);
  }

  override spawn(scope: object = {}): RenderContext {
    const { sync, globals, strictVariables, ownPropertyOnly } = this;
    const { renderLimit, memoryLimit, liquid } = this;
    const options = { sync, globals, strictVariables, ownPropertyOnly };
    const parts = { renderLimit, memoryLimit, ...(liquid && { liquid }) };
    return new RenderContext(scope, this.opts, options, parts);
  }
}
