import './dashboard-skeleton.css';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The widths of a row's bars; different lengths look like text. */
const ROWS = [
  ['132px', '150px'],
  ['108px', '180px'],
  ['150px', '120px'],
  ['120px', '164px'],
  ['96px', '140px'],
] as const;

/** A placeholder for the dashboard while its data load, in the same sizes, so that nothing moves. */
export function DashboardSkeleton() {
  return (
    <div aria-hidden="true" className="dash-grid">
      <div className="dash-recent">
        <TableShape />
        <TableShape />
      </div>
      <div className="dash-side">
        <div className="card dash-usage">
          <div className="dash-ring-shape">
            <span className="sk" />
            <div className="dash-lines-shape">
              {ROWS.slice(0, 4).map(([width]) => (
                <Skeleton key={width} />
              ))}
            </div>
          </div>
        </div>
        <div className="card dash-outgoing">
          <header>
            <Skeleton height="12px" width="110px" />
          </header>
        </div>
      </div>
    </div>
  );
}

function TableShape() {
  return (
    <div className="card">
      <header>
        <Skeleton height="12px" width="130px" />
      </header>
      <div className="dash-table-shape">
        {ROWS.map(([who, company]) => (
          <div key={who}>
            <Skeleton width={who} />
            <Skeleton width={company} />
            <Skeleton width="16px" />
            <Skeleton width="112px" />
          </div>
        ))}
      </div>
    </div>
  );
}
