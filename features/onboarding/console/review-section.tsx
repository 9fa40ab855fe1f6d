import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { categoryLabel } from '@quaff/features/merchants/category-rules'
import { topicLabels } from '@quaff/features/merchants/completeness-rules'
import type { RequestForChanges } from '@quaff/features/merchants/contract'
import { priceLabel } from '@quaff/features/plans/price-rules'
import { useNavigateIfHere } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { counted } from '@quaff/platform/console/display/formats'
import { ErrorNotice, Panel } from '@quaff/platform/console/display/panel'
import { Checklist, type ChecklistItem } from '@quaff/platform/console/display/step-list'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { useConfirmOnce } from '@quaff/platform/console/forms/form-dialog'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { inWords, isolated } from '@quaff/platform/shared/readable-text'
import { setupSteps, type OnboardingState } from '../contract'
import { isUnanswered, stepLabels, stepScreens } from '../rules'
import { itemScreens, onlyOwner } from './onboarding-messages'
import { onboardingApi } from './onboarding-queries'
import { RequestedList } from './requested-mark'
import { useStepSaved } from './use-onboarding'
import classes from './onboarding.module.css'

export function ReviewSection({ state }: { state: OnboardingState }) {
  return (
    <Panel title="Review summary" footer={<RequestFooter state={state} />}>
      <div className="q-stack">
        <Checklist items={summaryOf(state)} progressLabel="Before you request approval" />
        {state.changeRequest && <Answers state={state} request={state.changeRequest} />}
      </div>
    </Panel>
  )
}

function summaryOf(state: OnboardingState): ChecklistItem[] {
  const { missing, checklist } = state
  const values = summaryValues(state)
  const steps = setupSteps
    .filter((step) => step !== 'live')
    .map((step): ChecklistItem => {
      const isMissing = missing.includes(step)
      return {
        id: step,
        label: withValue(stepLabels[step], isMissing ? null : values[step]),
        state: isMissing ? 'missing' : 'done',
        detail: <DetailLink to={stepScreens[step]} text={isMissing ? 'Complete' : 'Change'} />,
      }
    })
  // Not required for approval, but visible to reviewers.
  const others = checklist
    .filter(({ required }) => !required)
    .map(({ step, done }): ChecklistItem => ({
      id: `wanted-${step}`,
      label: withValue(topicLabels[step], done ? values[step] : null),
      state: done ? 'done' : 'optional',
      detail: <DetailLink to={itemScreens[step]} text={done ? 'Change' : 'Add'} />,
    }))
  return [...steps, ...others]
}

function summaryValues({
  business,
  locations,
  activePlans,
  prices,
  accountLastDigits,
}: OnboardingState): Partial<Record<string, string | null>> {
  return {
    profile: business.name,
    locations: counted(locations, 'location'),
    plans: [counted(activePlans, 'active plan'), pricesText(prices)].filter(Boolean).join(' · '),
    banking: accountLastDigits && `account ending in ${accountLastDigits}`,
    category: business.businessType && categoryLabel(business.businessType),
    taxId: business.taxIdMasked,
  }
}

const shownPrices = 3

function pricesText(prices: OnboardingState['prices']): string {
  const labels = [...new Set(prices.map(priceLabel))]
  const others = labels.length - shownPrices
  return [labels.slice(0, shownPrices).join(', '), others > 0 && `${others} more`].filter(Boolean).join(', ')
}

const withValue = (label: string, value: string | null | undefined) => (value ? `${label}: ${value}` : label)

function Answers({ state, request }: { state: OnboardingState; request: RequestForChanges }) {
  const others = state.changedSince.filter((item) => !request.items.includes(item))
  return (
    <section className="q-stack-tight" aria-label="Requested changes">
      <h3 className="q-h3">Requested changes</h3>
      {request.note && <p className={classes.note}>{`“${isolated(request.note)}”`}</p>}
      <RequestedList state={state} items={request.items} />
      {others.length > 0 && (
        <p className="q-secondary">{`Also changed: ${inWords(others.map((item) => topicLabels[item]))}.`}</p>
      )}
    </section>
  )
}

function DetailLink({ to, text }: { to: string; text: string }) {
  return (
    <AppLink to={to} className="q-link">
      {text}
    </AppLink>
  )
}

function RequestFooter({ state }: { state: OnboardingState }) {
  const startVisit = useNavigateIfHere()
  const stepSaved = useStepSaved()
  const request = useMutation(onboardingApi.requestApproval.mutationOptions())
  const unchanged = useConfirmOnce(isUnanswered(state) ? [unchangedText] : [], 'No changes yet')
  const run = async () => {
    if (request.isPending || !unchanged.pass()) return
    const visit = startVisit()
    try {
      await request.mutateAsync({ merchantId: state.merchantId })
    } catch {
      await stepSaved()
      return
    }
    await stepSaved()
    visit.navigate('/merchants/application-submitted')
  }
  return (
    <div className="q-stack q-grow">
      <ErrorNotice title="Couldn’t request approval" text={request.error && errorText(request.error)} />
      {unchanged.notice}
      <div className={classes.foot}>
        <span className="q-secondary">{footText(state)}</span>
        <span className={classes.buttons}>
          <PermissionButton
            variant="primary"
            icon={IconSend}
            loading={request.isPending}
            disabledReason={reasonOf(state)}
            onClick={() => void run()}
          >
            {unchanged.label('Request approval')}
          </PermissionButton>
        </span>
      </div>
    </div>
  )
}

const unchangedText = 'You haven’t made the requested changes. You can still send it again.'

function footText(state: OnboardingState): string {
  if (state.missing.length > 0) return missingText(state)
  return isUnanswered(state) ? 'You haven’t made the requested changes.' : 'Everything is ready.'
}

function reasonOf(state: OnboardingState): string | undefined {
  if (state.mayRequestApproval) return undefined
  return state.editable.length === 0 ? onlyOwner : missingText(state)
}

function missingText({ missing }: OnboardingState): string {
  return `Complete ${inWords(missing.map((step) => `“${stepLabels[step]}”`))} first.`
}
