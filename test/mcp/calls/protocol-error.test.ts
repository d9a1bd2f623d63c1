import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { notFound, Refusal } from '@postroad/core/platform/refusal';
import { inProtocol } from '@postroad/mcp/calls/protocol-error';
import { toolWords } from '@postroad/mcp/tools/tool-words';
import { expect, it } from 'vitest';

const words = toolWords({});

async function thrown(error: unknown, faults: unknown[] = []): Promise<unknown> {
  const onFault = (fault: unknown, id: string) => faults.push(fault, id);
  const fails = () => {
    throw error;
  };
  return await inProtocol(fails, { words, onFault }).catch((found: unknown) => found);
}

it('OBS-01 tells a client an id of a fault of the service, and the operator the rest', async () => {
  const fault = new Error('password authentication failed for user "postroad"');
  const faults: unknown[] = [];
  const error = await thrown(fault, faults);
  expect(error).toMatchObject({
    code: ProtocolErrorCode.InternalError,
    data: { code: 'internal', request_id: faults[1] },
  });
  expect((error as Error).message).not.toContain('password');
  expect(faults[0]).toBe(fault);
});

it('SAFE-57 a refusal keeps its problem, in words of tools and under a code of the protocol', async () => {
  expect(await thrown(notFound('flow', 'x'))).toMatchObject({
    code: ProtocolErrorCode.InvalidParams,
    data: { code: 'not_found' },
  });
  const away = new Refusal('unavailable', 'Call get_person later.');
  expect(await thrown(away)).toMatchObject({
    code: ProtocolErrorCode.InternalError,
    message: 'Call get_person later.',
  });
  expect(await thrown(new Refusal('forbidden', 'Not you.'))).toMatchObject({
    code: ProtocolErrorCode.InvalidRequest,
  });
});
