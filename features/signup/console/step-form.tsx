import { useState, type FormEvent, type ReactNode } from 'react'
import { type FormError, ErrorSummary, StepTitle } from '@quaff/platform/console/forms/plain-field'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { businessFields, counterFields } from '../contract'
import type { ApplicationAnswers, ApplicationDraft } from './application-draft'

interface StepFormProps {
  step: 1 | 2
  title: string
  takesFocus: boolean
  findErrors: () => FormError[]
  onDone: () => void
  children: (errorOf: (field: string) => string | undefined) => ReactNode
}

/** One of the two steps. Errors are shown after the first attempt to continue, then while typing. */
export function StepForm({ step, title, takesFocus, findErrors, onDone, children }: StepFormProps) {
  const [attempt, setAttempt] = useState(0)
  const [summary, setSummary] = useState<FormError[]>([])
  const found = attempt === 0 ? [] : findErrors()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const errors = findErrors()
    setSummary(errors)
    setAttempt(attempt + 1)
    if (errors.length === 0) onDone()
  }
  return (
    <>
      <div className="stepno">
        <i className="on" />
        <i className={step === 2 ? 'on' : undefined} />
        {`Step ${step} of 2`}
      </div>
      <StepTitle takesFocus={takesFocus}>{title}</StepTitle>
      <form noValidate onSubmit={submit}>
        <ErrorSummary
          errors={summary.filter((error) => found.some(({ field }) => field === error.field))}
          attempt={attempt}
        />
        {children((field) => found.find((error) => error.field === field)?.text)}
      </form>
    </>
  )
}

const labels: Readonly<Record<string, string>> = {
  name: 'Business name',
  contactName: 'Your name',
  description: 'What do you pour?',
  line1: 'Address',
  line2: 'Suite, floor, building',
  country: 'Country',
  phone: 'Phone',
  website: 'Website',
}
type Named = { readonly [field: string]: string }
const listOf = (errors: { [field: string]: string }, names: Named = labels): FormError[] =>
  Object.entries(errors).map(([field, text]) => ({ field, label: names[field] ?? '', text }))

export const businessErrors = (answers: ApplicationAnswers): FormError[] => listOf(errorsOf(businessFields, answers))

/** `partLabels` are those of the address in its country. */
export function counterErrors({ answers, acceptsTerms }: ApplicationDraft, partLabels: Named): FormError[] {
  const terms = { field: 'acceptsTerms', label: 'Terms', text: 'Agree to the terms to send your application.' }
  return [...listOf(errorsOf(counterFields, answers), { ...labels, ...partLabels }), ...(acceptsTerms ? [] : [terms])]
}
