import { topicLabels } from '@quaff/features/merchants/completeness-rules'
import { formatDate } from '@quaff/platform/console/display/formats'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { OnboardingState } from '../contract'
import { requestedBySteps } from '../rules'
import { editableTexts, itemScreens, phaseMessages } from './onboarding-messages'
import classes from './onboarding.module.css'

type Request = NonNullable<OnboardingState['changeRequest']>

export function RequestedChanges({ changeRequest, earlierRequests }: Requests) {
  return (
    <>
      {changeRequest && <Requested request={changeRequest} />}
      {earlierRequests.length > 0 && (
        <details>
          <summary className="q-link">{`Earlier requests (${earlierRequests.length})`}</summary>
          {earlierRequests.map((request) => (
            <div key={request.requestedAt.getTime()} className={classes.items}>
              <span className="q-caption">{formatDate(request.requestedAt, 'date')}</span>
              <Requested request={request} />
            </div>
          ))}
        </details>
      )}
    </>
  )
}
type Requests = Pick<OnboardingState, 'changeRequest' | 'earlierRequests'>

function Requested({ request }: { request: Request }) {
  return (
    <>
      {request.note && <p className={classes.note}>{`“${isolated(request.note)}”`}</p>}
      <ul className={classes.items} aria-label={`Requested on ${formatDate(request.requestedAt, 'date')}`}>
        {requestedBySteps(request.items).map(({ step, items }) => (
          <li key={step ?? 'branding'}>
            {step === 'profile' && <span className="q-secondary">{`${editableTexts.business.label}: `}</span>}
            {items.map((item, index) => (
              <span key={item}>
                {index > 0 && ', '}
                <AppLink to={itemScreens[item]} className="q-link">
                  {topicLabels[item]}
                </AppLink>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}

/** An approved merchant is reviewed again but stays open. */
export function requestText({ phase, editable }: Pick<OnboardingState, 'phase' | 'editable'>): string {
  if (editable.length === 0) return 'A reviewer requested changes from the owner.'
  if (phase === 'changes_requested') return phaseMessages.changes_requested.text
  return 'A reviewer requested changes. Your venue keeps selling while you make them.'
}
