import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import classes from './folded-fields.module.css'

type FoldedFieldsProps<Values> = {
  form: UseFormReturnType<Values>
  /** Names of the fields inside. */
  fields: readonly (keyof Values & string)[]
  summary: string
  /** An error that the form does not know, such as a taken code. */
  hasError?: boolean
  children: ReactNode
}

/** Fields that few records need. They start open where one has a value, and open for an error in them. */
export function FoldedFields<Values extends object>({
  form,
  fields,
  summary,
  hasError = false,
  children,
}: FoldedFieldsProps<Values>) {
  const [opened, setOpened] = useState(() => fields.some((field) => hasValue(form.values[field])))
  const isWrong = Object.keys(form.errors).some((path) => fields.some((field) => path.split('.')[0] === field))
  return (
    <details
      className={classes.folded}
      open={opened || hasError || isWrong}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      <div className="q-stack-loose">{children}</div>
    </details>
  )
}

const hasValue = (value: unknown) => (typeof value === 'string' || Array.isArray(value)) && value.length > 0
