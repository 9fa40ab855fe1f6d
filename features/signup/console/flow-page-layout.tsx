import type { ReactNode } from 'react'
import { FlowLayout, supportLink, WithSupport } from '@quaff/features/marketing/console/flow-layout-widget'

export type SignupPart = 'signup' | 'convert' | 'processing' | 'existing' | 'success'

interface FlowPageLayoutProps {
  path: string
  part: SignupPart
  /** It can do nothing without its script. */
  needsScript?: boolean
  children: ReactNode
}

/** The part renders in `#signup`; the rest of the page is prerendered. */
export function FlowPageLayout({ path, part, needsScript = true, children }: FlowPageLayoutProps) {
  return (
    <FlowLayout path={path}>
      <div className="state">
        <div id="signup" data-part={part} data-support={supportLink}>
          {children}
        </div>
        {needsScript && <ScriptNotice />}
      </div>
    </FlowLayout>
  )
}

function ScriptNotice() {
  return (
    <noscript>
      <p className="note">
        This form needs JavaScript. Turn it on and reload the page.{' '}
        <WithSupport>
          You can also <a href={supportLink}>email support</a>.
        </WithSupport>
      </p>
    </noscript>
  )
}
