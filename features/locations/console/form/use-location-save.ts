import { useRef, useState } from 'react'
import type { LocationForm } from './location-form-values'
import { formFieldOf } from './location-form-values'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale } from '@quaff/platform/console/forms/stale-notice'
import { refusedField } from '@quaff/platform/console/plain-form/refusal-reason'

/** Runs one save at a time; a refusal stands at its field, or above the form where no field is to blame. */
export function useLocationSave(form: LocationForm) {
  const running = useRef(false)
  const [problem, setProblem] = useState<string>()
  const [stale, setStale] = useState(false)
  const run = async (save: () => Promise<void>) => {
    // State comes a drawing too late for the second click of a double click.
    if (running.current) return
    running.current = true
    setProblem(undefined)
    setStale(false)
    try {
      await save()
    } catch (error) {
      const field = refusedField(error)
      if (isStale(error)) setStale(true)
      else if (field === undefined) setProblem(errorText(error))
      else {
        form.setFieldError(formFieldOf(field), errorText(error))
        setProblem(errorText(error))
      }
    } finally {
      running.current = false
    }
  }
  return { run, problem, stale, clearStale: () => setStale(false) }
}
