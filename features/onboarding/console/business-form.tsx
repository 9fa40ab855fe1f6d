import { useRef, useState } from 'react'
import { useNavigateIfHere } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { formatDate, useHourCycle } from '@quaff/platform/console/display/formats'
import { ErrorNotice, Notice, Panel } from '@quaff/platform/console/display/panel'
import { AddressInputs } from '@quaff/platform/console/forms/address-inputs'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { HourCycle } from '@quaff/platform/console/theme/use-preferences'
import { businessFields, type OnboardingState } from '../contract'
import { isSettingUp } from '../rules'
import { ContactFields, VenueFields } from './business-fields'
import type { DraftState } from './draft-keeper'
import { RequestedMark } from './requested-mark'
import { useBusinessForm, useSaveBusiness } from './use-business-form'
import { useStepSaved } from './use-onboarding'
import classes from './onboarding.module.css'

/** `state` is the one of the moment the form was opened: a live change must not move beneath the typed text. */
export function BusinessForm({ state: opened }: { state: OnboardingState }) {
  const [state, setState] = useState(opened)
  const startVisit = useNavigateIfHere()
  const visit = useRef<ReturnType<typeof startVisit>>(undefined)
  const stepSaved = useStepSaved()
  const business = useBusinessForm(opened)
  const { form, draft, restored, discard } = business
  const [restoredShown, setRestoredShown] = useState(restored !== null)
  const save = useSaveBusiness({
    state,
    business,
    onOvertaken: (fresh) => {
      setState(fresh)
      setRestoredShown(false)
    },
    onSaved: async () => {
      // Read before the refetch: the first save creates the merchant, whose page replaces this one.
      let isHere = false
      guard.leave(() => (isHere = true))
      await stepSaved()
      notifySuccess('Business profile saved')
      if (isHere) visit.current?.navigate(setup ? '/merchants/onboarding/locations' : '/merchants/onboarding')
    },
  })
  const mayEdit = state.editable.includes('business')
  const setup = isSettingUp(state.phase)
  const toHub = () => startVisit().navigate('/merchants/onboarding')
  // Drafts are stored on the server during the setup only, and never contain the tax ID.
  const isUnsaved = draft.state.kind === 'kept' || (!setup && form.isDirty())
  const guard = useCloseGuard(form.values.taxId !== '' || isUnsaved, toHub)

  const discardDraft = () => {
    discard()
    void draft.keeper.discard()
    setRestoredShown(false)
  }
  const discardAndLeave = (close?: () => void) => {
    discardDraft()
    guard.leave(close)
  }
  const leave = async () => {
    const leaving = startVisit()
    await draft.keeper.flush()
    if (leaving.isHere()) guard.close()
  }

  return (
    <form
      className="q-stack-loose"
      noValidate
      onSubmit={(event) => {
        visit.current = startVisit()
        save.submit(event)
      }}
    >
      <ErrorNotice title="Couldn’t save the business profile" text={save.problem} />
      {restored && restoredShown && <RestoredNotice at={restored.savedAt} onDiscard={discardDraft} />}
      <fieldset className={`q-stack-loose ${classes.fields}`} disabled={!mayEdit}>
        <Panel title="Your venue">
          <div className="q-stack">
            <VenueFields form={form} state={state} />
          </div>
        </Panel>
        <Panel title="Contact">
          <div className="q-stack">
            <ContactFields form={form} state={state} />
          </div>
        </Panel>
        <Panel title="Business address" titleExtra={<RequestedMark state={state} item="address" />}>
          <div className="q-stack">
            <AddressInputs form={form} fields={businessFields} isOwn />
          </div>
        </Panel>
      </fieldset>
      {mayEdit && (
        <div className={classes.foot}>
          <DraftText state={draft.state} />
          <span className={classes.buttons}>
            <GuardedFooter guard={setup ? guard : { ...guard, leave: discardAndLeave }}>
              {setup && <Button onClick={() => void leave()}>Save and leave</Button>}
              <Button variant="primary" type="submit" loading={save.busy}>
                {setup ? 'Save and continue' : 'Save changes'}
              </Button>
            </GuardedFooter>
          </span>
        </div>
      )}
      <MergeNotice what="business profile" view={save.stale} belowButtons />
    </form>
  )
}

function RestoredNotice({ at, onDiscard }: { at: Date; onDiscard: () => void }) {
  return (
    <Notice
      tone="info"
      title="Draft restored"
      action={
        <Button size="sm" onClick={onDiscard}>
          Discard draft
        </Button>
      }
    >
      {`Unsaved draft from ${formatDate(at, 'datetime', { hourCycle: useHourCycle() })}. Review and save.`}
    </Notice>
  )
}

/** Beside the buttons; announced to screen readers on change. */
function DraftText({ state }: { state: DraftState }) {
  return (
    <span className="q-caption" role="status">
      {textOf(state, useHourCycle())}
    </span>
  )
}

function textOf(state: DraftState, hourCycle: HourCycle): string {
  switch (state.kind) {
    case 'none':
      return ''
    case 'typing':
      return 'Saving draft…'
    case 'saved':
      return `Draft saved ${formatDate(state.at, 'time', { hourCycle })}`
    case 'kept':
      return `Offline. Draft saved in this browser ${formatDate(state.at, 'time', { hourCycle })}`
  }
}
