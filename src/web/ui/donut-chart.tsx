import './donut-chart.css';

/** A slice; tones follow the data colors of the tokens, which also differ in lightness. */
export interface Slice {
  key: string;
  label: string;
  value: number;
  tone: 'first' | 'second' | 'rest';
}

const SIZE = 184;
const RADIUS = 74;
const WIDTH = 18;
/** The gap between the slices. */
const GAP = 3;
const ROUND = 2 * Math.PI * RADIUS;

/** Returns the start and length of every visible slice on the ring; empty slices take up no space, not even a gap. */
export function arcs(slices: readonly Slice[]): { slice: Slice; start: number; length: number }[] {
  const seen = slices.filter((slice) => slice.value > 0);
  const total = seen.reduce((sum, slice) => sum + slice.value, 0);
  const gaps = seen.length > 1 ? seen.length * GAP : 0;
  let start = 0;
  return seen.map((slice) => {
    const length = (slice.value / total) * (ROUND - gaps);
    const arc = { slice, start, length };
    start += length + (gaps > 0 ? GAP : 0);
    return arc;
  });
}

/** A ring of slices with a figure in its middle. Screen readers skip the ring: the legend beside it is a real table. */
export function DonutChart(props: {
  /** The name and heads of the legend table, for screen readers. */
  label: string;
  labelHead: string;
  valueHead: string;
  slices: readonly Slice[];
  figure: string;
  caption: string;
  /** Lines of the legend that are not slices, such as a limit. */
  extra?: readonly { key: string; label: string; value: string }[];
  format?: (value: number) => string;
  /** Whether to show the small version for phones. */
  compact?: boolean;
}) {
  const { slices, extra = [], format = String } = props;
  return (
    <div className="donut" data-compact={props.compact || undefined}>
      <svg aria-hidden="true" className="donut-ring" viewBox={`0 0 ${SIZE} ${SIZE}`}>
        <circle
          className="donut-arc"
          cx={SIZE / 2}
          cy={SIZE / 2}
          data-tone="rest"
          r={RADIUS}
          strokeWidth={WIDTH}
        />
        {slices.some((slice) => slice.value > 0) && (
          <circle className="donut-blank" cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} strokeWidth={WIDTH + 1} />
        )}
        {arcs(slices).map(({ slice, start, length }) => (
          <circle
            className="donut-arc"
            cx={SIZE / 2}
            cy={SIZE / 2}
            data-tone={slice.tone}
            key={slice.key}
            r={RADIUS}
            strokeDasharray={`${length} ${ROUND}`}
            strokeDashoffset={-start}
            strokeWidth={WIDTH}
            transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
          />
        ))}
        <text className="donut-figure" textAnchor="middle" x={SIZE / 2} y={95}>
          {props.figure}
        </text>
        <text className="donut-caption" textAnchor="middle" x={SIZE / 2} y={115}>
          {props.caption}
        </text>
      </svg>
      <table className="donut-legend">
        <caption className="sr">{props.label}</caption>
        <thead className="sr">
          <tr>
            <th scope="col">{props.labelHead}</th>
            <th scope="col">{props.valueHead}</th>
          </tr>
        </thead>
        <tbody>
          {slices.map((slice) => (
            <tr key={slice.key}>
              <th scope="row">
                <span aria-hidden="true" className="donut-key" data-tone={slice.tone} />
                {slice.label}
              </th>
              <td className="num">{format(slice.value)}</td>
            </tr>
          ))}
          {extra.map((line) => (
            <tr key={line.key}>
              <th scope="row">
                <span aria-hidden="true" className="donut-key" />
                {line.label}
              </th>
              <td className="num">{line.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
