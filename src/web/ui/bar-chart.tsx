import './bar-chart.css';
import { scaleFor } from './chart-scale.ts';

/** One column: two stacked parts. */
export interface BarColumn {
  key: string;
  /** The meaning of the column, such as a day. */
  label: string;
  first: number;
  second: number;
}

/** Columns over time. Screen readers skip the chart: they get a table with the same figures instead. */
export function BarChart(props: {
  label: string;
  columns: readonly BarColumn[];
  heads: { label: string; first: string; second: string };
  format: (value: number) => string;
}) {
  const { label, columns, heads, format } = props;
  const scale = scaleFor(Math.max(1, ...columns.map(({ first, second }) => first + second)), 1);
  const top = scale.at(-1) ?? 1;
  return (
    <figure className="bars">
      <div aria-hidden="true" className="bars-area">
        {scale.map((value) => (
          <span className="bars-line num" key={value} style={{ insetBlockEnd: `${(value / top) * 100}%` }}>
            {format(value)}
          </span>
        ))}
        <div className="bars-plot">
          {columns.map((column) => (
            <Column column={column} format={format} heads={heads} key={column.key} top={top} />
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="bars-foot">
        <span className="num">{columns[0]?.label}</span>
        <span className="bars-legend">
          <i data-tone="first" /> {heads.first}
          <i data-tone="second" /> {heads.second}
        </span>
        <span className="num">{columns.at(-1)?.label}</span>
      </div>
      <table className="sr">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{heads.label}</th>
            <th scope="col">{heads.first}</th>
            <th scope="col">{heads.second}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.key}>
              <th scope="row">{column.label}</th>
              <td>{format(column.first)}</td>
              <td>{format(column.second)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Column(props: {
  column: BarColumn;
  top: number;
  heads: { first: string; second: string };
  format: (value: number) => string;
}) {
  const { column, top, heads, format } = props;
  const { label, first, second } = column;
  const height = (value: number) => ({ blockSize: `${(value / top) * 100}%` });
  return (
    <span title={`${label}: ${heads.first} ${format(first)}, ${heads.second} ${format(second)}`}>
      <i data-tone="second" style={height(second)} />
      <i data-tone="first" style={height(first)} />
    </span>
  );
}
