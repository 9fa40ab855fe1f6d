import { IconFilterPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { deferred } from '../controls/deferred'
import { Popover } from '../controls/popover'
import { useShortcuts } from '../frame/shortcuts'
import { Glyph } from '../theme/glyph'
import { describeFilter, type FilterDefinition, type FilterValues } from './filter-definition'
import menu from '../controls/menu.module.css'
import classes from './list-toolbar.module.css'

export type { FilterDefinition, FilterValues }

const FilterEditor = deferred(
  async () => (await import('./filter-editor')).FilterEditor,
  // Holds the focus until there is something to choose from.
  <div className={classes.loading} role="status" aria-label="Loading…" tabIndex={-1} data-autofocus />,
)

interface FilterChipsProps {
  filters: FilterDefinition[]
  /** By filter id: the value of an option, 'true' or 'false', or 'from..to' in ISO dates. */
  values: FilterValues
  onChange: (id: string, value: string | undefined) => void
}

export function FilterChips({ filters, values, onChange }: FilterChipsProps) {
  const [opened, setOpened] = useState(false)
  const [chosenId, setChosenId] = useState<string>()
  const chosen = filters.find((filter) => filter.id === chosenId)
  useShortcuts([{ keys: 'f', label: 'Add a filter', section: 'List', run: () => setOpened(true) }])

  const close = () => {
    setOpened(false)
    setChosenId(undefined)
  }
  return (
    <>
      {filters.map((filter) => {
        const value = values[filter.id]
        if (value === undefined) return null
        return (
          <span key={filter.id} className={classes.chip}>
            <span>{filter.label}</span> <b>{describeFilter(filter, value)}</b>
            <button
              type="button"
              className={classes.remove}
              aria-label={`Remove filter: ${filter.label}`}
              onClick={() => onChange(filter.id, undefined)}
            >
              <Glyph icon={IconX} size={14} />
            </button>
          </span>
        )
      })}
      <Popover
        opened={opened}
        onChange={(open) => (open ? setOpened(true) : close())}
        position="bottom-start"
        trapFocus
        className={menu.panel}
        aria-label="Add a filter"
        target={
          <button
            type="button"
            className={`${classes.chip} ${classes.add}`}
            onClick={() => (opened ? close() : setOpened(true))}
            onPointerEnter={FilterEditor.preload}
            onFocus={FilterEditor.preload}
          >
            <Glyph icon={IconFilterPlus} />
            <span className={classes.word}>Filter</span>
            <kbd className={`q-kbd q-not-phone ${classes.addKey}`} aria-hidden>
              F
            </kbd>
          </button>
        }
      >
        <FilterEditor
          filters={filters}
          chosen={chosen}
          value={chosen && values[chosen.id]}
          onChoose={setChosenId}
          onApply={(id, value) => {
            onChange(id, value)
            close()
          }}
        />
      </Popover>
    </>
  )
}
