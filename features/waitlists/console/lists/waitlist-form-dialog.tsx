import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import type { Waitlist } from '../../contract'
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
  const [known, setKnown] = useState(list)
  const form = useForm<WaitlistForm>({ initialValues: known ? formOf(known) : emptyForm, validate: checkForm })
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
  const { save, keyOf, busy, problem } = useSave({
    keys: [waitlistsApi.key()],
    meet: merge.meet,
    form,
    fieldOf: (error) => refusedFieldOf(error, formFields),
  })
  const send = async (values: WaitlistForm) => {
    const input = inputOf(values)
    const saved = await save(
      () =>
        known
          ? waitlistsApi.update.call({ ...input, waitlistId: known.id, version: known.version })
          : waitlistsApi.create.call({ ...input, requestKey: keyOf(input) }),
      known,
      { name: input.name },
    )
    if (!saved) return
    guard.release()
    notifySuccess(known ? 'Waitlist saved' : 'Waitlist created', saved.name)
    onSaved(saved.id)
  }

  return (
    <FormDialog
      guard={guard}
      title={list ? `Edit ${list.name}` : 'New waitlist'}
      button={list ? 'Save' : 'Create waitlist'}
      busy={busy}
      problem={problem}
      refused="The waitlist could not be saved"
      notice={<MergeNotice what="waitlist" view={merge.view} />}
      onSubmit={form.onSubmit((values) => void send(values))}
    >
      <WaitlistFields form={form} isNew={!list} />
    </FormDialog>
  )
}
