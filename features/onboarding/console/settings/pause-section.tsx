import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { merchantsContract } from '@quaff/features/merchants/contract'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { errorText, keptText } from '@quaff/platform/console/forms/error-text'
import { createApi } from '@quaff/platform/console/rpc'
import type { OnboardingState } from '../../contract'
import { onlyOwner } from '../onboarding-texts'
import { useStepSaved } from '../venue/use-onboarding'
import classes from '../onboarding.module.css'

const merchantsApi = createApi<typeof merchantsContract>('merchants')

/** For an approved venue: its owner opens and closes the sale. */
export function PauseSection({ state, links }: { state: OnboardingState; links?: ReactNode }) {
  const stepSaved = useStepSaved()
  const setLive = useMutation(merchantsApi.setLive.mutationOptions())
  const { isLive, merchantId, version } = state
  const run = async () => {
    if (version === null || setLive.isPending) return
    try {
      await setLive.mutateAsync({ merchantId, version, isLive: !isLive })
    } catch {
      // Said below; what is shown is read anew.
    }
    await stepSaved()
  }
  return (
    <Panel title="Sale of passes" actions={links}>
      <div className="q-stack">
        {setLive.isError && (
          <Notice tone="danger" title={isLive ? 'The venue was not paused' : 'The venue was not resumed'} announce>
            {errorText(setLive.error, keptText)}
          </Notice>
        )}
        <div className={classes.foot}>
          <span className="q-secondary">
            {isLive
              ? 'Live: subscribers find you in the app and can buy passes.'
              : 'Paused: nobody can buy a pass. Passes that were sold stay as they are.'}
          </span>
          <PermissionButton
            icon={isLive ? IconPlayerPause : IconPlayerPlay}
            loading={setLive.isPending}
            disabledReason={state.editable.includes('settings') ? undefined : onlyOwner}
            onClick={() => void run()}
          >
            {isLive ? 'Pause' : 'Resume'}
          </PermissionButton>
        </div>
      </div>
    </Panel>
  )
}
