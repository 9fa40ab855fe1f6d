import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { searchInput } from '../controls/autofill'
import { counted } from '../display/formats'
import { Glyph, type IconLike } from '../theme/glyph'
import { shownKeys } from './shortcut-keys'
import classes from './command-palette.module.css'

export interface CommandItem {
  id: string
  label: string
  description?: string
  /** Stands beside the name, as in "Canceled". */
  status?: string
  icon?: IconLike
  keys?: string
  /** Why not now: it is shown, and cannot be chosen. */
  lockedReason?: string
  onSelect: () => void
  /** Choosing it leads to the next question, not away. */
  keepsOpen?: boolean
  /** Tab: what can be done to it. */
  onMore?: () => void
}

export interface CommandGroup {
  label: string
  items: CommandItem[]
}

export interface CommandListProps {
  placeholder: string
  groups: CommandGroup[]
  query: string
  onQueryChange: (query: string) => void
  loading?: boolean
  loadingText?: string
  emptyText: string
  /** Undefined if the list is part of the page. */
  onClose?: () => void
  /** The record that the entries act on. Backspace in the empty field leaves it. */
  subject?: string
  onBack?: () => void
  /** Number of options rendered so far. Defaults to all. */
  drawn?: number
}

export function CommandList({
  groups,
  query,
  onQueryChange,
  loading = false,
  loadingText = 'Searching…',
  emptyText,
  placeholder,
  onClose,
  subject,
  onBack,
  drawn = Infinity,
}: CommandListProps) {
  const listId = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const [moved, setActiveIndex] = useState<number>()
  const filled = groups.filter((group) => group.items.length > 0)
  const items = filled.flatMap((group) => group.items)
  // Moved to, an entry that cannot be chosen tells its reason; by itself it is never the one.
  const activeIndex = moved === undefined ? items.findIndex(isFree) : Math.min(moved, items.length - 1)
  const active = items[activeIndex]
  const optionId = (item: CommandItem) => `${listId}-${item.id}`

  useEffect(() => setActiveIndex(undefined), [query, subject])
  useEffect(() => {
    listRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [active?.id])

  const summary = items.length === 0 ? emptyText : counted(items.length, 'result')

  const choose = (item: CommandItem) => {
    if (item.lockedReason !== undefined) return
    if (!item.keepsOpen) onClose?.()
    item.onSelect()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      setActiveIndex((Math.max(activeIndex, step < 0 ? 0 : -1) + step + items.length) % items.length)
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Tab' && !event.shiftKey && active?.onMore) {
      event.preventDefault()
      active.onMore()
    } else if (event.key === 'Escape') {
      onClose?.()
    } else if (event.key === 'Backspace' && query === '' && subject !== undefined) {
      onBack?.()
    }
  }

  return (
    <>
      <div className={classes.search}>
        <Glyph icon={IconSearch} />
        {subject !== undefined && <span className={`q-tag q-truncate ${classes.subject}`}>{subject}</span>}
        <input
          {...searchInput}
          ref={onClose && focusAtOnce}
          className={classes.input}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active && optionId(active)}
          aria-autocomplete="list"
          aria-label={placeholder}
          placeholder={placeholder}
          spellCheck={false}
          data-autofocus
          // Read by the library: Escape closes the list, not the dialog beneath.
          data-mantine-stop-propagation={onClose && true}
          value={query}
          onChange={(event) => onQueryChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {onClose && <kbd className="q-kbd q-not-phone">Esc</kbd>}
      </div>
      <div
        ref={listRef}
        id={listId}
        className={classes.list}
        role="listbox"
        aria-label={placeholder}
        aria-busy={loading}
      >
        {firstOf(filled, drawn).map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <div className={classes.group} aria-hidden>
              {group.label}
            </div>
            {group.items.map((item) => (
              <CommandOption
                key={item.id}
                id={optionId(item)}
                item={item}
                active={item === active}
                onHover={() => setActiveIndex(items.indexOf(item))}
                onChoose={() => choose(item)}
              />
            ))}
          </div>
        ))}
      </div>
      <div role="status" className={items.length === 0 ? classes.empty : 'q-hidden'}>
        {loading ? loadingText : summary}
      </div>
    </>
  )
}

const isFree = ({ lockedReason }: CommandItem) => lockedReason === undefined

/** The dialog would wait for a timer, and lose what is typed until then. */
const focusAtOnce = (field: HTMLInputElement | null) => field?.focus({ preventScroll: true })

function firstOf(groups: CommandGroup[], count: number): CommandGroup[] {
  if (count === Infinity) return groups
  let left = count
  return groups.flatMap((group) => {
    const items = group.items.slice(0, Math.max(left, 0))
    left -= items.length
    return items.length > 0 ? [{ ...group, items }] : []
  })
}

interface CommandOptionProps {
  id: string
  item: CommandItem
  active: boolean
  onHover: () => void
  onChoose: () => void
}

function CommandOption({ id, item, active, onHover, onChoose }: CommandOptionProps) {
  const { icon, label, description, status, keys, lockedReason, onMore } = item
  const beside = lockedReason ?? description
  return (
    // Keys are answered by the input, which keeps the focus and names the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={lockedReason !== undefined || undefined}
      className={classes.option}
      onMouseMove={active ? undefined : onHover}
      onClick={onChoose}
    >
      {icon && <Glyph icon={icon} size={18} className={classes.icon} />}
      <span className={`q-grow ${classes.words}`}>
        <span className="q-truncate">{label}</span>
        {beside && <span className="q-caption q-truncate">{beside}</span>}
      </span>
      {status && <span className="q-caption">{status}</span>}
      {keys !== undefined && lockedReason === undefined && (
        <span className={`q-not-phone ${classes.keys}`} aria-hidden>
          {shownKeys(keys).map((key) => (
            <kbd key={key} className="q-kbd">
              {key}
            </kbd>
          ))}
        </span>
      )}
      {onMore && active && (
        // An option holds no controls: by keyboard it is the Tab key of the input.
        <span
          aria-hidden
          className={classes.more}
          onClick={(event) => {
            event.stopPropagation()
            onMore()
          }}
        >
          Actions
          <kbd className="q-kbd q-not-phone">Tab</kbd>
        </span>
      )}
    </div>
  )
}
