import { StepTitle } from '@quaff/platform/console/forms/plain-field'
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

/** The mark, whose cup fills while something is under way. */
function FillingMark() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden>
      <defs>
        <clipPath id="filling-cup">
          <circle cx="29" cy="29" r="17" />
        </clipPath>
      </defs>
      <g clipPath="url(#filling-cup)">
        <path
          className="lvl"
          fill="#E8A143"
          d="M12.6 27.5c5-4.2 10.2-4 16.2-.6s11 3.8 16.4-1.3A17 17 0 1 1 12.6 27.5ZM12 40h34v24H12Z"
        />
      </g>
      <path
        fill="#1F6F5C"
        fillRule="evenodd"
        d="M29 2a27 27 0 1 1 0 54a27 27 0 0 1 0-54Zm0 11a16 16 0 1 0 0 32a16 16 0 0 0 0-32Z"
      />
      <path d="M43.5 43.5 53 53" fill="none" stroke="#1F6F5C" strokeWidth="13.5" strokeLinecap="round" />
    </svg>
  )
}
