import { supportLink } from '@quaff/features/marketing/console/flow-layout-widget'
import { ProcessingView } from '../outcome/processing-view'
import { signupPaths } from '../signup-api-widget'
import { FlowPageLayout } from './flow-page-layout'

export function ProcessingPage() {
  return (
    <FlowPageLayout path={signupPaths.processing} part="processing">
      <ProcessingView supportLink={supportLink} />
    </FlowPageLayout>
  )
}
