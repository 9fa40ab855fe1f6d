import { FlowLayout, ScriptNotice } from '@quaff/features/marketing/console/flow-layout-widget'
import { AnswerPage } from './answer-page-widget'

const steps = [
  { title: 'You answer', text: 'A few questions about your venue.' },
  { title: 'We read it', text: 'We’ll email you our decision.' },
  { title: 'You set up', text: 'Profile, locations, plans and banking, in your own time.' },
  { title: 'We review, you start selling', text: 'Then your passes appear in the app.' },
]

/** The prerendered page. Its script replaces the placeholder. */
export function FormPage() {
  return (
    <FlowLayout path="/f/*" steps={steps}>
      <div className="state">
        <div id="form">
          <AnswerPage />
        </div>
        <ScriptNotice />
      </div>
    </FlowLayout>
  )
}
