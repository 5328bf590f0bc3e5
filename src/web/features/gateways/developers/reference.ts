import { useEffect, useState } from 'react';
import type { ApiDocument, Operation, Parameter, Response, Schema } from '#contract/v1/document.ts';
import { appUrl } from '#web/kit/page-config.ts';

/** A call and its page. */
export interface CallEntry {
  /** The address of its page, below `/developers/`. */
  page: string;
  method: string;
  path: string;
  operation: Operation;
}

/** The description of the API, and its calls in order. */
export interface Reference {
  document: ApiDocument;
  /** The base URL of calls, such as `https://fax.example.com`. */
  server: string;
  calls: readonly CallEntry[];
}

/** Loads the description of the API. */
export function useReference(): { data: Reference | undefined; isError: boolean; refetch: () => void } {
  const [state, setState] = useState<{ data?: Reference; isError: boolean }>({ isError: false });
  const load = () => {
    loadReference().then(
      (data) => setState({ data, isError: false }),
      () => setState({ isError: true }),
    );
  };
  useEffect(load, []);
  return { data: state.data, isError: state.isError, refetch: load };
}

async function loadReference(): Promise<Reference> {
  const answer = await fetch(appUrl('/v1/openapi.json'));
  if (!answer.ok) throw new Error(String(answer.status));
  const document = (await answer.json()) as ApiDocument;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      page: `calls/${operation.operationId}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  return { document, server: document.servers[0]?.url ?? '', calls };
}

/** Resolves a reference within the document; returns anything else unchanged. */
export function resolved<Part extends Parameter | Response | Schema>(
  document: ApiDocument,
  part: Part | { $ref: string },
): Part {
  if (!('$ref' in part) || part.$ref === undefined) return part as Part;
  const [, , group = '', name = ''] = part.$ref.split('/');
  const components = document.components as unknown as Record<string, Record<string, Part>>;
  return components[group]?.[name] ?? ({} as Part);
}
