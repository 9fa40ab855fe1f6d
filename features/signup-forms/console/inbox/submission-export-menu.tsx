import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { downloadFile } from '@quaff/platform/console/rpc'
import type { ExportSubmissionsInput } from '../../inbox/contract'
import type { SignupFormsSearch } from '../signup-forms-search-widget'

interface SubmissionExportMenuProps {
  search: SignupFormsSearch
  /** Of the status, whatever is searched for. */
  total: number | undefined
}

/** Each question of the form is a column, so it is one form's at a time. */
export function SubmissionExportMenu({ search: { form, status }, total }: SubmissionExportMenuProps) {
  const exporting = useMutation({
    mutationFn: (input: ExportSubmissionsInput) => downloadFile({ path: '/api/files/submissions-export', body: input }),
    onError: (error) => notifyError('The submissions could not be exported', error.message),
  })
  if (form === undefined)
    return (
      <PermissionButton
        icon={IconDownload}
        disabledReason="Choose one form first: each of its questions becomes a column."
      >
        Export
      </PermissionButton>
    )
  return (
    <ExportMenu
      totalCount={total}
      loading={exporting.isPending}
      onExport={(format) => exporting.mutate({ formId: form, format, ...(status && { status }) })}
    />
  )
}
