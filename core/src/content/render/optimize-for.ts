import type { Context, Emitter, ForTag, Template } from 'liquidjs';
import { limits } from '../../platform/limits.ts';
import { askLiquid, type Path, valueAt } from './optimize-value.ts';

/** The variable of a loop, with its current value. */
export class LoopItem {
  readonly name: string;
  value: unknown = undefined;

  constructor(name: string) {
    this.name = name;
  }

  read(context: Context, path: Path): unknown {
    return valueAt(this.value, path.names, () => {
      context.push({ [this.name]: this.value });
      try {
        return askLiquid(path, context);
      } finally {
        context.pop();
      }
    });
  }
}

interface OptimizedLoop {
  read(context: Context): unknown;
  item: LoopItem;
  write(context: Context): string;
  /** Number of parts per item. */
  parts: number;
}

/**
 * A loop that contains only texts and simple values. LiquidJS renders loops over other values than
 * lists, and over long lists, because it checks the time after each item.
 */
export class OptimizedFor implements Template {
  readonly token: Template['token'];
  readonly #original: ForTag;
  readonly #loop: OptimizedLoop;

  constructor(original: ForTag, loop: OptimizedLoop) {
    this.token = original.token;
    this.#original = original;
    this.#loop = loop;
  }

  render(context: Context, emitter: Emitter): unknown {
    const { read, item, write, parts } = this.#loop;
    const items = read(context);
    if (
      !Array.isArray(items) ||
      items.length === 0 ||
      items.length * parts > limits.optimizedLoopParts
    ) {
      return this.#original.render(context, emitter);
    }
    let text = '';
    for (const value of items) {
      item.value = value;
      text += write(context);
    }
    item.value = undefined;
    emitter.write(text);
    return undefined;
  }
}
