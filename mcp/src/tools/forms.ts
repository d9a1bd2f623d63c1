import type { Tool } from './tool.ts';

/** Tools of sign-up forms. */
export const formTools = [
  {
    name: 'list_forms',
    toolset: 'people',
    description: 'List sign-up forms; form_key: one.',
    asked: 'sign-up landing page, embed, html code for my site',
    operation: { when: 'form_key', call: 'get_form', otherwise: 'list_forms' },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_form',
    toolset: 'people',
    description:
      'Create (new key) or change a sign-up form with a hosted page at /f/:key and double opt-in.',
    asked: 'signup form, landing page, subscribe box, popup, lead capture, embed',
    operation: { create: 'create_form', update: 'update_form', by: 'form_key', keyAs: 'key' },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_form',
    toolset: 'people',
    description: 'Delete a sign-up form; sign-ups that wait for a confirmation go with it.',
    operation: 'delete_form',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
] as const satisfies readonly Tool[];
