import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { Waitlist } from '../contract'
import { WaitlistFields } from './waitlist-fields'
import { checkForm, emptyForm, formOf, inputOf, waitlistMergeWords, type WaitlistForm } from './waitlist-form'
import { waitlistsApi } from './waitlist-queries'

interface WaitlistFormDialogProps {
  /** Undefined makes a new one. */
  list?: Waitlist
  onSaved: (id: string) => void
  onClose: () => void
}

export function WaitlistFormDialog({ list, onSaved, onClose }: WaitlistFormDialogProps) {
  const [known, setKnown] = useState(list)
  const form = useForm<WaitlistForm>({ initialValues: known ? formOf(known) : emptyForm, validate: checkForm })
  const guard = useCloseGuard(form.isDirty(), onClose, {
    name: `waitlist.${list?.id ?? 'new'}`,
    form,
    version: known?.version,
  })
  const merge = useMerge({
    words: waitlistMergeWords,
    base: known,
    valuesOf: formOf,
    load: async (before) => {
      const theirs = (await waitlistsApi.list.call({})).find(({ id }) => id === before.id)
      if (!theirs) throw new Error('This waitlist was deleted.')
      return theirs
    },
    rebase: setKnown,
    form,
  })
  const saving = useSave({
    form,
    keys: [waitlistsApi.key()],
    record: known,
    next: (values) => ({ name: inputOf(values).name }),
    send: (values) => {
      const input = inputOf(values)
      return known
        ? waitlistsApi.update.call({ ...input, waitlistId: known.id, version: known.version })
        : waitlistsApi.create.call({ ...input, requestKey: guard.draft.keyOf(input) })
    },
    onSaved: (saved) => {
      notifySuccess(known ? 'Waitlist saved' : 'Waitlist created', saved.name)
      guard.leave(() => onSaved(saved.id))
    },
    meet: merge.meet,
  })
  return (
    <FormDialog
      title={list ? `Edit ${list.name}` : 'Create waitlist'}
      guard={guard}
      saving={saving}
      failed="Couldn’t save the waitlist"
      notice={<MergeNotice what="waitlist" view={merge.view} />}
      button={list ? 'Save' : 'Create waitlist'}
    >
      <WaitlistFields form={form} isNew={!list} />
    </FormDialog>
  )
}
