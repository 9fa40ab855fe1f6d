import classes from './bar-chart.module.css'

interface ChartTableProps {
  caption: string
  labelHeader: string
  valueHeader: string
  rows: [label: string, value: string][]
}

/** The same figures for everyone who would rather read. */
export function ChartTable({ caption, labelHeader, valueHeader, rows }: ChartTableProps) {
  return (
    <div className={classes.tableFrame} tabIndex={0} role="region" aria-label={caption}>
      <table className={classes.table}>
        <caption className="q-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{labelHeader}</th>
            <th scope="col">{valueHeader}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
