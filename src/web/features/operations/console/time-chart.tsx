import { useTranslation } from 'react-i18next';
import { scaleFor } from '#web/ui/chart-scale.ts';
import { ConsoleLink } from './console-parts.tsx';

/** The figures of an hour or a day: two values, and a link to the faxes behind them. */
export interface ChartColumn {
  key: string;
  label: string;
  first: number;
  second: number;
  /** The queue filters of the column's link. */
  search: Record<string, string>;
}

/** The size of the plot in the units of the picture; labels are outside of it. */
const WIDTH = 340;
const HEIGHT = 170;

/**
 * Figures over time, as stacked bars or as two lines. Every column links to its part of the queue; screen readers get a
 * table with the same figures beside the picture.
 */
export function TimeChart(props: {
  title: string;
  kind: 'bars' | 'lines';
  columns: readonly ChartColumn[];
  heads: { first: string; second?: string };
  format: (value: number) => string;
  /** The smallest distance of the scale's values, for things that are counted in whole numbers. */
  least: number;
}) {
  const { title, kind, columns, heads, format } = props;
  const sum = (column: ChartColumn) => (kind === 'bars' ? column.first + column.second : 0);
  const highest = Math.max(...columns.map((one) => Math.max(sum(one), one.first, one.second)));
  const scale = scaleFor(highest, props.least);
  const y = (value: number) => HEIGHT - (value / (scale.at(-1) ?? 1)) * HEIGHT;
  return (
    <section aria-label={title} className="card oc-chart">
      <header>
        <h2>{title}</h2>
        <span className="oc-legend">
          <i data-tone="first" /> {heads.first}
          {heads.second !== undefined && (
            <>
              <i data-tone="second" /> {heads.second}
            </>
          )}
        </span>
      </header>
      <svg viewBox={`-48 -8 ${WIDTH + 52} ${HEIGHT + 32}`}>
        <Grid format={format} scale={scale} y={y} />
        {kind === 'bars' ? (
          <Bars columns={columns} y={y} />
        ) : (
          <Lines columns={columns} two={heads.second !== undefined} y={y} />
        )}
        <Columns columns={columns} format={format} heads={heads} tabStop={kind === 'bars'} />
      </svg>
      <FiguresTable columns={columns} format={format} heads={heads} title={title} />
    </section>
  );
}

function Grid(props: {
  scale: readonly number[];
  y: (value: number) => number;
  format: (value: number) => string;
}) {
  const { scale, y, format } = props;
  return scale.map((value) => (
    <g aria-hidden="true" key={value}>
      <line x1={0} x2={WIDTH} y1={y(value)} y2={y(value)} />
      <text textAnchor="end" x={-8} y={y(value) + 4}>
        {format(value)}
      </text>
    </g>
  ));
}

function Bars({ columns, y }: { columns: readonly ChartColumn[]; y: (value: number) => number }) {
  const width = WIDTH / columns.length;
  const bar = width * 0.72;
  return columns.map(({ key, first, second }, at) => {
    const x = at * width + (width - bar) / 2;
    return (
      <g aria-hidden="true" key={key}>
        <rect data-tone="first" height={HEIGHT - y(first)} width={bar} x={x} y={y(first)} />
        <rect
          data-tone="second"
          height={y(first) - y(first + second)}
          width={bar}
          x={x}
          y={y(first + second)}
        />
      </g>
    );
  });
}

function Lines(props: { columns: readonly ChartColumn[]; two: boolean; y: (value: number) => number }) {
  const { columns, two, y } = props;
  const width = WIDTH / columns.length;
  const path = (of: (column: ChartColumn) => number) =>
    columns.map((column, at) => `${at === 0 ? 'M' : 'L'}${(at + 0.5) * width} ${y(of(column))}`).join('');
  const first = path((column) => column.first);
  return (
    <g aria-hidden="true">
      <path data-tone="area" d={`${first}L${WIDTH - width / 2} ${HEIGHT}L${width / 2} ${HEIGHT}z`} />
      <path data-tone="first" d={first} />
      {two && <path data-tone="second" d={path((column) => column.second)} />}
    </g>
  );
}

/**
 * The areas of the columns for pointing, opening and naming, with some of the labels below. Lines show the same hours
 * as the bars, so one tab stop each is enough.
 */
function Columns(props: {
  columns: readonly ChartColumn[];
  heads: { first: string; second?: string };
  format: (value: number) => string;
  tabStop: boolean;
}) {
  const { columns, heads, format, tabStop } = props;
  const { t } = useTranslation();
  const width = WIDTH / columns.length;
  const every = Math.ceil(columns.length / 5);
  return columns.map(({ key, label, first, second, search }, at) => {
    const figures = [`${heads.first} ${format(first)}`];
    if (heads.second !== undefined) figures.push(`${heads.second} ${format(second)}`);
    const name = t('operator.chart.column', { label, figures: figures.join(', ') });
    return (
      <g key={key}>
        <ConsoleLink label={name} search={search} tabStop={tabStop} to="queue">
          <title>{name}</title>
          <rect data-tone="hit" height={HEIGHT} width={width} x={at * width} y={0} />
        </ConsoleLink>
        {at % every === 0 && (
          <text aria-hidden="true" textAnchor="middle" x={(at + 0.5) * width} y={HEIGHT + 18}>
            {label}
          </text>
        )}
      </g>
    );
  });
}

function FiguresTable(props: {
  title: string;
  columns: readonly ChartColumn[];
  heads: { first: string; second?: string };
  format: (value: number) => string;
}) {
  const { t } = useTranslation();
  const { title, columns, heads, format } = props;
  return (
    <table className="sr">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('operator.when')}</th>
          <th scope="col">{heads.first}</th>
          {heads.second !== undefined && <th scope="col">{heads.second}</th>}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ key, label, first, second }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{format(first)}</td>
            {heads.second !== undefined && <td>{format(second)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
