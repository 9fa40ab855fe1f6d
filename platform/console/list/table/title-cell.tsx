import { use, type CSSProperties, type ReactNode } from 'react'
import { PageSearchContext, RowLinkContext, type RowLink } from './row-context'
import classes from './data-table.module.css'

interface TitleCellProps {
  title: ReactNode
  caption?: ReactNode
  /** An `InitialsMark`, usually. */
  mark?: ReactNode
  /** For tables with many columns: a long name must not push the last ones out of view. */
  narrow?: boolean
}

const narrowTitle = { '--title-width': '232px' } as CSSProperties

/** First cell of a row: mark, name as the row's link, a caption below. */
export function TitleCell({ title, caption, mark, narrow = false }: TitleCellProps) {
  const link = use(RowLinkContext)
  return (
    <div className={classes.who} style={narrow ? narrowTitle : undefined}>
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
