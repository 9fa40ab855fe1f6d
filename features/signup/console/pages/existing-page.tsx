import { ExistingAccount } from '../outcome/existing-widget'
import { signupPaths } from '../signup-api-widget'
import { FlowPageLayout } from './flow-page-layout'

export function ExistingPage() {
  return (
    <FlowPageLayout path={signupPaths.existing} part="existing" needsScript={false}>
      <ExistingAccount />
    </FlowPageLayout>
  )
}
