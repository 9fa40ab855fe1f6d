import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import type { Waitlist } from '../../contract'
import { useWaitlistRefetch } from '../use-waitlist-refresh'
import { waitlistsApi } from '../waitlist-queries'
import { WaitlistFields } from './waitlist-fields'
import {
  checkForm,
  emptyForm,
  formFields,
  formOf,
  inputOf,
  waitlistMergeWords,
  type WaitlistForm,
} from './waitlist-form'

interface WaitlistFormDialogProps {
  /** Undefined makes a new one. */
  list?: Waitlist
  onSaved: (id: string) => void
  onClose: () => void
}

export function WaitlistFormDialog({ list, onSaved, onClose }: WaitlistFormDialogProps) {
  const refetch = useWaitlistRefetch()
  const create = useMutation(waitlistsApi.create.mutationOptions())
  const update = useMutation(waitlistsApi.update.mutationOptions())
  const [known, setKnown] = useState(list)
  const form = useForm<WaitlistForm>({ initialValues: known ? formOf(known) : emptyForm, validate: checkForm })
  const [problem, setProblem] = useState<unknown>()
  const requestKey = useRef(newRequestKey())
  const running = useRef(false)
  const guard = useCloseGuard(form.isDirty(), onClose)
  const merge = useMerge({
    words: waitlistMergeWords,
    base: known,
    valuesOf: formOf,
    load: async (before) => {
      const theirs = (await waitlistsApi.list.call({})).find(({ id }) => id === before.id)
      if (!theirs) throw new Error('This waitlist is gone.')
      return theirs
    },
    rebase: setKnown,
    form,
  })

  const save = async (values: WaitlistForm) => {
    // State comes a drawing too late for the second click of a double click.
    if (running.current) return
    running.current = true
    setProblem(undefined)
    try {
      const saved = known
        ? await update.mutateAsync({ ...inputOf(values), waitlistId: known.id, version: known.version })
        : await create.mutateAsync({ ...inputOf(values), requestKey: requestKey.current })
      void refetch()
      guard.release()
      notifySuccess(known ? 'Waitlist saved' : 'Waitlist created', saved.name)
      onSaved(saved.id)
    } catch (error) {
      if (await merge.meet(error)) return
      const field = refusedFieldOf(error, formFields)
      if (field) form.setFieldError(field, errorText(error))
      else setProblem(error)
      if (!known) requestKey.current = newRequestKey()
    } finally {
      running.current = false
    }
  }

  return (
    <Dialog
      opened
      onClose={guard.close}
      title={list ? `Edit ${list.name}` : 'New waitlist'}
      keepOnOutsideClick
      onSubmit={form.onSubmit((values) => void save(values))}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>Cancel</Button>
          <Button variant="primary" type="submit" loading={create.isPending || update.isPending}>
            {list ? 'Save' : 'Create waitlist'}
          </Button>
        </GuardedFooter>
      }
    >
      <MergeNotice what="waitlist" view={merge.view} />
      {problem !== undefined && (
        <Notice tone="danger" title="The waitlist could not be saved" announce>
          {errorText(problem)}
        </Notice>
      )}
      <WaitlistFields form={form} isNew={!list} />
    </Dialog>
  )
}
