import { TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { fieldLimits } from '../../fields/rules'

interface OptionsFieldProps {
  options: readonly string[]
  onRename: (index: number, text: string) => void
  onChange: (options: string[]) => void
}

/** Enter adds the next one. */
export function OptionsField({ options, onRename, onChange }: OptionsFieldProps) {
  const listRef = useRef<HTMLFieldSetElement>(null)
  const focusAt = useRef<number>(undefined)
  useEffect(() => {
    if (focusAt.current === undefined) return
    listRef.current?.querySelectorAll<HTMLElement>('input')[focusAt.current]?.focus()
    focusAt.current = undefined
  }, [options.length])
  const isFull = options.length >= fieldLimits.options
  const addAfter = (index: number) => {
    if (isFull) return
    focusAt.current = index + 1
    onChange(options.toSpliced(index + 1, 0, ''))
  }
  return (
    <fieldset ref={listRef} className="q-stack-tight">
      <legend className="q-strong">Options</legend>
      {options.map((option, index) => (
        <div key={index} className="q-row">
          <TextInput
            className="q-grow"
            aria-label={`Option ${index + 1}`}
            maxLength={fieldLimits.option}
            value={option}
            onChange={(event) => onRename(index, event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              addAfter(index)
            }}
          />
          <IconButton
            icon={IconX}
            label={`Remove option ${index + 1}`}
            onClick={() => {
              focusAt.current = Math.max(index - 1, 0)
              onChange(options.toSpliced(index, 1))
            }}
          />
        </div>
      ))}
      <div className="q-row">
        <Button size="sm" icon={IconPlus} disabled={isFull} onClick={() => addAfter(options.length - 1)}>
          Add option
        </Button>
        {isFull && <span className="q-caption">{`Up to ${fieldLimits.options} options`}</span>}
      </div>
    </fieldset>
  )
}
