import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useShortcuts } from '../frame/shortcuts'
import { Glyph } from '../theme/glyph'
import classes from './list-toolbar.module.css'

interface ListToolbarProps {
  /** The search as the address has it. */
  query: string
  onQueryChange: (query: string) => void
  placeholder: string
  searchLabel?: string
  /** `FilterChips`, usually. */
  filters?: ReactNode
  /** At the right edge: sort and columns menus. */
  children?: ReactNode
}

const DEBOUNCE_MS = 250

export function ListToolbar({
  query,
  onQueryChange,
  placeholder,
  searchLabel = placeholder,
  filters,
  children,
}: ListToolbarProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(query)
  const sent = useRef(query)
  const send = useRef(onQueryChange)
  send.current = onQueryChange

  useEffect(() => {
    if (query !== sent.current) setTyped(query)
    sent.current = query
  }, [query])
  useEffect(() => {
    if (typed === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed
      send.current(typed)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useShortcuts([{ keys: '/', label: 'Search the list', section: 'List', run: () => inputRef.current?.focus() }])

  return (
    <div className={classes.bar} role="search">
      <div className={classes.search}>
        <Glyph icon={IconSearch} className={classes.icon} />
        <input
          ref={inputRef}
          type="search"
          className={classes.input}
          placeholder={placeholder}
          aria-label={searchLabel}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
        <kbd className={`q-kbd q-not-phone ${classes.key}`} aria-hidden>
          /
        </kbd>
      </div>
      {filters}
      {children && <div className={classes.end}>{children}</div>}
    </div>
  )
}
