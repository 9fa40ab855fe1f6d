import { StepTitle } from '@quaff/platform/console/plain-form/step-title'
import { FillingMark } from './filling-mark'
import { SupportNote } from './support-section'
import type { SendingState } from './use-sending'

interface ProcessingViewProps {
  state?: SendingState
  supportLink: string
  onRetry?: () => void
  onBack?: () => void
}

export function ProcessingView({ state, supportLink, onRetry, onBack }: ProcessingViewProps) {
  const failure = state?.failure ?? null
  if (failure !== null)
    return (
      <>
        <StepTitle takesFocus>Couldn’t send your application</StepTitle>
        <p className="lede">{failure.text}</p>
        <div className="stack">
          {failure.kind === 'stop' && (
            <button className="btn btn--wide" type="button" onClick={onRetry}>
              Retry
            </button>
          )}
          <button
            className={failure.kind === 'stop' ? 'btn btn--quiet btn--wide' : 'btn btn--wide'}
            type="button"
            onClick={onBack}
          >
            Back to the form
          </button>
        </div>
        <div className="note">
          Your answers are still saved on this device.{' '}
          <SupportNote supportLink={supportLink}>
            If it happens again, <a href={supportLink}>email support</a>.
          </SupportNote>
        </div>
      </>
    )
  const isSlow = state?.isSlow === true
  return (
    <>
      <div className="wait">
        <FillingMark />
      </div>
      <StepTitle takesFocus={false}>Sending your application</StepTitle>
      <p className="lede" role="status">
        {isSlow
          ? 'Still sending. This is taking longer than usual. Your application is sent only once.'
          : 'This takes a few seconds. Your application is sent only once, even if you reload.'}
      </p>
      {isSlow && (
        <div className="stack">
          <button className="btn btn--wide" type="button" onClick={onRetry}>
            Retry
          </button>
        </div>
      )}
      <div className="note">
        Taking longer than a minute? Your answers are still saved on this device. Reload the page.{' '}
        <SupportNote supportLink={supportLink}>
          You can also <a href={supportLink}>email support</a>.
        </SupportNote>
      </div>
    </>
  )
}
