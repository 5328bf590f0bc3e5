import { z } from 'zod';

import { defineApiCall } from './define.ts';

/** Maximum size in bytes of a message: a send with base64 files in it. */
const MESSAGE_BYTES = 16 * 1024 * 1024;

/** Why a message is refused before it is parsed. */
export const mcpErrors = { MCP_OFF: 403 } as const;

/** The Model Context Protocol, through which AI assistants use the API. One message, one response, no sessions. */
export const mcp = defineApiCall({
  method: 'POST',
  path: '/v1/mcp',
  access: 'key',
  scope: null,
  about: 'key',
  summary: 'MCP server for AI assistants',
  description:
    'Streamable HTTP (Model Context Protocol) without sessions: each message is a JSON-RPC request. Its tools make calls of this API, with the scopes of the key. Off unless the operator has turned it on for the brand.',
  body: z.looseObject({
    jsonrpc: z.literal('2.0'),
    id: z
      .union([z.string().max(200), z.number()])
      .optional()
      .describe('Messages without one are notifications.'),
    method: z.string().max(100),
    params: z.record(z.string(), z.unknown()).optional(),
  }),
  example: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  bodyLimit: MESSAGE_BYTES,
  reply: z.unknown(),
  streamed: true,
  errors: mcpErrors,
});
/** A validated message. */
export type McpMessage = z.output<typeof mcp.body>;
