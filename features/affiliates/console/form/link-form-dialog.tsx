import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import type { AffiliateLink } from '../../contract'
import { useLinkRights } from '../use-link-rights'
import { LinkFields } from './link-fields'
import { checkForm, copyOf, emptyForm, formOf, type FormMode, type LinkForm } from './link-form'
import { useLinkSave } from './use-link-save'
import { useLinkSuggestions } from './use-link-suggestions'

type LinkFormDialogProps = {
  mode: FormMode
  /** What is edited, or copied. */
  link?: AffiliateLink
  onSaved: (id: string) => void
  onClose: () => void
}

export function LinkFormDialog({ mode, link, onSaved, onClose }: LinkFormDialogProps) {
  const timeZone = useTimeZone()
  const rights = useLinkRights()
  const mustOwn = !rights.isPlatform
  const [initialValues] = useState(() => startOf(mode, link, rights, timeZone))
  const form = useForm<LinkForm>({ initialValues, validate: (values) => checkForm(values, timeZone, mustOwn) })
  const suggestions = useLinkSuggestions(form, mode, mode === 'edit' ? link?.id : undefined)
  const guard = useCloseGuard(form.isDirty(), onClose)
  const saving = useLinkSave({ form, mode, link, timeZone, onSaved, release: guard.release })
  const merchantName = link?.merchantName ?? rights.merchant?.name
  return (
    <FormDialog
      guard={guard}
      title={link ? `${verbs[mode]} ${link.name}` : 'Create link'}
      button={mode === 'edit' ? 'Save' : 'Create link'}
      busy={saving.busy}
      problem={saving.problem}
      refused="The link could not be saved"
      notice={<MergeNotice what="link" view={saving.stale} />}
      onSubmit={form.onSubmit((values) => void saving.send(values))}
    >
      <LinkFields
        form={form}
        isNew={mode !== 'edit'}
        ownerField={
          rights.isPlatform || rights.merchantIds.length > 1
            ? { merchantName, withPlatform: rights.isPlatform }
            : undefined
        }
        suggestions={suggestions}
      />
    </FormDialog>
  )
}

const verbs = { create: 'Create', edit: 'Edit', duplicate: 'Duplicate' } as const satisfies Record<FormMode, string>

type Rights = ReturnType<typeof useLinkRights>

function startOf(mode: FormMode, link: AffiliateLink | undefined, rights: Rights, timeZone: string): LinkForm {
  if (!link) return emptyForm(rights.merchant?.id ?? onlyMerchant(rights))
  return mode === 'edit' ? formOf(link, timeZone) : copyOf(link, timeZone)
}

const onlyMerchant = ({ isPlatform, merchantIds: [only, ...others] }: Rights) =>
  isPlatform || others.length > 0 ? null : (only ?? null)
