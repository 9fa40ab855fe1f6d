import { IconBuildingBank, IconCircleCheck } from '@tabler/icons-react'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { Glyph } from '@quaff/platform/console/theme/glyph'

/** All that viewers see of a bank account (G11). */
export function OnFile({ onFile }: { onFile: boolean }) {
  if (!onFile) {
    return (
      <EmptyState
        icon={IconBuildingBank}
        title="No bank account on file yet"
        text="An owner or an administrator can add the bank details."
      />
    )
  }
  return (
    <div className="q-row">
      <Glyph icon={IconCircleCheck} />
      <span>Bank account on file</span>
    </div>
  )
}
