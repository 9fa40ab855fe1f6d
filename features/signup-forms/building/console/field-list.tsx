import { useRef } from 'react'
import type { FormField } from '../../fields/contract'
import type { FieldFault } from '../../fields/rules'
import { changeField, renameOption } from './field-changes'
import { FieldForm } from './field-form'
import { FieldItem } from './field-item'
import { useFieldDrag } from './use-field-drag'

interface FieldListProps {
  fields: FormField[]
  /** Shown below their questions. */
  faults: readonly FieldFault[]
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  onChange: (fields: FormField[]) => void
  onMove: (id: string, by: number) => void
  onCopy: (field: FormField) => void
  onRemove: (field: FormField) => void
}

export function FieldList(props: FieldListProps) {
  const { fields, faults, openId, onOpen, onChange, onMove, onCopy, onRemove } = props
  const listRef = useRef<HTMLOListElement>(null)
  const { held, handleProps } = useFieldDrag(listRef, onMove)
  const dropOf = (index: number) => {
    if (!held) return undefined
    if (index === held.from) return 'held'
    if (index !== held.to || held.to === held.from) return undefined
    return held.to < held.from ? 'before' : 'after'
  }
  return (
    <ol ref={listRef} className="q-stack-tight" aria-label="Questions">
      {fields.map((field, index) => (
        <FieldItem
          key={field.id}
          field={field}
          fields={fields}
          isOpen={field.id === openId}
          faults={faults.filter(({ fieldId }) => fieldId === field.id).map(({ text }) => text)}
          drop={dropOf(index)}
          handleProps={handleProps(field.id)}
          onToggle={() => onOpen(field.id === openId ? undefined : field.id)}
          onMove={(by) => onMove(field.id, by)}
          onCopy={() => onCopy(field)}
          onRemove={() => onRemove(field)}
        >
          <FieldForm
            field={field}
            earlier={fields.slice(0, index)}
            onChange={(change) => onChange(changeField(fields, field.id, change))}
            onRenameOption={(at, text) => onChange(renameOption(fields, field.id, at, text))}
          />
        </FieldItem>
      ))}
    </ol>
  )
}
