import { FaultNotice } from '@quaff/platform/console/display/notice'
import type { FieldFault } from '../../fields/rules'
import { PublishFaultsNotice } from './publish-faults-notice'
import type { FormDraft } from './use-form-draft'

interface EditorNoticesProps {
  draft: FormDraft
  faults: readonly FieldFault[]
  onGo: (fieldId: string) => void
}

export function EditorNotices({ draft, faults, onGo }: EditorNoticesProps) {
  const { problem } = draft
  return (
    <>
      <FaultNotice title="Couldn’t update the form" text={problem} />
      {faults.length > 0 && <PublishFaultsNotice faults={faults} fields={draft.draft.fields} onGo={onGo} />}
    </>
  )
}
