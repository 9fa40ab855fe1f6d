import { useEffect, useRef, useState } from 'react'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { Panel } from '@quaff/platform/console/display/panel'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import { kindMeta } from '../../console/form-status-pill'
import type { FormField } from '../../fields-contract'
import { type FieldError, moveField } from '../../fields-rules'
import { type FieldKind, fieldKinds, fieldLimits, lockedKinds } from '../../kind-rules'
import { changeField, fieldName, insertAfter, newField, renameOption } from './field-changes'
import { FieldForm } from './field-form'
import { FieldItem } from './field-item'
import { useFieldDrag } from './use-field-drag'

interface QuestionsPanelProps {
  fields: FormField[]
  errors: readonly FieldError[]
  openId: string | undefined
  wanted: { id: string } | undefined
  onOpen: (id: string | undefined) => void
  onChange: (change: (fields: FormField[]) => FormField[]) => void
}

type Focus = { id: string; part: '[data-field-toggle]' | '[data-field-label]' }

export function QuestionsPanel({ fields, errors, openId, wanted, onOpen, onChange }: QuestionsPanelProps) {
  const rootRef = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState<Focus>()
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!focus) return
    const item = rootRef.current?.querySelector(`[data-field-id="${focus.id}"]`)
    item?.querySelector<HTMLElement>(focus.part)?.focus()
    setFocus(undefined)
  }, [focus])
  useEffect(() => {
    if (wanted) setFocus({ id: wanted.id, part: '[data-field-toggle]' })
  }, [wanted])

  const place = (field: FormField, kindText: string) => {
    onChange((before) => insertAfter(before, field, openId))
    onOpen(field.id)
    setFocus({ id: field.id, part: '[data-field-label]' })
    setSaid(`${kindText} added.`)
  }
  const add = (kind: FieldKind) => place(newField(kind), kindMeta[kind].label)
  const move = (id: string, by: number) => {
    const next = moveField(fields, id, by)
    const [field, to] = [next.find((one) => one.id === id), next.findIndex((one) => one.id === id)]
    if (!field) return
    const wasThere = fields[to]?.id === id
    if (!wasThere) onChange((before) => moveField(before, id, by))
    const name = fieldName(field)
    setSaid(
      wasThere
        ? `${isolated(name)} is already ${to === 0 ? 'first' : 'last'}.`
        : `${isolated(name)} moved to position ${to + 1} of ${next.length}.`,
    )
  }
  const remove = (field: FormField) => {
    const index = fields.indexOf(field)
    const neighbour = fields[index + 1] ?? fields[index - 1]
    onChange((before) => before.filter(({ id }) => id !== field.id))
    if (neighbour) setFocus({ id: neighbour.id, part: '[data-field-toggle]' })
    if (openId === field.id) onOpen(undefined)
    notifySuccess('Question removed', fieldName(field), {
      label: 'Undo',
      run: () =>
        onChange((before) => (before.some(({ id }) => id === field.id) ? before : before.toSpliced(index, 0, field))),
    })
  }
  return (
    <div ref={rootRef}>
      <Panel title="Questions" titleExtra={<span className="q-caption">Drag, or press Alt and ↑ or ↓</span>}>
        <div className="q-stack">
          <PaletteSection fields={fields} onAdd={add} />
          <FieldList
            fields={fields}
            errors={errors}
            openId={openId}
            onOpen={onOpen}
            onChange={(next) => onChange(() => next)}
            onMove={move}
            onCopy={(field) =>
              place({ ...field, id: `q_${newRequestKey().slice(0, 8)}` }, `Copy of ${isolated(fieldName(field))}`)
            }
            onRemove={remove}
          />
        </div>
      </Panel>
      <p className="q-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

const offered = fieldKinds.filter((kind) => !lockedKinds.includes(kind))

function PaletteSection({ fields, onAdd }: { fields: readonly FormField[]; onAdd: (kind: FieldKind) => void }) {
  const images = fields.filter(({ kind }) => kind === 'image').length
  const refusal = (kind: FieldKind) => {
    if (fields.length >= fieldLimits.fields) return `Up to ${fieldLimits.fields} questions per form`
    return kind === 'image' && images >= fieldLimits.images
      ? `Up to ${fieldLimits.images} pictures per form`
      : undefined
  }
  return (
    <div className="q-row q-wrap" role="group" aria-label="Add a question">
      {offered.map((kind) => (
        <PermissionButton
          key={kind}
          size="sm"
          icon={kindMeta[kind].icon}
          disabledReason={refusal(kind)}
          onClick={() => onAdd(kind)}
        >
          {kindMeta[kind].label}
        </PermissionButton>
      ))}
    </div>
  )
}

interface FieldListProps {
  fields: FormField[]
  errors: readonly FieldError[]
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  onChange: (fields: FormField[]) => void
  onMove: (id: string, by: number) => void
  onCopy: (field: FormField) => void
  onRemove: (field: FormField) => void
}

function FieldList(props: FieldListProps) {
  const { fields, errors, openId, onOpen, onChange, onMove, onCopy, onRemove } = props
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
          errors={errors.filter(({ fieldId }) => fieldId === field.id).map(({ text }) => text)}
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
