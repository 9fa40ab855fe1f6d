import { supportLink } from '@quaff/features/marketing/console/flow-layout-widget'
import { ApplyFlow } from '../apply/apply-flow-widget'
import { signupPaths } from '../signup-api-widget'
import { FlowPageLayout } from './flow-page-layout'

export function ConvertPage() {
  return (
    <FlowPageLayout path={signupPaths.convert} part="convert">
      <ApplyFlow kind="convert" supportLink={supportLink} />
    </FlowPageLayout>
  )
}
