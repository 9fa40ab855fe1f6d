import type { ReactNode } from 'react'
import classes from './key-value.module.css'

export interface KeyValueItem {
  label: string
  value: ReactNode
}

/** Facts as a definition list; an empty value reads "—". */
export function KeyValue({ items }: { items: KeyValueItem[] }) {
  return (
    <dl className={classes.list}>
      {items.map((item) => (
        <div key={item.label} className={classes.pair}>
          <dt>{item.label}</dt>
          <dd>{item.value === undefined || item.value === null || item.value === '' ? '—' : item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
