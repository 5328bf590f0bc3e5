import './table-skeleton.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The widths of a row's bars; different lengths look like text. */
const ROWS = [
  ['96px', '190px', '60px'],
  ['96px', '150px', '72px'],
  ['96px', '210px', '60px'],
  ['96px', '170px', '66px'],
  ['96px', '180px', '58px'],
] as const;

/** Placeholder rows of a loading table, in their final height; `label` announces them to screen readers. */
export function TableSkeleton(props: { label: string }) {
  return (
    <div className="mf-shape">
      <span className="sr">
        <Spinner label={props.label} />
      </span>
      {ROWS.map(([number, email, type], index) => (
        <div aria-hidden="true" key={`${number} ${email} ${index}`}>
          <Skeleton width={number} />
          <Skeleton width={email} />
          <Skeleton width={type} />
        </div>
      ))}
    </div>
  );
}
