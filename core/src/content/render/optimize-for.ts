import type { Context, Emitter, ForTag, Template } from 'liquidjs';
import { limits } from '../../platform/limits.ts';
import { valueAt } from './optimize-value.ts';

/** What the variable of a loop stands for while the loop is written. */
export class LoopItem {
  readonly name: string;
  value: unknown = undefined;

  constructor(name: string) {
    this.name = name;
  }

  read(context: Context, names: readonly string[]): unknown {
    return valueAt(this.value, names, () => {
      context.push({ [this.name]: this.value });
      try {
        return context.getSync([this.name, ...names]);
      } finally {
        context.pop();
      }
    });
  }
}

interface QuickLoop {
  read(context: Context): unknown;
  item: LoopItem;
  write(context: Context): string;
}

/**
 * A loop with nothing but texts and simple values inside. What is no list, or a long one, LiquidJS
 * goes through itself, with its eye on the time.
 */
export class QuickFor implements Template {
  readonly token: Template['token'];
  readonly #slow: ForTag;
  readonly #loop: QuickLoop;

  constructor(slow: ForTag, loop: QuickLoop) {
    this.token = slow.token;
    this.#slow = slow;
    this.#loop = loop;
  }

  render(context: Context, emitter: Emitter): unknown {
    const { read, item, write } = this.#loop;
    const items = read(context);
    if (!Array.isArray(items) || items.length === 0 || items.length > limits.quickLoopItems) {
      return this.#slow.render(context, emitter);
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
