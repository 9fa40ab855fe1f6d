import { merchantsApi } from '@quaff/features/merchants/console/merchant-queries-widget'
import { Notice } from '@quaff/platform/console/display/panel'
import { useTypedName } from '@quaff/platform/console/forms/typed-name'
import { useVerb } from '@quaff/platform/console/forms/use-save'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { OnboardingState } from '../contract'
import { onboardingApi } from './onboarding-queries'
import { useStepSaved } from './use-onboarding'

const rowOf = ({ merchantId, merchantName, version }: OnboardingState) => ({
  id: merchantId,
  name: merchantName,
  version: version ?? 0,
})

/** The venue that comes into view is another one of the owner. */
export function DeleteVenueDialog({ state, onClose }: { state: OnboardingState; onClose: () => void }) {
  const showOther = useStepSaved()
  const verb = useVerb({
    what: 'venue',
    opened: rowOf(state),
    keys: [],
    load: async ({ id: merchantId }) => rowOf(await onboardingApi.state.call({ merchantId })),
  })
  const { name } = verb.row
  const typed = useTypedName(name)
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${isolated(name)}?`}
      button="Delete permanently"
      danger
      check={typed.check}
      call={({ id: merchantId, version }) =>
        merchantsApi.delete.call({ merchantId, version, confirmName: typed.value })
      }
      onDone={() => {
        notifySuccess(`${isolated(name)} deleted`)
        onClose()
        void showOther()
      }}
      onClose={onClose}
    >
      <Notice tone="warn">
        This permanently deletes the profile, locations, plans and bank details that you entered.
      </Notice>
      {typed.field}
    </VerbDialog>
  )
}
