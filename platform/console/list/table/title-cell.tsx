import { createContext, type CSSProperties, type MouseEvent, type ReactNode, use, useEffect, useRef } from 'react'
import classes from './data-table.module.css'
import selectBoxStyles from './select-box.module.css'

interface TitleCellProps {
  title: ReactNode
  caption?: ReactNode
  /** An `InitialsMark`, usually. */
  mark?: ReactNode
  /** Useful in tables with many columns: a long name must not push the last columns out of view. */
  narrow?: boolean
}

const narrowTitle = { '--title-width': '14.5rem' } as CSSProperties

/** First cell of a row: mark, name as the row's link, a caption below. */
export function TitleCell({ title, caption, mark, narrow = false }: TitleCellProps) {
  const link = use(RowLinkContext)
  return (
    <div className={classes.who} style={narrow ? narrowTitle : undefined}>
      {mark}
      <span className={classes.name}>
        {link ? <RecordLink link={link} title={title} /> : <span className="q-strong">{title}</span>}
        {caption !== undefined && <span className={`q-caption ${classes.caption}`}>{caption}</span>}
      </span>
    </div>
  )
}

/** Named as its row where that says more, as of two subscriptions of a person. */
function RecordLink({ link, title }: { link: RowLink; title: ReactNode }) {
  const pageSearch = use(PageSearchContext)
  const label = typeof title === 'string' && link.label.startsWith(`${title}, `) ? link.label : undefined
  return (
    <a href={link.href ?? hrefOf(link.id, pageSearch)} data-row-link aria-label={label} onClick={link.onClick}>
      {title}
    </a>
  )
}

function hrefOf(id: string, pageSearch: string): string {
  const search = new URLSearchParams(pageSearch)
  search.set('id', id)
  return `?${search.toString()}`
}

interface SelectBoxProps {
  label: string
  checked: boolean
  indeterminate?: boolean
  disabled?: boolean
  /** `range` is true for a Shift-click. */
  onToggle: (range: boolean) => void
}

export function SelectBox({ label, checked, indeterminate = false, disabled, onToggle }: SelectBoxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={selectBoxStyles.label}>
      <input
        ref={ref}
        type="checkbox"
        className={selectBoxStyles.checkbox}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onToggle('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
      />
    </label>
  )
}

export interface RowLink {
  id: string
  label: string
  /** Undefined where it is the record's own on this page. */
  href: string | undefined
  onClick: (event: MouseEvent) => void
}

/** Lets the first cell turn its name into the row's link. */
export const RowLinkContext = createContext<RowLink | undefined>(undefined)

/** The page's URL without an open record. Only links read it, so a new sort order or filter renders no other cell. */
export const PageSearchContext = createContext('')

/** Returns false for clicks that open a new tab or download; the browser handles those. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

export interface Column<T> {
  id: string
  header: string
  cell: (row: T) => ReactNode
  align?: 'left' | 'right'
  /** Makes the head a sort button. */
  sortKey?: string
  hiddenByDefault?: boolean
  /**
   * Place on the phone card, and what stays where there is little room: title, status and menu always, then facts, then
   * 'hide'. 'caption' is below the title on phones. Left out: the first column is the title, the next three are facts.
   */
  card?: 'title' | 'status' | 'caption' | 'fact' | 'menu' | 'hide'
}

export interface TableSort {
  key: string
  direction: 'asc' | 'desc'
}

export interface TableSelection {
  ids: ReadonlySet<string>
  onChange: (ids: ReadonlySet<string>) => void
  /** Rows that cannot be selected. */
  locked?: ReadonlySet<string>
}
