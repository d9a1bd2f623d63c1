/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = { [keyword: string]: unknown };

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface OpenApiOperation {
  operationId: string;
  /** Every operation of the catalog with this method and path. */
  'x-operations'?: string[];
  /** The operation that this path is another name of. */
  'x-alias-of'?: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: (OpenApiParameter | { $ref: string })[];
  requestBody?: {
    required: boolean;
    content: {
      'application/json': { schema: JsonSchema; example?: unknown };
      [type: string]: unknown;
    };
  };
  responses: Record<string, unknown>;
  security?: Record<string, string[]>[];
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string } };
  servers: { url: string }[];
  tags: { name: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  /** What the service sends, by type. */
  webhooks: Readonly<Record<string, object>>;
  components: Record<string, Record<string, unknown>>;
}
