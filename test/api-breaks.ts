import type {
  ApiShape,
  CallShape,
  FieldShape,
} from '#server/features/gateways/public-api/reference/api-shape.ts';

/**
 * Returns what programs written for `released` can no longer rely on in `now`: one sentence per break, beginning with
 * the call.
 */
export function breaksBetween(released: ApiShape, now: ApiShape): string[] {
  return Object.entries(released).flatMap(([name, before]) => {
    const after = now[name];
    const found = after ? callBreaks(before, after) : ['removed'];
    return found.map((what) => `${name}: ${what}`);
  });
}

function callBreaks(before: CallShape, after: CallShape): string[] {
  const found: string[] = [];
  if (after.scope !== null && after.scope !== before.scope) found.push(`needs scope ${after.scope}`);
  for (const [place, field] of Object.entries(before.takes)) {
    const same = after.takes[place];
    found.push(...(same ? inputBreaks(field, same) : ['no longer taken']).map((what) => `${place} ${what}`));
  }
  for (const [place, field] of Object.entries(after.takes))
    if (!before.takes[place] && isDemanded(place, field, before)) found.push(`${place} is new and required`);
  for (const [status, fields] of Object.entries(before.gives)) {
    const same = after.gives[status];
    if (!same) found.push(`no longer answers ${status}`);
    for (const [place, field] of same ? Object.entries(fields) : []) {
      const kept = same?.[place];
      const what = kept ? answerBreaks(field, kept) : ['no longer given'];
      found.push(...what.map((one) => `answer ${place || '(all)'} ${one}`));
    }
  }
  for (const [code, status] of Object.entries(before.errors)) {
    const same = after.errors[code];
    if (same !== status)
      found.push(`error ${code} ${same === undefined ? 'removed' : `is ${same}, was ${status}`}`);
  }
  return found;
}

/** Returns whether a new field breaks programs that do not send it: not if the object around it is new and optional. */
function isDemanded(place: string, { optional }: FieldShape, before: CallShape): boolean {
  if (optional || place.endsWith('[]') || place.endsWith('{}')) return false;
  const around = place.replace(/\.[^.]+$/u, '');
  return !around.includes('.') || around in before.takes;
}

/** Returns the breaks of an input: everything accepted before must still be accepted. */
function inputBreaks(before: FieldShape, after: FieldShape): string[] {
  return [
    ...typeBreaks(before, after),
    ...(before.optional && !after.optional ? ['is required'] : []),
    ...(before.nullable && !after.nullable ? ['may not be null'] : []),
    ...(after.enum ? missing(before.enum ?? ['everything'], after.enum) : []),
    ...(after.pattern !== undefined && after.pattern !== before.pattern ? ['has another pattern'] : []),
    ...((after.min ?? -Infinity) > (before.min ?? -Infinity) ? [`must be at least ${after.min}`] : []),
    ...((after.max ?? Infinity) < (before.max ?? Infinity) ? [`may be at most ${after.max}`] : []),
  ];
}

/**
 * Returns the breaks of a response: everything returned before must still be returned, and nothing else in its place.
 */
function answerBreaks(before: FieldShape, after: FieldShape): string[] {
  return [
    ...typeBreaks(before, after),
    ...(!before.optional && after.optional ? ['may be missing'] : []),
    ...(!before.nullable && after.nullable ? ['may be null'] : []),
    ...(before.enum ? missing(before.enum, after.enum ?? before.enum) : []),
  ];
}

function typeBreaks(before: FieldShape, after: FieldShape): string[] {
  if (before.type !== after.type) return [`is ${after.type}, was ${before.type}`];
  return before.format === after.format ? [] : [`has format ${after.format}, had ${before.format}`];
}

function missing(before: readonly unknown[], after: readonly unknown[]): string[] {
  return before.filter((value) => !after.includes(value)).map((value) => `has no value ${String(value)}`);
}
