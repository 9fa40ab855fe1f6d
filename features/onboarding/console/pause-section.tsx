import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { merchantsContract } from '@quaff/features/merchants/contract'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { Panel } from '@quaff/platform/console/display/panel'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { createApi } from '@quaff/platform/console/rpc'
import type { OnboardingState } from '../contract'
import { onlyOwner } from './onboarding-messages'
import { onboardingApi } from './onboarding-queries'
import { useStepSaved } from './use-onboarding'
import classes from './onboarding.module.css'

const merchantsApi = createApi<typeof merchantsContract>('merchants')

/** Lets the owner of an approved merchant pause and resume sales. */
export function PauseSection({ state, links }: { state: OnboardingState; links?: ReactNode }) {
  const stepSaved = useStepSaved()
  const { isLive } = state
  const live = useWrite<OnboardingState, boolean>({
    call: async ({ merchantId, version }, wanted) => {
      // The venue's own record says more than is shown here, some of it by the same names.
      const saved = await merchantsApi.setLive.call({ merchantId, version: version ?? 0, isLive: wanted })
      return { isLive: saved.isLive, version: saved.version }
    },
    keys: [onboardingApi.state.key()],
    idOf: ({ merchantId }) => merchantId,
    next: (wanted) => ({ isLive: wanted }),
    failed: 'Couldn’t change pass sales',
    done: (saved, wanted) => {
      void stepSaved()
      return { title: wanted ? 'Sales resumed' : 'Sales paused', undo: () => live.run(saved, !wanted) }
    },
  })
  return (
    <Panel title="Pass sales" actions={links}>
      <div className="q-stack">
        <div className={classes.foot}>
          <span className="q-secondary">
            {isLive
              ? 'On. Customers can find you and buy passes.'
              : 'Paused. New sales are off; existing passes still work.'}
          </span>
          <PermissionButton
            icon={isLive ? IconPlayerPause : IconPlayerPlay}
            disabledReason={state.editable.includes('settings') ? undefined : onlyOwner}
            onClick={() => live.run(state, !isLive)}
          >
            {isLive ? 'Pause sales' : 'Resume sales'}
          </PermissionButton>
        </div>
      </div>
    </Panel>
  )
}
