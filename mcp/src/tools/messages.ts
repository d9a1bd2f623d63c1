import type { Tool } from './tool.ts';

/** Tools of messages, which programs send. */
export const messageTools = [
  {
    name: 'send_message',
    toolset: 'emails',
    description: 'Really send one mail to one address, such as a receipt.',
    asked:
      'transactional receipt, password reset, invoice, attachments, one-off mail to one person',
    operation: 'send_message',
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
  {
    name: 'list_messages',
    toolset: 'people',
    description: 'List messages, newest first.',
    operation: 'list_messages',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_message',
    toolset: 'people',
    description: 'Get one message with its status.',
    operation: 'get_message',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'cancel_message',
    toolset: 'people',
    description: 'Cancel a message that is not being handed over yet.',
    operation: 'cancel_message',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
] as const satisfies readonly Tool[];
