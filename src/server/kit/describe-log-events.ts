import { ENGINE_EVENTS } from '#engine/log/engine-events.ts';

import { LOG_EVENTS } from './log-event.ts';

/** Returns the text of docs/log-events.md: every event with its level, its sentence and its fields. */
export function describeLogEvents(): string {
  const rows = Object.entries({ ...ENGINE_EVENTS, ...LOG_EVENTS })
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([event, [level, sentence, ...fields]]) => [
      `\`${event}\``,
      level,
      sentence,
      fields.map((field) => `\`${field.replace('?', '')}\``).join(', '),
    ]);
  const head = ['event', 'level', 'what happened (`msg`)', 'fields'];
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [
    '# Log events',
    '',
    'Written by `npm run generate`. Every line of the log has one of these names as `event`; some fields are only there when they are known.',
    '',
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map(line),
    '',
  ].join('\n');
}
