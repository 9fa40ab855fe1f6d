import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { refusedField } from '@quaff/platform/shared/refusal'
import { suggestSlug } from '@quaff/platform/shared/slug'
import { buildingLimits, publicFormPath, slugFault } from '../../building/rules'
import { formsApi } from '../signup-forms-queries'
import { useFormsRefetch } from '../use-forms-refresh'

interface CreateFormDialogProps {
  /** The form whose draft the new one begins with. */
  copyOf: string | undefined
  onCreated: (formId: string) => void
  onClose: () => void
}

type Faults = { name?: string; slug?: string }

export function CreateFormDialog({ copyOf, onCreated, onClose }: CreateFormDialogProps) {
  const refetch = useFormsRefetch()
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string>()
  const [faults, setFaults] = useState<Faults>({})
  const [typed, setTyped] = useState(false)
  const requestKey = useRef(newRequestKey())
  const slug = ownSlug ?? suggestSlug(name, buildingLimits.slug)
  const guard = useCloseGuard(typed, onClose)
  const original = useQuery(
    formsApi.get.queryOptions({ input: { formId: copyOf ?? '' }, enabled: copyOf !== undefined }),
  )
  const originalName = original.data?.name
  useEffect(() => {
    if (originalName !== undefined)
      setName((before) => before || `Copy of ${originalName}`.slice(0, buildingLimits.name))
  }, [originalName])
  const create = useMutation(
    formsApi.create.mutationOptions({
      onSuccess: (form) => {
        void refetch()
        guard.release()
        notifySuccess('Form created', form.name)
        onCreated(form.id)
      },
      onError: (error) => {
        requestKey.current = newRequestKey()
        const field = refusedField(error)
        if (field === 'slug' || field === 'name') setFaults({ [field]: errorText(error) })
      },
    }),
  )
  const send = () => {
    const found: Faults = { slug: slugFault(slug) ?? undefined }
    if (name.trim() === '') found.name = 'Enter a name'
    setFaults(found)
    if (found.name !== undefined || found.slug !== undefined || create.isPending) return
    const copied = copyOf === undefined ? {} : { copyOf }
    create.mutate({ name: name.trim(), slug, ...copied, requestKey: requestKey.current })
  }
  const unexplained = create.isError && faults.name === undefined && faults.slug === undefined
  return (
    <Dialog
      opened
      onClose={guard.close}
      title={originalName === undefined ? 'New form' : `Duplicate ${originalName}`}
      description="It begins as a draft that nobody sees until you publish it."
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        if (!guard.asking) send()
      }}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>Cancel</Button>
          <Button variant="primary" type="submit" loading={create.isPending}>
            Create form
          </Button>
        </GuardedFooter>
      }
    >
      {unexplained && (
        <Notice tone="danger" title="The form was not created" announce>
          {errorText(create.error)}
        </Notice>
      )}
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={buildingLimits.name}
        value={name}
        error={faults.name}
        onChange={(event) => {
          setTyped(true)
          setFaults({})
          setName(event.currentTarget.value)
        }}
      />
      <TextInput
        label="Address of the page"
        required
        description={`${window.location.host}${publicFormPath(slug || '…')}. It stays once the form was published.`}
        maxLength={buildingLimits.slug}
        value={slug}
        error={faults.slug ?? (slug === '' ? undefined : slugFault(slug))}
        onChange={(event) => {
          setTyped(true)
          setFaults({})
          setOwnSlug(event.currentTarget.value.trim().toLowerCase())
        }}
      />
    </Dialog>
  )
}
