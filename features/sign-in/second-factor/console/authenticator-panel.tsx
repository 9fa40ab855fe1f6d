import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionsApi, usePreviewReason } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { DateText } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { signInApi } from '../../console/sign-in-queries'
import { secondFactorLimits, type SecondFactor } from '../contract'

const EnrolDialog = deferred(async () => (await import('./enrol-dialog')).EnrolDialog)
const RenewCodesDialog = deferred(async () => (await import('./renew-codes-dialog')).RenewCodesDialog)
const ProveDialog = deferred(async () => (await import('./prove-dialog')).ProveDialog)

type Task = 'enrol' | 'turn-off' | 'renew'

export function AuthenticatorPanel() {
  const queryClient = useQueryClient()
  const query = useQuery(signInApi.secondFactor.queryOptions())
  const [task, setTask] = useState<Task | null>(null)
  const close = () => setTask(null)
  const finish = () => {
    close()
    void queryClient.invalidateQueries({ queryKey: signInApi.secondFactor.key() })
    // Turning it on has ended the other sessions.
    void queryClient.invalidateQueries({ queryKey: sessionsApi.list.key() })
  }
  const factor = query.data
  return (
    <Panel
      title="Authenticator app"
      titleExtra={
        factor && (
          <StatusPill tone={factor.isOn ? 'ok' : 'neutral'} icon={factor.isOn ? IconCircleCheck : IconCircleDashed}>
            {factor.isOn ? 'On' : 'Off'}
          </StatusPill>
        )
      }
      query={query}
      what="your authenticator app"
    >
      {factor && <FactorSection factor={factor} onTask={setTask} />}
      {task === 'enrol' && <EnrolDialog onClose={close} onTurnedOn={finish} />}
      {task === 'renew' && <RenewCodesDialog onClose={close} onDone={finish} />}
      {task === 'turn-off' && (
        <ProveDialog
          title="Turn off the authenticator app?"
          description="You’ll sign in without a code. Your recovery codes stop working."
          action="Turn off"
          tone="danger"
          onProved={async (proof) => {
            await signInApi.turnOffSecondFactor.call(proof)
            finish()
            notifySuccess('Authenticator app turned off')
          }}
          onClose={close}
        />
      )}
    </Panel>
  )
}

function FactorSection({ factor, onTask }: { factor: SecondFactor; onTask: (task: Task) => void }) {
  const previewReason = usePreviewReason()
  if (!factor.isOn) {
    return (
      <div className="q-stack">
        <p className="q-secondary">
          Require a code from your phone when you sign in. A stolen password alone won’t be enough.
        </p>
        <div className="q-row">
          <PermissionButton variant="primary" disabledReason={previewReason} onClick={() => onTask('enrol')}>
            Set up authenticator app
          </PermissionButton>
        </div>
      </div>
    )
  }
  const left = factor.recoveryCodesLeft
  return (
    <div className="q-stack">
      <KeyValue
        items={[
          { label: 'Since', value: <DateText value={factor.since} /> },
          { label: 'Recovery codes left', value: `${left} of ${secondFactorLimits.recoveryCodes}` },
        ]}
      />
      {left <= secondFactorLimits.fewRecoveryCodes && (
        <Notice tone="warn">
          {left === 0 ? 'You have no recovery codes left.' : 'You have few recovery codes left.'} Generate new codes so
          you don’t get locked out.
        </Notice>
      )}
      <div className="q-row q-wrap">
        <PermissionButton disabledReason={previewReason} onClick={() => onTask('renew')}>
          New recovery codes
        </PermissionButton>
        <PermissionButton
          disabledReason={
            previewReason ?? (factor.isRequired ? 'Administrators must use an authenticator app.' : undefined)
          }
          onClick={() => onTask('turn-off')}
        >
          Turn off
        </PermissionButton>
      </div>
    </div>
  )
}
