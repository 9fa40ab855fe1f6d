import { use, type ReactNode } from 'react'
import { RowLinkContext } from './row-context'
import classes from './data-table.module.css'

interface TitleCellProps {
  title: ReactNode
  caption?: ReactNode
  /** An `InitialsMark`, usually. */
  mark?: ReactNode
  /** Placeholder titles stand back. */
  ghost?: boolean
}

/** First cell of a row: mark, name as the row's link, a caption below. */
export function TitleCell({ title, caption, mark, ghost = false }: TitleCellProps) {
  const link = use(RowLinkContext)
  return (
    <div className={classes.who}>
      {mark}
      <span className={classes.name}>
        {link ? (
          <a href={link.href} data-row-link className={ghost ? 'q-ghost' : undefined} onClick={link.onClick}>
            {title}
          </a>
        ) : (
          <span className="q-strong">{title}</span>
        )}
        {caption !== undefined && <span className={`q-caption ${classes.caption}`}>{caption}</span>}
      </span>
    </div>
  )
}
