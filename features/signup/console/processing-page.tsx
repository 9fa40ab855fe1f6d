import { supportLink } from '@quaff/features/marketing/console/flow-layout-widget'
import { FlowPageLayout } from './flow-page-layout'
import { ProcessingView } from './processing-view'
import { signupPaths } from './signup-api-widget'

export function ProcessingPage() {
  return (
    <FlowPageLayout path={signupPaths.processing} part="processing">
      <ProcessingView supportLink={supportLink} />
    </FlowPageLayout>
  )
}
