import { IconCheck } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { Glyph } from '../../theme/glyph'
import { optionsOf, type FilterDefinition } from './filter-definition'
import menu from '../../controls/menu.module.css'
import classes from './filter-editor.module.css'

interface SearchEditorProps {
  filter: FilterDefinition
  value?: string
  onApply: (id: string, value: string | undefined) => void
}

const MAX_LENGTH = 200

/** A field over the found ones; arrow keys go from the field into the list and back. */
export function SearchEditor({ filter, value, onApply }: SearchEditorProps) {
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
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={search?.placeholder}
        autoComplete="off"
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
