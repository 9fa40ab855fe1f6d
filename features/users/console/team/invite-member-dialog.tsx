import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeRole, roleTitle } from '@quaff/features/accounts/rules'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { ChoiceCard } from '@quaff/platform/console/controls/choice-card'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { emailFaultText, isEmail } from '@quaff/platform/shared/readable-text'
import { textLimits } from '@quaff/platform/shared/text'
import { merchantRoles } from '../../rules'
import { usersApi } from '../user-queries'

type MemberRole = (typeof merchantRoles)[number]
type InviteForm = { email: string; displayName: string; role: MemberRole }

/** Spec §8: where the failure has no text of its own. */
const failed = 'Failed to create admin user'

export function InviteMemberDialog({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const client = useQueryClient()
  const invite = useMutation(usersApi.invite.mutationOptions())
  const [problem, setProblem] = useState<string>()
  const running = useRef(false)
  const form = useForm<InviteForm>({
    initialValues: { email: '', displayName: '', role: 'merchant_owner' },
    validate: { email: (value) => (isEmail(value) ? null : emailFaultText) },
  })
  const guard = useCloseGuard(form.isDirty(), onClose)

  const send = async ({ email, displayName, role }: InviteForm) => {
    if (running.current) return
    running.current = true
    setProblem(undefined)
    try {
      const name = displayName.trim()
      const outcome = await invite.mutateAsync({
        email: email.trim(),
        role,
        merchantIds: [merchantId],
        ...(name === '' ? {} : { displayName: name }),
      })
      if (!outcome.success) {
        setProblem(outcome.error ?? failed)
        return
      }
      rememberedEmail.write(email.trim())
      void client.invalidateQueries({ queryKey: usersApi.key() })
      notifySuccess('Invitation sent', `${email.trim()} can sign in with the link in the mail.`)
      guard.leave()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : failed)
    } finally {
      running.current = false
    }
  }
  return (
    <Dialog
      opened
      onClose={guard.close}
      title="Invite to the team"
      description="They get a mail with a link that signs them in."
      keepOnOutsideClick
      onSubmit={form.onSubmit((values) => void send(values))}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>Cancel</Button>
          <Button variant="primary" type="submit" loading={invite.isPending}>
            Send invitation
          </Button>
        </GuardedFooter>
      }
    >
      {problem && (
        <Notice tone="danger" announce>
          {problem}
        </Notice>
      )}
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        autoComplete="off"
        maxLength={textLimits.email}
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Display name"
        autoComplete="off"
        maxLength={textLimits.short}
        {...form.getInputProps('displayName')}
      />
      <fieldset className="q-stack-tight">
        <legend className="q-h3">Role</legend>
        {merchantRoles.map((role) => (
          <ChoiceCard
            key={role}
            name="role"
            value={role}
            checked={form.values.role === role}
            onSelect={() => form.setFieldValue('role', role)}
            title={roleTitle(role)}
            description={describeRole(role)}
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
