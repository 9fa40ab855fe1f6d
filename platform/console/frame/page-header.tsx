import type { ReactNode } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  count?: number
  description?: ReactNode
  /** Primary button last. */
  actions?: ReactNode
}

const countFormat = new Intl.NumberFormat()

export function PageHeader({ title, count, description, actions }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <div className={classes.words}>
        <h1 className="q-h1">
          {title}
          {count !== undefined && <span className={`q-num ${classes.count}`}>{countFormat.format(count)}</span>}
        </h1>
        {description && <p className="q-secondary">{description}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
