import { Input, NumberInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { cityField, waitlistFields, waitlistKinds } from '../contract'
import { joinPath, kindLabels } from '../rules'
import { slugFor, type WaitlistForm } from './waitlist-form'

export function WaitlistFields({ form, isNew }: { form: UseFormReturnType<WaitlistForm>; isNew: boolean }) {
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
