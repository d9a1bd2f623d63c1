import { createHash } from 'node:crypto';
import type { CompiledEmail } from '@postroad/core/content/compile/email';
import { type UsedValues, usedValues } from '@postroad/core/content/render/used-values';

/** A compile as it is kept with what was sent. Its digest and values are found on first use. */
export class KeptCompile {
  readonly compiled: CompiledEmail;
  #digest: string | null = null;
  #used: UsedValues | null = null;

  constructor(compiled: CompiledEmail) {
    this.compiled = compiled;
  }

  /** SHA-256 in hex. */
  get digest(): string {
    const { subject, pre_header, html, text, language } = this.compiled;
    const words = [subject, pre_header, html, text];
    this.#digest ??= createHash('sha256')
      .update(JSON.stringify(language === undefined ? words : [...words, language]))
      .digest('hex');
    return this.#digest;
  }

  /** The values of a person that it may read. */
  get used(): UsedValues {
    this.#used ??= usedValues(this.compiled);
    return this.#used;
  }
}
