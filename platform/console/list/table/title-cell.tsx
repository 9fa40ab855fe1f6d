import { use, type ReactNode } from 'react'
import { PageSearchContext, RowLinkContext, type RowLink } from './row-context'
import classes from './data-table.module.css'

interface TitleCellProps {
  title: ReactNode
  caption?: ReactNode
  /** An `InitialsMark`, usually. */
  mark?: ReactNode
}

/** First cell of a row: mark, name as the row's link, a caption below. */
export function TitleCell({ title, caption, mark }: TitleCellProps) {
  const link = use(RowLinkContext)
  return (
    <div className={classes.who}>
      {mark}
      <span className={classes.name}>
        {link ? <RecordLink link={link}>{title}</RecordLink> : <span className="q-strong">{title}</span>}
        {caption !== undefined && <span className={`q-caption ${classes.caption}`}>{caption}</span>}
      </span>
    </div>
  )
}

function RecordLink({ link, children }: { link: RowLink; children: ReactNode }) {
  const pageSearch = use(PageSearchContext)
  return (
    <a href={link.href ?? hrefOf(link.id, pageSearch)} data-row-link onClick={link.onClick}>
      {children}
    </a>
  )
}

function hrefOf(id: string, pageSearch: string): string {
  const search = new URLSearchParams(pageSearch)
  search.set('id', id)
  return `?${search.toString()}`
}
