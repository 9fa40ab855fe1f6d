import { IconDownload } from '@tabler/icons-react'
import { PermissionButton } from '../controls/button'
import type { RecordListState } from './use-record-list'

interface ExportSelectedProps {
  list: Pick<RecordListState<unknown>, 'exporting'>
  /** Why this person may not. */
  disabledReason?: string | undefined
}

/** In the bar of the selection. */
export function ExportSelected({ list: { exporting }, disabledReason }: ExportSelectedProps) {
  if (!exporting) return null
  return (
    <PermissionButton
      icon={IconDownload}
      loading={exporting.isPending}
      disabledReason={disabledReason ?? exporting.tooMany}
      onClick={() => exporting.selected('csv')}
    >
      Export CSV
    </PermissionButton>
  )
}
