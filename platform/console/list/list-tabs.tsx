import { useEffect, useRef, type KeyboardEvent } from 'react'
import { totalText } from '@quaff/platform/shared/pagination'
import classes from './list-tabs.module.css'

export interface ListTab<T extends string> {
  id: T
  label: string
  count?: number
  tone?: 'neutral' | 'warn'
}

interface ListTabsProps<T extends string> {
  label: string
  tabs: readonly ListTab<T>[]
  /** Undefined if the list matches no tab. */
  value: T | undefined
  onChange: (id: T) => void
  /** Id of the element the tabs control, if it is on the page. */
  controls?: string
}

/** One tab stop; arrow keys, Home and End move between the tabs. */
export function ListTabs<T extends string>({ label, tabs, value, onChange, controls }: ListTabsProps<T>) {
  const listRef = useRef<HTMLDivElement>(null)
  // Scrolls the chosen tab into view on a phone. Moves only the strip, never the page.
  useEffect(() => {
    const list = listRef.current
    const chosen = list?.querySelector('[aria-selected="true"]')
    if (!list || !chosen) return
    // Waits for the next frame, which measures the page anyway; measuring now would do it twice.
    const frame = requestAnimationFrame(() => {
      const [strip, tab] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()]
      if (tab.left < strip.left || tab.right > strip.right) list.scrollLeft += tab.left - strip.left
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === value)
    const target = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    const next = target === undefined ? undefined : tabs[target]
    if (target === undefined || !next) return
    event.preventDefault()
    event.stopPropagation()
    onChange(next.id)
    listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus()
  }
  return (
    <div ref={listRef} className={`q-scroll-x ${classes.tabs}`} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={tab.id === value}
          aria-controls={controls}
          tabIndex={tab.id === (value ?? tabs[0]?.id) ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className="q-count" data-tone={tab.count > 0 ? tab.tone : undefined}>
              {totalText(tab.count)}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
