import { useEffect, useRef } from 'react'
import { Notice } from '@quaff/platform/console/display/notice'
import { kindLooks } from '../../console/form-looks'
import type { FormField } from '../../fields/contract'
import type { FieldFault } from '../../fields/rules'
import classes from './builder.module.css'

interface PublishFaultsNoticeProps {
  faults: readonly FieldFault[]
  fields: readonly FormField[]
  onGo: (fieldId: string) => void
}

/** What keeps the form from being published; each line leads to its question. */
export function PublishFaultsNotice({ faults, fields, onGo }: PublishFaultsNoticeProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  const count = faults.length
  return (
    <div ref={ref} tabIndex={-1} className={classes.faults}>
      <Notice tone="danger" title={`Can’t publish yet: ${count} ${count === 1 ? 'issue' : 'issues'}`} announce>
        <ul className="q-stack-tight">
          {faults.map(({ fieldId, text }, index) => {
            const at = fields.findIndex(({ id }) => id === fieldId)
            const field = fields[at]
            if (!field) return <li key={index}>{text}</li>
            return (
              <li key={index}>
                <button type="button" className={classes.fault} onClick={() => onGo(fieldId)}>
                  {field.label.trim() === '' ? `Question ${at + 1} (${kindLooks[field.kind].label})` : field.label}
                </button>
                : {text}
              </li>
            )
          })}
        </ul>
      </Notice>
    </div>
  )
}
