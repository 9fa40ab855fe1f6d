import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { createContext, use, useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../controls/button'
import { gridRef } from '../controls/grid-ref'
import { isPlainClick } from './table/title-cell'
import classes from './split-view.module.css'

export interface SplitEntry {
  id: string
  title: string
  /** Beside the title. */
  count?: ReactNode
  lines: readonly string[]
}

interface SplitViewProps<Entry extends SplitEntry> {
  /** "Waitlists": names the list, and what leads back to it. */
  name: string
  /** Undefined while they are loaded. */
  entries: readonly Entry[] | undefined
  openId: string | undefined
  /** The address names it. Else it is the first one: a narrow screen shows the list before it. */
  isNamed: boolean
  hrefOf: (id: Entry['id']) => string
  /** Undefined: back to the list. */
  onOpen: (id: Entry['id'] | undefined) => void
  /** Above and below the entries. */
  find?: ReactNode
  foot?: ReactNode
  /** A `RecordHead`, and what belongs to it. */
  children: ReactNode
}

const BackContext = createContext<ReactNode>(null)

/** A list of records, and beside it the open one; where there is no room, one after the other. */
export function SplitView<Entry extends SplitEntry>(props: SplitViewProps<Entry>) {
  const { name, entries, openId, isNamed, hrefOf, onOpen, find, foot, children } = props
  const listRef = useRef<HTMLElement>(null)
  const recordRef = useRef<HTMLDivElement>(null)
  const opened = useRef(openId)
  // On a narrow screen the focused element may be hidden: the focus follows the visible part and later returns.
  useEffect(() => {
    const list = listRef.current
    const back = [...(list?.querySelectorAll('a') ?? [])].find(({ dataset }) => dataset['id'] === opened.current)
    const [left, target] = isNamed ? [list, recordRef.current] : [recordRef.current, back]
    if (isNamed) opened.current = openId
    if (left?.checkVisibility?.() !== false || !left.contains(document.activeElement)) return
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: isNamed ? 'start' : 'center' })
  }, [isNamed, openId])
  return (
    <div className={classes.split} data-named={isNamed}>
      <nav ref={listRef} className={classes.side} aria-label={name}>
        {find && <div className={classes.find}>{find}</div>}
        <ul ref={gridRef} className={classes.entries}>
          {entries?.map(({ id, title, count, lines }) => (
            <li key={id} ref={id === openId ? bringIntoView : undefined}>
              <a
                href={hrefOf(id)}
                data-id={id}
                data-entry={id === openId || undefined}
                className={classes.entry}
                aria-current={id === openId || undefined}
                onClick={(event) => {
                  if (!isPlainClick(event)) return
                  event.preventDefault()
                  onOpen(id)
                }}
              >
                <span className={classes.title}>
                  <b className="q-strong">{title}</b>
                  {count}
                  <IconChevronRight size={16} className={classes.go} aria-hidden />
                </span>
                {lines.map((line) => (
                  <span key={line} className="q-caption">
                    {line}
                  </span>
                ))}
              </a>
            </li>
          ))}
        </ul>
        {foot}
      </nav>
      <div ref={recordRef} className={classes.record} tabIndex={-1}>
        <BackContext value={<Back name={name} onOpen={() => onOpen(undefined)} />}>{children}</BackContext>
      </div>
    </div>
  )
}

function Back({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <span className={classes.back}>
      <IconButton icon={IconChevronLeft} iconSize={20} label={`Back to ${name.toLowerCase()}`} onClick={onOpen} />
    </span>
  )
}

interface RecordHeadProps {
  title: string
  mark?: ReactNode
  /** Beside the title. */
  status?: ReactNode
  caption?: ReactNode
  actions?: ReactNode
}

export function RecordHead({ title, mark, status, caption, actions }: RecordHeadProps) {
  return (
    <header className={classes.head}>
      {use(BackContext)}
      {mark}
      <div className={classes.words}>
        <div className={classes.title}>
          <h2 className="q-h2">{title}</h2>
          {status}
        </div>
        {caption && <div className="q-caption">{caption}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

/** Scrolls the open entry into view without moving the page. */
function bringIntoView(entry: HTMLElement | null) {
  const list = entry?.parentElement
  if (!entry || !list) return
  const top = entry.offsetTop - list.offsetTop
  if (top < list.scrollTop || top + entry.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top
}
