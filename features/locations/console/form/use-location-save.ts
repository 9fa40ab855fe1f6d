import { useRef, useState } from 'react'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { refusedField } from '@quaff/platform/shared/refusal'
import type { LocationForm } from './location-form-values'
import { formFieldOf } from './location-form-values'

/**
 * Runs one save at a time; a refusal stands at its field, or above the form where no field is to blame. `meet` takes what
 * is no refusal of the input, and answers whether it was that.
 */
export function useLocationSave(form: LocationForm, meet?: (error: unknown) => Promise<boolean>) {
  const running = useRef(false)
  const [problem, setProblem] = useState<string>()
  const run = async (save: () => Promise<void>) => {
    // State comes a drawing too late for the second click of a double click.
    if (running.current) return
    running.current = true
    setProblem(undefined)
    try {
      await save()
    } catch (error) {
      const field = refusedField(error)
      if (await meet?.(error)) return
      if (field === undefined) setProblem(errorText(error))
      else {
        form.setFieldError(formFieldOf(field), errorText(error))
        setProblem(errorText(error))
      }
    } finally {
      running.current = false
    }
  }
  return { run, problem }
}
