import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { phoneFault } from '@quaff/platform/shared/phone/phone'
import { nameFault } from '@quaff/platform/shared/text'
import type { UserRecord } from '../../contract'
import { usersApi } from '../user-queries'

const failed = 'The changes could not be saved. Try again.'
const valuesOf = ({ displayName, phoneNumber }: UserRecord) => ({
  displayName: displayName ?? '',
  phoneNumber: phoneNumber ?? '',
})

const mergeWords: MergeWords<ReturnType<typeof valuesOf>> = {
  labels: { displayName: 'Display name', phoneNumber: 'Phone number' },
}

/** Name and phone as they were when the form was opened: who comes second loses nothing that was typed. */
export function useEditPerson(opened: UserRecord, onClose: () => void) {
  const [edited, setEdited] = useState(opened)
  const form = useForm({
    initialValues: valuesOf(opened),
    validate: { displayName: (name) => (name.trim() === '' ? null : nameFault(name)), phoneNumber: phoneFault },
  })
  const guard = useCloseGuard(form.isDirty(), onClose)
  const merge = useMerge({
    words: mergeWords,
    base: edited,
    valuesOf,
    load: ({ id: userId }) => usersApi.get.call({ userId }),
    rebase: setEdited,
    form,
  })
  const { save, keyOf, busy, problem } = useSave({
    keys: [usersApi.key()],
    meet: merge.meet,
    textOf: (error) => verbErrorText(error, failed),
  })
  const send = async () => {
    if (!form.isDirty()) {
      guard.leave()
      return
    }
    if (form.validate().hasErrors) return
    const { displayName, phoneNumber } = form.getValues()
    const values = { userId: edited.id, version: edited.version, displayName, phoneNumber }
    const next = { displayName: displayName.trim() || null }
    if (!(await save(() => usersApi.updatePerson.call({ ...values, requestKey: keyOf(values) }), edited, next))) return
    notifySuccess('Changes saved')
    guard.leave()
  }
  return { form, guard, problem, stale: merge.view, busy, send }
}
