import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { searchInput } from '../controls/autofill'
import { Button } from '../controls/button'
import { DateField } from '../dates/date-field'
import { Glyph } from '../theme/glyph'
import { type FilterDefinition, optionsOf, splitRange } from './filter-definition'
import menu from '../controls/menu.module.css'
import classes from './filter-editor.module.css'

interface FilterEditorProps {
  filters: FilterDefinition[]
  chosen?: FilterDefinition
  value?: string
  onChoose: (id: string) => void
  onApply: (id: string, value: string | undefined) => void
}

/**
 * Selects the filter first, then its value. The focus moves along, because the focused element is gone or the step
 * rendered after the popover.
 */
export function FilterEditor(props: FilterEditorProps) {
  const step = useRef<HTMLDivElement>(null)
  useEffect(() => {
    step.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [props.chosen?.id])
  return (
    <div ref={step}>
      <Step {...props} />
    </div>
  )
}

function Step({ filters, chosen, value, onChoose, onApply }: FilterEditorProps) {
  if (!chosen) {
    return (
      <div className={classes.list}>
        {filters.map((filter) => (
          <button key={filter.id} type="button" className={menu.item} onClick={() => onChoose(filter.id)}>
            {filter.label}
          </button>
        ))}
      </div>
    )
  }
  if (chosen.kind === 'date-range')
    return <RangeEditor key={chosen.id} filter={chosen} value={value} onApply={onApply} />
  if (chosen.kind === 'search') return <SearchEditor key={chosen.id} filter={chosen} value={value} onApply={onApply} />
  return (
    <div className={classes.list} role="group" aria-label={chosen.label}>
      {optionsOf(chosen).map((option) => (
        <button
          key={option.value}
          type="button"
          className={menu.item}
          aria-pressed={option.value === value}
          onClick={() => onApply(chosen.id, option.value)}
        >
          <span className={menu.check}>{option.value === value && <Glyph icon={IconCheck} />}</span>
          {option.label}
        </button>
      ))}
    </div>
  )
}

function RangeEditor({
  filter,
  value,
  onApply,
}: {
  filter: FilterDefinition
  value?: string
  onApply: FilterEditorProps['onApply']
}) {
  const [range, setRange] = useState(splitRange(value))
  const empty = range.from === '' && range.to === ''
  const backwards = range.from !== '' && range.to !== '' && range.from > range.to
  return (
    <form
      className={classes.range}
      onSubmit={(event) => {
        event.preventDefault()
        if (!backwards) onApply(filter.id, empty ? undefined : `${range.from}..${range.to}`)
      }}
    >
      <DateField label={`${filter.label} from`} value={range.from} onChange={(from) => setRange({ ...range, from })} />
      <DateField
        label="To"
        value={range.to}
        error={backwards ? 'The end date is before the start date.' : undefined}
        onChange={(to) => setRange({ ...range, to })}
      />
      <Button type="submit" variant="primary" size="sm">
        Apply
      </Button>
    </form>
  )
}

interface SearchEditorProps {
  filter: FilterDefinition
  value?: string
  onApply: (id: string, value: string | undefined) => void
}

const MAX_LENGTH = 200

/** A field over the found ones; arrow keys go from the field into the list and back. */
function SearchEditor({ filter, value, onApply }: SearchEditorProps) {
  const [typed, setTyped] = useState('')
  const { search, id, label } = filter
  const options = optionsOf(filter)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    event.preventDefault()
    stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  }
  return (
    <div role="presentation" onKeyDown={move} className={classes.finder}>
      <input
        {...searchInput}
        aria-label={label}
        placeholder={search?.placeholder}
        data-autofocus
        maxLength={MAX_LENGTH}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search?.onType(event.currentTarget.value)
        }}
      />
      <div className={classes.list} role="group" aria-label={label}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className={menu.item}
            aria-pressed={option.value === value}
            onClick={() => onApply(id, option.value)}
          >
            <span className={menu.check}>{option.value === value && <Glyph icon={IconCheck} />}</span>
            {option.label}
          </button>
        ))}
      </div>
      <p className="q-caption" role="status">
        {textOf(search?.state, options.length)}
      </p>
    </div>
  )
}

function textOf(state: 'ready' | 'loading' | 'failed' | undefined, found: number): string {
  if (state === 'loading') return 'Loading…'
  if (state === 'failed') return 'Couldn’t load choices. Type to try again.'
  return found === 0 ? 'No results' : ''
}
