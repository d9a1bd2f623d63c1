import type { JsonObject } from '../platform/json.ts';
import { withoutEndSlashes } from '../platform/url.ts';

/** What a page of another site is shown of a flow: its drawing and how many people are where. */
export interface EmbeddedFlow {
  name: string;
  status: string;
  definition: JsonObject;
  steps: { path: string; summary: string; people: number; parked: number }[];
  people_inside: number;
}

/** Where the page of an embedded flow is; the id of its token follows. */
export const embedPath = '/console/embed/flow';

/** Where the script of the element `<postroad-flow>` is. */
export const embedScript = '/console/embed/postroad-flow.js';

/** The address of the drawing; its secret is where no server and no log sees it. */
export function embedAddress(baseUrl: string, tokenId: number, secret: string): string {
  return `${withoutEndSlashes(baseUrl)}${embedPath}/${tokenId}#${secret}`;
}

/** What a page needs to show the drawing at an address. */
export function embedMarkup(baseUrl: string, address: string): string {
  return [
    `<script src="${withoutEndSlashes(baseUrl)}${embedScript}" defer></script>`,
    `<postroad-flow src="${address}"></postroad-flow>`,
  ].join('\n');
}
