import type { Context, Emitter, ForTag, Template } from 'liquidjs';
import { limits } from '../../platform/limits.ts';
import { askLiquid, type Path, valueAt } from './optimize-value.ts';

/** The variable of a loop, and its value while the loop is written. */
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
  /** How many parts one item is written in. */
  parts: number;
}

/**
 * A loop that holds nothing but texts and simple values. LiquidJS itself loops over anything that is
 * no list, and over long lists, since it looks at the time after each item.
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
