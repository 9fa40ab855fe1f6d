import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/panel'
import { isSettingUp } from '../rules'
import { phaseMessages } from './onboarding-messages'
import { RequestedChanges, requestText } from './requested-changes-section'
import { useOnboarding } from './use-onboarding'

/** Above the dashboard's content; nothing without a request for changes. */
export function ChangesRequested() {
  const { data: state } = useOnboarding()
  if (!state?.changeRequest) return null
  const { title, tone, icon } = phaseMessages.changes_requested
  return (
    <Notice
      tone={tone}
      icon={icon}
      title={title}
      action={
        isSettingUp(state.phase) && (
          <ButtonLink to="/merchants/onboarding" variant="primary" size="sm">
            {state.editable.length > 0 ? 'Make changes' : 'View progress'}
          </ButtonLink>
        )
      }
    >
      <p>{requestText(state)}</p>
      <RequestedChanges {...state} />
    </Notice>
  )
}
