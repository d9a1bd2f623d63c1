import { type JSONRPCErrorResponse, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isObject } from '@postroad/core/platform/json';
import { roundedMessage, roundedNumber } from '@postroad/core/platform/operations/rounded-number';

/** What to answer to a line in place of passing it on. */
export interface LineFault {
  id: string | number | undefined;
  error: JSONRPCErrorResponse['error'];
}

const parseError: LineFault = {
  id: undefined,
  error: {
    code: ProtocolErrorCode.ParseError,
    message: 'The line is not valid JSON. Send one JSON-RPC message in each line.',
  },
};

/** Whether a value is a request, a notification or an answer. */
function isMessage(value: unknown): boolean {
  if (!isObject(value) || value.jsonrpc !== '2.0') return false;
  return typeof value.method === 'string' || 'result' in value || 'error' in value;
}

/**
 * Why a line is no message: the transport would drop it, and the agent would wait for an answer. So
 * it would for one whose numbers would lose digits. Null for any other line.
 */
export function messageFault(line: string): LineFault | null {
  if (line.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return parseError;
  }
  const code = ProtocolErrorCode.InvalidRequest;
  const { id: given } = isObject(value) ? value : { id: undefined };
  const id = typeof given === 'string' || typeof given === 'number' ? given : undefined;
  if (!isMessage(value)) {
    const message =
      'The line is no JSON-RPC message: {"jsonrpc": "2.0", "id", "method", "params"}.';
    return { id, error: { code, message } };
  }
  const rounded = roundedNumber(line);
  return rounded === null ? null : { id, error: { code, message: roundedMessage(rounded) } };
}
