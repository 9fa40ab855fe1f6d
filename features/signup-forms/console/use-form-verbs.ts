import { useWrite } from '@quaff/platform/console/forms/write/use-write'
import type { FormRow } from '../building/contract'
import { formsApi } from './signup-forms-queries'

/** Closing and opening again undo each other, so neither asks first. */
export function useFormVerbs() {
  const write = useWrite<FormRow, 'live' | 'closed'>({
    call: ({ id: formId, version }, status) =>
      formsApi[status === 'live' ? 'publish' : 'close'].call({ formId, version }),
    keys: [formsApi.key()],
    next: (status) => ({ status }),
    failed: 'Couldn’t update the form',
    done: (saved, status) => ({
      title: status === 'live' ? 'Form reopened' : 'Form closed',
      message: saved.name,
      undo: () => write.run(saved, status === 'live' ? 'closed' : 'live'),
    }),
  })
  return { close: (form: FormRow) => write.run(form, 'closed'), reopen: (form: FormRow) => write.run(form, 'live') }
}
