import { useState, type FormEvent, type ReactNode } from 'react'
import { type Fault, FaultSummary, StepTitle } from '@quaff/platform/console/forms/plain-field'

interface StepFormProps {
  step: 1 | 2
  title: string
  takesFocus: boolean
  findFaults: () => Fault[]
  onDone: () => void
  /** Gets the fault of a field by its name. */
  children: (faultOf: (field: string) => string | undefined) => ReactNode
}

/** One of the two steps. Errors are shown after the first attempt to continue, then while typing. */
export function StepForm({ step, title, takesFocus, findFaults, onDone, children }: StepFormProps) {
  const [attempt, setAttempt] = useState(0)
  const [summary, setSummary] = useState<Fault[]>([])
  const found = attempt === 0 ? [] : findFaults()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const faults = findFaults()
    setSummary(faults)
    setAttempt(attempt + 1)
    if (faults.length === 0) onDone()
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
        <FaultSummary
          faults={summary.filter((fault) => found.some(({ field }) => field === fault.field))}
          attempt={attempt}
        />
        {children((field) => found.find((fault) => fault.field === field)?.text)}
      </form>
    </>
  )
}
