import { supportLink } from '@quaff/features/marketing/console/flow-layout-widget'
import { ApplyFlow } from './apply-flow-widget'
import { FlowPageLayout } from './flow-page-layout'
import { signupPaths } from './signup-api-widget'

export function ConvertPage() {
  return (
    <FlowPageLayout path={signupPaths.convert} part="convert">
      <ApplyFlow kind="convert" supportLink={supportLink} />
    </FlowPageLayout>
  )
}
