import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TypedText } from './use-typed'

interface ReasonFieldProps {
  typed: TypedText
  label?: string
  description?: ReactNode
  /** The first thing that is asked for. */
  isFirst?: boolean
}

/** Why something is done. Ctrl or Cmd with Enter sends the form from within. */
export function ReasonField({ typed, label = 'Reason', description, isFirst = true }: ReasonFieldProps) {
  return (
    <Textarea
      label={label}
      description={description}
      data-autofocus={isFirst || undefined}
      rows={3}
      {...typed.props}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}
