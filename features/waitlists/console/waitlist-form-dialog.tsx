import { Input, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { type MergeWords, useMerge } from '@quaff/platform/console/forms/use-merge'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { suggestSlug } from '@quaff/platform/shared/slug'
import {
  cityField,
  type CreateWaitlistInput,
  type Waitlist,
  waitlistFields,
  type WaitlistKind,
  waitlistKinds,
} from '../contract'
import { joinPath, kindLabels } from '../rules'
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

function WaitlistFields({ form, isNew }: { form: UseFormReturnType<WaitlistForm>; isNew: boolean }) {
  const follows = useRef(isNew)
  const { kind, slug } = form.values
  return (
    <>
      <Input.Wrapper label="Audience" labelElement="div">
        <Segmented
          label="Audience"
          value={kind}
          options={waitlistKinds.map((value) => ({ value, label: kindLabels[value] }))}
          onChange={(value) => form.setFieldValue('kind', value)}
        />
      </Input.Wrapper>
      <TextInput
        {...inputLooks(waitlistFields.name)}
        label="Name"
        data-autofocus
        {...form.getInputProps('name')}
        onChange={(event) => {
          const name = event.currentTarget.value
          form.setFieldValue('name', name)
          if (follows.current) form.setFieldValue('slug', slugFor(name))
        }}
      />
      {kind === 'city' && <TextInput {...inputLooks(cityField)} label="City" {...form.getInputProps('city')} />}
      <TextInput
        {...inputLooks(waitlistFields.slug)}
        label="Join page link"
        description={`${window.location.host}${joinPath(slug || '…')}${isNew ? '' : '. If you change it, old links stop working.'}`}
        {...form.getInputProps('slug')}
        onChange={(event) => {
          follows.current = false
          form.setFieldValue('slug', event.currentTarget.value)
        }}
      />
      <Textarea
        {...inputLooks(waitlistFields.description)}
        label="Join page text"
        rows={3}
        {...form.getInputProps('description')}
      />
      <NumberInput
        label="Invitations expire after"
        required
        description="Counted from the invitation email. Sent invitations keep their date."
        min={1}
        max={waitlistFields.invitationDays.max}
        allowDecimal={false}
        suffix={form.values.invitationDays === 1 ? ' day' : ' days'}
        {...form.getInputProps('invitationDays')}
      />
    </>
  )
}

type WaitlistForm = {
  name: string
  kind: WaitlistKind
  slug: string
  description: string
  city: string
  invitationDays: number | string
}

const emptyForm: WaitlistForm = { name: '', kind: 'consumer', slug: '', description: '', city: '', invitationDays: 14 }

function formOf(list: Waitlist): WaitlistForm {
  const { name, kind, slug, description, city, invitationDays } = list
  return { name, kind, slug, description, city: city ?? '', invitationDays }
}

const waitlistMergeWords: MergeWords<WaitlistForm> = {
  labels: {
    name: 'Name',
    kind: 'Audience',
    slug: 'Join page link',
    description: 'Join page text',
    city: 'City',
    invitationDays: 'Invitations expire after',
  },
  show: {
    Audience: ({ kind }) => kindLabels[kind],
    'Invitations expire after': ({ invitationDays }) => `${invitationDays} days`,
  },
}

/** The address follows the name until somebody writes one. */
const slugFor = (name: string) => suggestSlug(name, waitlistFields.slug.max)

function inputOf(form: WaitlistForm): CreateWaitlistInput {
  return { ...form, invitationDays: Number(form.invitationDays) }
}

/** A city list names its city. */
const checkForm = (values: WaitlistForm) =>
  faultsOf({ ...waitlistFields, ...(values.kind === 'city' && { city: cityField }) }, values)
