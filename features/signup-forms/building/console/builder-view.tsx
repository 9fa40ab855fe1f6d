import { useQuery } from '@tanstack/react-query'
import { Button } from '@quaff/platform/console/controls/button'
import { Panel } from '@quaff/platform/console/display/panel'
import { MissingState, ReadingState, isAbsent } from '@quaff/platform/console/list/list-states'
import { formsApi } from '../../console/signup-forms-queries'
import type { BuilderView as View } from '../../console/signup-forms-search-widget'
import { FormEditorView } from './form-editor-view'

interface BuilderViewProps {
  formId: string
  view: View | undefined
  onClose: () => void
  onDuplicate: () => void
  onSubmissions: () => void
}

export function BuilderView({ formId, onClose, ...props }: BuilderViewProps) {
  const form = useQuery(formsApi.get.queryOptions({ input: { formId } }))
  if (form.data && !isAbsent(form)) return <FormEditorView form={form.data} onClose={onClose} {...props} />
  return (
    <div className="q-stack">
      <div className="q-row">
        <Button onClick={onClose}>All forms</Button>
      </div>
      <Panel flush>
        {isAbsent(form) ? <MissingState noun="form" /> : <ReadingState query={form} lines={12} what="this form" />}
      </Panel>
    </div>
  )
}
