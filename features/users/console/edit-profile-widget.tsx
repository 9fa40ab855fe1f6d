import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useSession, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { commonPasswordError, refusesCommon } from '@quaff/features/sign-in/console/common-password-widget'
import { UsernameField } from '@quaff/features/sign-in/console/username-field-widget'
import {
  confirmationField,
  knownPasswordField,
  signInFields,
  signInMessages,
  type signInContract,
} from '@quaff/features/sign-in/contract'
import { passwordChangeRefusals } from '@quaff/features/sign-in/refusals'
import { checkPasswordChange } from '@quaff/features/sign-in/rules'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { checkFirstText, errorText, isUnconfirmed } from '@quaff/platform/console/forms/error-text'
import { inputProps } from '@quaff/platform/console/forms/field-inputs'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { createApi } from '@quaff/platform/console/rpc'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import { textLimits } from '@quaff/platform/shared/text'
import { profileFields } from '../contract'
import { usersApi } from './user-queries'

const signInApi = createApi<typeof signInContract>('signIn', { changePassword: checkFirstText })

interface ProfileForm {
  displayName: string
  phoneNumber: string
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

const passwordFields = {
  currentPassword: knownPasswordField,
  newPassword: signInFields.password,
  confirmPassword: confirmationField,
}

/** The field of a refused password change: the current password unless the server says otherwise. */
function passwordError(error: unknown): readonly [keyof ProfileForm, string] {
  if (!(error instanceof ORPCError) || isUnconfirmed(error)) return ['newPassword', errorText(error)]
  if (error.code === 'UNAUTHORIZED') return ['currentPassword', passwordChangeRefusals.SIGNED_OUT.text]
  return [refusedFieldOf(error, ['newPassword', 'confirmPassword']) ?? 'currentPassword', error.message]
}

export function EditProfileDialog({ onClose }: { onClose: () => void }) {
  const user = useSessionUser()
  const { refresh } = useSession()
  const saveProfile = useMutation(usersApi.updateProfile.mutationOptions())
  const changePassword = useMutation(signInApi.changePassword.mutationOptions())
  const form = useForm<ProfileForm>({
    initialValues: {
      displayName: user.displayName ?? '',
      phoneNumber: user.phoneNumber ?? '',
      currentPassword: '',
      newPassword: '',
      confirmPassword: '',
    },
    validate: (values) => errorsOf(profileFields, values),
  })
  const guard = useCloseGuard(form.isDirty(), onClose, { name: 'profile', form, fields: passwordFields })
  const saving = saveProfile.isPending || changePassword.isPending
  const offer = saveProfile.isError ? 'Retry save' : 'Save changes'

  const save = async (values: ProfileForm) => {
    if (saving) return
    const { displayName, phoneNumber, ...passwords } = values
    const verdict = checkPasswordChange(passwords)
    if (!verdict.ok) {
      const { field, text } = passwordChangeRefusals[verdict.reason]
      form.setFieldError(field, text)
      return
    }
    const common = verdict.changes ? await commonPasswordError(passwords.newPassword) : null
    if (common) {
      form.setFieldError('newPassword', common)
      return
    }
    try {
      await saveProfile.mutateAsync({ displayName: displayName.trim(), phoneNumber: phoneNumber.trim() })
    } catch {
      // No message (spec §8): the typed values stay, and the button offers to try again.
      return
    }
    if (verdict.changes) {
      try {
        await changePassword.mutateAsync(passwords)
      } catch (error) {
        const [field, text] = passwordError(error)
        form.setFieldError(field, text)
        void refresh()
        return
      }
      notifySuccess(signInMessages.passwordUpdated)
    }
    void refresh()
    guard.leave()
  }

  return (
    <Dialog
      opened
      onClose={guard.close}
      title="Edit profile"
      description="Update your display information."
      keepOnOutsideClick
      onSubmit={form.onSubmit(
        (values) => {
          if (!guard.asking) void save(values)
        },
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
      footer={
        <GuardedFooter guard={guard}>
          <DialogButtons onCancel={guard.close} loading={saving}>
            {saving ? 'Saving…' : offer}
          </DialogButtons>
        </GuardedFooter>
      }
    >
      <TextInput
        label="Display name"
        name="name"
        autoComplete="name"
        maxLength={profileFields.displayName.max}
        data-autofocus
        {...form.getInputProps('displayName')}
      />
      <TextInput
        {...inputProps(profileFields.phoneNumber)}
        label="Phone number"
        name="tel"
        autoComplete="tel"
        placeholder="(###) ###-####"
        {...form.getInputProps('phoneNumber')}
      />
      <PasswordSection
        email={user.email}
        hasPassword={user.hasPassword}
        getInputProps={form.getInputProps}
        onError={(field, text) => form.setFieldError(field, text)}
      />
    </Dialog>
  )
}

interface PasswordSectionProps {
  email: string
  hasPassword: boolean
  getInputProps: (field: keyof ProfileForm) => object
  onError: (field: keyof ProfileForm, text: string) => void
}

function PasswordSection({ email, hasPassword, getInputProps, onError }: PasswordSectionProps) {
  if (!hasPassword) {
    return (
      <p className="q-secondary">
        You sign in by email link and have no password yet. “Forgot password?” on the sign-in page sets the first one.
      </p>
    )
  }
  const shared = { maxLength: textLimits.password }
  return (
    <fieldset className="q-stack">
      <legend className="q-h3">Change password</legend>
      <UsernameField username={email} />
      <PasswordInput
        label="Current password"
        name="currentPassword"
        {...shared}
        {...getInputProps('currentPassword')}
      />
      <PasswordInput
        label="New password"
        name="newPassword"
        description="Leave blank to keep your current password."
        autoComplete="new-password"
        {...shared}
        {...getInputProps('newPassword')}
        {...refusesCommon((text) => onError('newPassword', text))}
      />
      <PasswordInput
        label="Confirm new password"
        name="confirmPassword"
        autoComplete="new-password"
        {...shared}
        {...getInputProps('confirmPassword')}
      />
    </fieldset>
  )
}
