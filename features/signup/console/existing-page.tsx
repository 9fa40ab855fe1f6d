import { ExistingAccount } from './existing-widget'
import { FlowPageLayout } from './flow-page-layout'
import { signupPaths } from './signup-api-widget'

export function ExistingPage() {
  return (
    <FlowPageLayout path={signupPaths.existing} part="existing" needsScript={false}>
      <ExistingAccount />
    </FlowPageLayout>
  )
}
