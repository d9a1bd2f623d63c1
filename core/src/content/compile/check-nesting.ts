import type { Issue } from '../../platform/issue.ts';
import { engines } from '../liquid/liquid.ts';
import { parseLiquid } from '../liquid/liquid-source.ts';

/** Parses a finished part of a mail again, to find Liquid tags that markup moved. */
export function checkNesting(source: string, flavour: 'html' | 'text'): Issue[] {
  try {
    parseLiquid(engines[flavour], source);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Liquid tags and HTML are interleaved so that they no longer match: ${reason}`;
    return [{ path: 'body_markdown', code: 'liquid_structure', message }];
  }
}
