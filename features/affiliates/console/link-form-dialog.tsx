import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/use-merge'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { AffiliateLink } from '../contract'
import { affiliatesApi } from './affiliate-queries'
import { LinkFields } from './link-fields'
import { checkForm, copyOf, linkForm, type FormMode, type LinkForm } from './link-form'
import { useLinkRights } from './use-link-actions'
import { useLinkSuggestions } from './use-link-suggestions'

type LinkFormDialogProps = {
  mode: FormMode
  /** The link to edit or to duplicate. */
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
  const guard = useCloseGuard(form.isDirty(), onClose, {
    name: `link.${mode}.${link?.id ?? rights.merchant?.id ?? ''}`,
    form,
    version: link?.version,
  })
  const [known, setKnown] = useState(link)
  const record = linkForm(timeZone, known)
  const merge = useMerge({
    labels: record.mergeLabels,
    base: known,
    toFormValues: record.read,
    load: ({ id: linkId }) => affiliatesApi.get.call({ linkId }),
    rebase: setKnown,
    form,
  })
  const saving = useSave({
    form,
    keys: [affiliatesApi.key()],
    record: mode === 'edit' ? known : undefined,
    next: ({ name }) => ({ name: name.trim() }),
    send: (values) => {
      const input = record.input(values)
      if (mode !== 'edit' || !known)
        return affiliatesApi.create.call({ ...input, requestKey: guard.draft.keyOf(input) })
      const { merchantId: _owner, code: _code, ...fields } = input
      return affiliatesApi.update.call({ ...fields, linkId: known.id, version: known.version })
    },
    onSaved: (saved) => {
      notifySuccess(mode === 'edit' ? 'Link saved' : 'Link created', saved.address)
      guard.leave(() => onSaved(saved.id))
    },
    meet: merge.meet,
    fieldOf: record.fieldOf,
  })
  const merchantName = link?.merchantName ?? rights.merchant?.name
  return (
    <FormDialog
      title={link ? `${verbs[mode]} ${isolated(link.name)}` : 'Create link'}
      guard={guard}
      saving={saving}
      failed="Couldn’t save the link"
      notice={<MergeNotice what="link" view={merge.view} />}
      button={mode === 'edit' ? 'Save' : 'Create link'}
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
  const record = linkForm(timeZone)
  if (!link) return { ...record.empty, merchantId: rights.merchant?.id ?? onlyMerchant(rights) }
  return mode === 'edit' ? record.read(link) : copyOf(link, timeZone)
}

const onlyMerchant = ({ isPlatform, merchantIds: [only, ...others] }: Rights) =>
  isPlatform || others.length > 0 ? null : (only ?? null)
