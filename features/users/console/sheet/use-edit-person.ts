import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { phoneFault } from '@quaff/platform/shared/phone/phone'
import { nameFault } from '@quaff/platform/shared/text'
import type { UserRecord } from '../../contract'
import { usePeopleRefetch } from '../use-people-refetch'
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
  const client = useQueryClient()
  const refetch = usePeopleRefetch()
  const [edited, setEdited] = useState(opened)
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: valuesOf(opened),
    validate: { displayName: (name) => (name.trim() === '' ? null : nameFault(name)), phoneNumber: phoneFault },
  })
  const update = useMutation(usersApi.updatePerson.mutationOptions())
  const running = useRef(false)
  const request = useRef<{ sent: string; key: string }>(undefined)
  const guard = useCloseGuard(form.isDirty(), onClose)
  const merge = useMerge({
    words: mergeWords,
    base: edited,
    valuesOf,
    load: ({ id: userId }) => client.fetchQuery({ ...usersApi.get.queryOptions({ input: { userId } }), staleTime: 0 }),
    rebase: setEdited,
    form,
  })

  /** A retry of the same values is the same request; other values are another one. */
  const keyOf = (sent: string) => {
    if (request.current?.sent !== sent) request.current = { sent, key: newRequestKey() }
    return request.current.key
  }
  const save = async () => {
    if (running.current) return
    if (!form.isDirty()) {
      guard.leave()
      return
    }
    if (form.validate().hasErrors) return
    running.current = true
    setProblem(undefined)
    const { displayName, phoneNumber } = form.getValues()
    const values = { userId: edited.id, version: edited.version, displayName, phoneNumber }
    try {
      await update.mutateAsync({ ...values, requestKey: keyOf(JSON.stringify(values)) })
      void refetch()
      notifySuccess('Changes saved')
      guard.leave()
    } catch (error) {
      if (!(await merge.meet(error))) setProblem(verbErrorText(error, failed))
    } finally {
      running.current = false
    }
  }
  return { form, guard, problem, stale: merge.view, saving: update.isPending, save }
}
