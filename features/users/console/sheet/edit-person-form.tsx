import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter } from '@quaff/platform/console/forms/close-guard'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { textLimits } from '@quaff/platform/shared/text'
import { accessLimits } from '../../access/contract'
import type { UserRecord } from '../../contract'
import { useEditPerson } from './use-edit-person'

/** In place of the facts it changes. Reached by administrators; the own profile has its dialog. */
export function EditPersonForm({ opened, onClose }: { opened: UserRecord; onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null)
  // It stands where the button was that had the focus.
  useEffect(() => first.current?.focus(), [])
  const { form, guard, problem, stale, busy, send } = useEditPerson(opened, onClose)
  return (
    <form
      className="q-stack"
      aria-label="Name and phone"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!guard.asking) void send()
      }}
    >
      <MergeNotice what="user" view={stale} />
      {problem && (
        <Notice tone="danger" title="The changes could not be saved" announce>
          {problem}
        </Notice>
      )}
      <TextInput
        label="Display name"
        autoComplete="off"
        ref={first}
        maxLength={textLimits.short}
        {...form.getInputProps('displayName')}
      />
      <TextInput
        label="Phone number"
        description="Blank removes it."
        type="tel"
        autoComplete="off"
        maxLength={accessLimits.phone}
        {...form.getInputProps('phoneNumber')}
      />
      <div className="q-row q-wrap">
        <GuardedFooter guard={guard}>
          <Button className="q-end" onClick={guard.close}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" loading={busy}>
            {problem ? 'Retry save' : 'Save changes'}
          </Button>
        </GuardedFooter>
      </div>
    </form>
  )
}
