import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UserRecord } from '../../contract'
import { usePeopleRefetch } from '../use-people-refetch'
import { usersApi } from '../user-queries'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { isStale } from '@quaff/platform/console/forms/stale-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'

const failed = 'The changes could not be saved. Try again.'
const valuesOf = ({ displayName, phoneNumber }: UserRecord) => ({
  displayName: displayName ?? '',
  phoneNumber: phoneNumber ?? '',
})

/** Name and phone as they were when the form was opened: who comes second loses nothing that was typed. */
export function useEditPerson(opened: UserRecord, onClose: () => void) {
  const client = useQueryClient()
  const refetch = usePeopleRefetch()
  const [edited, setEdited] = useState(opened)
  const [problem, setProblem] = useState<string>()
  const form = useForm({ initialValues: valuesOf(opened) })
  const update = useMutation(usersApi.updatePerson.mutationOptions())
  const running = useRef(false)
  const request = useRef<{ sent: string; key: string }>(undefined)
  const guard = useCloseGuard(form.isDirty(), onClose)

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
      if (!isStale(error)) setProblem(verbErrorText(error, failed))
    } finally {
      running.current = false
    }
  }
  const reload = async () => {
    const input = { userId: edited.id }
    try {
      const fresh = await client.fetchQuery({ ...usersApi.get.queryOptions({ input }), staleTime: 0 })
      setEdited(fresh)
      form.setInitialValues(valuesOf(fresh))
      form.setValues(valuesOf(fresh))
      update.reset()
    } catch (error) {
      setProblem(verbErrorText(error, 'This user could not be loaded'))
    }
  }
  return { form, guard, problem, stale: isStale(update.error), saving: update.isPending, save, reload }
}
