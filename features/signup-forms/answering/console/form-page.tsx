import { supportLink, WithSupport } from '@quaff/features/marketing/console/flow-layout-widget'
import { SiteLayout } from '@quaff/features/marketing/console/site-layout-widget'
import { AnswerPage } from './answer-page-widget'

/** The prerendered page. Its script replaces the placeholder. */
export function FormPage() {
  return (
    <SiteLayout path="/f/*" mainClass="formpage">
      <div className="wrap">
        <div className="state">
          <div id="form">
            <AnswerPage />
          </div>
          <noscript>
            <p className="note">
              This form needs JavaScript. Turn it on and reload the page.{' '}
              <WithSupport>
                You can also <a href={supportLink}>email support</a>.
              </WithSupport>
            </p>
          </noscript>
        </div>
      </div>
    </SiteLayout>
  )
}
