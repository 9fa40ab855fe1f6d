import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { formatDate } from '@quaff/platform/console/display/date-time'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { OnboardingState } from '../../contract'
import { isSettingUp } from '../../rules'
import { errorText } from '../error-text'
import { onboardingApi } from '../onboarding-queries'
import classes from '../onboarding.module.css'
import { useStepSaved } from '../venue/use-onboarding'
import { AddressFields, ContactFields, VenueFields } from './business-fields'
import type { BusinessValues } from './business-values'
import { DraftText } from './draft-text'
import { useBusinessForm, useSaveBusiness } from './use-business-form'

/** `state` is the one of the moment the form was opened: a live change must not move beneath the typed text. */
export function BusinessForm({ state: opened }: { state: OnboardingState }) {
  const [state, setState] = useState(opened)
  const navigate = useNavigate()
  const client = useQueryClient()
  const stepSaved = useStepSaved()
  const { form, draft, restored, reset, keepDraft } = useBusinessForm(state)
  const save = useSaveBusiness(state, form)
  const [restoredShown, setRestoredShown] = useState(restored !== null)
  const [problem, setProblem] = useState<string>()
  const mayEdit = state.editable.includes('business')
  const setup = isSettingUp(state.phase)
  const toHub = () => void navigate({ to: '/merchants/onboarding' })
  // What a draft can not hold, or could not be kept anywhere but here, is lost by leaving.
  const guard = useCloseGuard(form.values.taxId !== '' || draft.state.kind === 'kept', toHub)

  const submit = async (values: BusinessValues) => {
    await draft.keeper.pause()
    const step = await save.run(values)
    if (!step) {
      keepDraft(values)
      return
    }
    draft.keeper.forget()
    form.setFieldValue('taxId', '')
    guard.release()
    await stepSaved()
    notifySuccess('Business profile saved')
    await navigate({ to: setup ? '/merchants/onboarding/locations' : '/merchants/onboarding' })
  }
  const readTheirs = async () => {
    try {
      const input = { merchantId: state.merchantId }
      const fresh = await client.fetchQuery({ ...onboardingApi.state.queryOptions({ input }), staleTime: 0 })
      setState(fresh)
      save.takeVersion(fresh)
      reset(fresh)
      setRestoredShown(false)
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  const discard = () => {
    reset(state)
    void draft.keeper.discard()
    setRestoredShown(false)
  }
  const leave = async () => {
    await draft.keeper.flush()
    guard.close()
  }
  const focusFirst = (faults: Partial<Record<string, unknown>>) => {
    const [field] = Object.keys(faults)
    if (field) form.getInputNode(field)?.focus()
  }
  const failed = save.problem ?? problem

  return (
    <form className="q-stack-loose" noValidate onSubmit={form.onSubmit((values) => void submit(values), focusFirst)}>
      {save.stale && <StaleNotice what="business profile" onReload={() => void readTheirs()} />}
      {failed && (
        <Notice tone="danger" title="The business profile was not saved" announce>
          {failed}
        </Notice>
      )}
      {restored && restoredShown && <RestoredNotice at={restored.savedAt} onDiscard={discard} />}
      <fieldset className="q-stack-loose" disabled={!mayEdit}>
        <Panel title="Your venue">
          <div className="q-stack">
            <VenueFields form={form} storedType={state.business.businessType} />
          </div>
        </Panel>
        <Panel title="Contact">
          <div className="q-stack">
            <ContactFields form={form} taxIdMasked={state.business.taxIdMasked} />
          </div>
        </Panel>
        <Panel title="Business address">
          <div className="q-stack">
            <AddressFields form={form} />
          </div>
        </Panel>
      </fieldset>
      {mayEdit && (
        <div className={classes.foot}>
          <DraftText state={draft.state} />
          <span className={classes.buttons}>
            <GuardedFooter guard={guard}>
              {setup && <Button onClick={() => void leave()}>Save and leave</Button>}
              <Button variant="primary" type="submit" loading={save.saving}>
                {setup ? 'Save and continue' : 'Save changes'}
              </Button>
            </GuardedFooter>
          </span>
        </div>
      )}
    </form>
  )
}

function RestoredNotice({ at, onDiscard }: { at: Date; onDiscard: () => void }) {
  return (
    <Notice
      tone="info"
      title="Your draft is back"
      action={
        <Button size="sm" onClick={onDiscard}>
          Discard draft
        </Button>
      }
    >
      {`Typed until ${formatDate(at, 'datetime')}, not saved yet. Check it and save.`}
    </Notice>
  )
}
