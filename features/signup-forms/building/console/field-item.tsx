import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { isolated } from '@quaff/platform/shared/readable-text'
import { kindMeta } from '../../console/form-status-pill'
import type { FormField } from '../../fields-contract'
import { isLocked } from '../../fields-rules'
import { fieldDetails, fieldName } from './field-changes'
import type { FieldDrag } from './use-field-drag'
import classes from './builder.module.css'

interface FieldItemProps {
  field: FormField
  fields: readonly FormField[]
  isOpen: boolean
  errors: readonly string[]
  drop: 'before' | 'after' | 'held' | undefined
  handleProps: ReturnType<FieldDrag['handleProps']>
  onToggle: () => void
  onMove: (by: number) => void
  onCopy: () => void
  onRemove: () => void
  children: ReactNode
}

const lockedReason = 'Required in every form'

export function FieldItem(props: FieldItemProps) {
  const { field, fields, isOpen, errors, drop, handleProps, onToggle, onMove, onCopy, onRemove, children } = props
  const name = fieldName(field)
  const locked = isLocked(field)
  const index = fields.indexOf(field)
  const bodyId = `field-${field.id}`
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className={classes.item} data-field-id={field.id} data-drop={drop} data-open={isOpen}>
      <div className={classes.head} onKeyDown={onKeyDown} role="presentation">
        <button
          type="button"
          className={classes.handle}
          aria-label={`Move ${name}`}
          title="Drag, or press Alt and an arrow key"
          {...handleProps}
        >
          <Glyph icon={IconGripVertical} />
        </button>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          data-field-toggle
          onClick={onToggle}
        >
          <Glyph icon={kindMeta[field.kind].icon} size={18} />
          <span className={classes.words}>
            <span className={field.label.trim() === '' ? 'q-ghost' : 'q-strong'}>{name}</span>
            <span className="q-caption">{fieldDetails(field, fields)}</span>
          </span>
          {errors.length > 0 && <Glyph icon={IconAlertTriangle} className={classes.fieldsError} />}
          <Glyph icon={IconChevronDown} className={classes.chevron} />
        </button>
        <ActionMenu
          label={`More actions for ${isolated(name)}`}
          items={[
            {
              id: 'up',
              label: 'Move up',
              icon: IconArrowUp,
              shortcut: 'Alt ↑',
              onSelect: () => onMove(-1),
              disabledReason: index === 0 ? 'Already first' : undefined,
            },
            {
              id: 'down',
              label: 'Move down',
              icon: IconArrowDown,
              shortcut: 'Alt ↓',
              onSelect: () => onMove(1),
              disabledReason: index === fields.length - 1 ? 'Already last' : undefined,
            },
            {
              id: 'copy',
              label: 'Duplicate',
              icon: IconCopy,
              onSelect: onCopy,
              disabledReason: locked ? lockedReason : undefined,
            },
            {
              id: 'remove',
              label: 'Remove',
              icon: IconTrash,
              danger: true,
              separated: true,
              onSelect: onRemove,
              disabledReason: locked ? lockedReason : undefined,
            },
          ]}
        />
      </div>
      {errors.length > 0 && (
        <ul className={classes.fieldsErrors}>
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
      {isOpen && (
        <div id={bodyId} className={classes.body}>
          {children}
        </div>
      )}
    </li>
  )
}
