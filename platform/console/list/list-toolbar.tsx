import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { searchInput } from '../controls/autofill'
import { useShortcuts } from '../frame/shortcuts'
import { Glyph } from '../theme/glyph'
import classes from './list-toolbar.module.css'

interface Find {
  placeholder: string
  label: string
  q: string | undefined
  onChange: (typed: string) => void
}

interface ListToolbarProps {
  /** The field of words; absent where there is nothing to look for. */
  find: Find | undefined
  /** There are too few rows to search. The fields stay if the user has begun to use them. */
  isShort?: boolean
  /** `FilterChips`, usually. */
  filters?: ReactNode
  /** At the right edge: actions and the list's menu. */
  children?: ReactNode
}

const DEBOUNCE_MS = 250

/** Fewer rows than ten are found at a glance. */
export const isFew = (rows = 0) => rows < 10

export function ListToolbar({ find, isShort = false, filters, children }: ListToolbarProps) {
  const [isUsed, setIsUsed] = useState(false)
  const hasFields = !isShort || isUsed
  if (!hasFields && !children) return null
  return (
    <div className="q-row q-wrap" role="search" onFocus={() => setIsUsed(hasFields)}>
      {find && hasFields && <FindField {...find} />}
      {hasFields && filters}
      {children && <div className={classes.end}>{children}</div>}
    </div>
  )
}

function FindField({ placeholder, label, q = '', onChange }: Find) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q)
  const sent = useRef(q)
  const send = useRef(onChange)
  send.current = onChange

  useEffect(() => {
    if (q !== sent.current) setTyped(q)
    sent.current = q
  }, [q])
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
    <div className={classes.search}>
      <Glyph icon={IconSearch} className={classes.icon} />
      <input
        ref={inputRef}
        {...searchInput}
        className={classes.input}
        placeholder={placeholder}
        aria-label={label}
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
  )
}
