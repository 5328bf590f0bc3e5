import { useState } from 'react';
import { Inbox } from 'lucide-react';
import { Card } from './card.tsx';
import { DataTable } from './data-table.tsx';
import type { Column, Sort } from './data-table.tsx';
import { DonutChart } from './donut-chart.tsx';
import { EmptyState } from './empty-state.tsx';
import { Pagination } from './pagination.tsx';
import { Skeleton } from './skeleton.tsx';
import { StackedBar } from './stacked-bar.tsx';

interface Row {
  id: string;
  from: string;
  company: string;
  pages: number;
}

const ROWS: readonly Row[] = [
  { id: '1', from: 'Robert Delacourt', company: 'Harbor Point Supply', pages: 3 },
  { id: '2', from: '914-555-0182', company: 'Lakeside Clinic', pages: 2 },
  { id: '3', from: 'Tidewater Freight', company: 'Tidewater Freight Lines', pages: 1 },
];

const COLUMNS: readonly Column<Row>[] = [
  { key: 'from', head: 'From', sortable: true, cell: (row) => <span className="who num">{row.from}</span> },
  { key: 'company', head: 'Company', sortable: true, cell: (row) => row.company },
  {
    key: 'pages',
    head: 'Pages',
    align: 'end',
    width: '70px',
    cell: (row) => <span className="num">{row.pages}</span>,
  },
];

/** Tables, charts and their placeholders. */
export function GalleryData() {
  return (
    <>
      <Table />
      <Card title="Usage">
        <DonutChart
          caption="pages left"
          extra={[{ key: 'limit', label: 'Monthly limit', value: '300' }]}
          figure="182"
          label="Pages this month"
          labelHead="Kind"
          slices={[
            { key: 'received', label: 'Received', value: 74, tone: 'first' },
            { key: 'sent', label: 'Sent', value: 44, tone: 'second' },
            { key: 'rest', label: 'Remaining', value: 182, tone: 'rest' },
          ]}
          valueHead="Pages"
        />
        <div className="gallery-body">
          <StackedBar
            parts={[
              { key: 'received', value: 2700, tone: 'first' },
              { key: 'sent', value: 1518, tone: 'second' },
            ]}
            thick
          />
        </div>
      </Card>
      <Card title="Loading and empty">
        <div className="gallery-body">
          <Skeleton width="60%" />
          <Skeleton width="80%" />
        </div>
        <EmptyState icon={Inbox} text="Faxes that you receive appear here." title="Inbox is empty" />
      </Card>
    </>
  );
}

function Table() {
  const [sort, setSort] = useState<Sort>({ key: 'from', order: 'asc' });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['3']));
  const [page, setPage] = useState(1);
  return (
    <Card className="gallery-wide" title="Table">
      <DataTable
        columns={COLUMNS}
        label="Faxes"
        onSort={setSort}
        rowKey={(row) => row.id}
        rows={ROWS}
        rowState={(row) => (row.id === '2' ? 'new' : undefined)}
        selection={{
          selected,
          onChange: setSelected,
          allLabel: 'Select all',
          rowLabel: (key) => `Select ${key}`,
        }}
        sort={sort}
      />
      <div className="gallery-body gallery-row">
        <Pagination
          labels={{
            nav: 'Pages',
            previous: 'Previous page',
            next: 'Next page',
            page: 'Page number',
            of: (pages) => `of ${pages}`,
          }}
          onPage={setPage}
          page={page}
          pageSize={100}
          total={218}
        />
      </div>
    </Card>
  );
}
