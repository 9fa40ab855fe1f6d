import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { counted } from '../../display/figures/figure-text'
import { Glyph, type IconLike } from '../../theme/glyph'
import classes from '../command-palette.module.css'

export interface CommandItem {
  id: string
  label: string
  description?: string
  icon?: IconLike
  onSelect: () => void
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
  /** Left out where the list stands in the page. */
  onClose?: () => void
}

/** A search box over grouped options; in the palette, and in popovers of their own. */
export function CommandList({
  groups,
  query,
  onQueryChange,
  loading = false,
  loadingText = 'Searching…',
  emptyText,
  placeholder,
  onClose,
}: CommandListProps) {
  const listId = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const filled = groups.filter((group) => group.items.length > 0)
  const items = filled.flatMap((group) => group.items)
  const active = items[Math.min(activeIndex, items.length - 1)]
  const optionId = (item: CommandItem) => `${listId}-${item.id}`

  useEffect(() => setActiveIndex(0), [query])
  useEffect(() => {
    listRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [active?.id])

  const summary = items.length === 0 ? emptyText : counted(items.length, 'result')

  const choose = (item: CommandItem) => {
    onClose?.()
    item.onSelect()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      setActiveIndex((index) => (Math.min(index, items.length - 1) + step + items.length) % items.length)
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      choose(active)
    }
  }

  return (
    <>
      <div className={classes.search}>
        <Glyph icon={IconSearch} />
        <input
          className={classes.input}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active && optionId(active)}
          aria-autocomplete="list"
          aria-label={placeholder}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
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
        {filled.map((group) => (
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

interface CommandOptionProps {
  id: string
  item: CommandItem
  active: boolean
  onHover: () => void
  onChoose: () => void
}

function CommandOption({ id, item, active, onHover, onChoose }: CommandOptionProps) {
  return (
    // Keys are answered by the input, which keeps the focus and names the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={classes.option}
      onMouseMove={active ? undefined : onHover}
      onClick={onChoose}
    >
      {item.icon && <Glyph icon={item.icon} size={18} className={classes.icon} />}
      <span className="q-grow q-truncate">{item.label}</span>
      {item.description && <span className="q-caption q-truncate">{item.description}</span>}
    </div>
  )
}
