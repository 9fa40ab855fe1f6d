import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  sessionsApi,
  usePreviewReason,
  useSession,
  useSessionUser,
} from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { DateText } from '@quaff/platform/console/display/formats'
import { KeyValue, Notice, Panel, StatusPill } from '@quaff/platform/console/display/panel'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import { PasskeysPanel } from '../passkeys/console/passkeys-panel'
import { type SecondFactor, secondFactorLimits } from '../second-factor/contract'
import { SessionsPanel } from './sessions-panel'
import { signInApi } from './sign-in-queries'

export function Security() {
  return (
    <>
      <AddressPanel />
      <PasskeysPanel />
      <AuthenticatorPanel />
      <SingleSignOnPanel />
      <SessionsPanel />
    </>
  )
}

const UnlinkDialog = deferred(async () => (await import('./unlink-dialog')).UnlinkDialog)

/** Nothing without a configured provider. */
function SingleSignOnPanel() {
  const query = useQuery(signInApi.singleSignOn.queryOptions())
  const previewReason = usePreviewReason()
  const [unlinking, setUnlinking] = useState(false)
  if (!query.data) return null
  const { name, link } = query.data
  return (
    <Panel
      title="Single sign-on"
      titleExtra={
        <StatusPill tone={link ? 'ok' : 'neutral'} icon={link ? IconCircleCheck : IconCircleDashed}>
          {link ? 'Linked' : 'Not linked'}
        </StatusPill>
      }
      actions={
        link && (
          <PermissionButton size="sm" disabledReason={previewReason} onClick={() => setUnlinking(true)}>
            Unlink
          </PermissionButton>
        )
      }
    >
      {link ? (
        <KeyValue
          items={[
            { label: 'Linked with', value: name },
            { label: 'Since', value: <DateText value={link.linkedAt} /> },
            { label: 'Last used', value: <DateText value={link.lastUsedAt} style="datetime" /> },
          ]}
        />
      ) : (
        <p className="q-secondary">
          To link your account, sign in with “Continue with {isolated(name)}” on the sign-in page.
        </p>
      )}
      {unlinking && <UnlinkDialog name={name} onClose={() => setUnlinking(false)} />}
    </Panel>
  )
}

const ChangeEmailDialog = deferred(async () => (await import('./change-email-dialog')).ChangeEmailDialog)

function AddressPanel() {
  const { email, hasPassword } = useSessionUser()
  const { refresh } = useSession()
  const previewReason = usePreviewReason()
  const queryClient = useQueryClient()
  const [changing, setChanging] = useState(false)
  return (
    <Panel
      title="Sign-in"
      actions={
        <PermissionButton size="sm" disabledReason={previewReason} onClick={() => setChanging(true)}>
          Change email
        </PermissionButton>
      }
    >
      <KeyValue
        items={[
          { label: 'Email', value: email },
          {
            label: 'Password',
            value: hasPassword ? 'Set. Change it in “Edit profile”.' : 'None. You sign in by email link.',
          },
        ]}
      />
      {changing && (
        <ChangeEmailDialog
          email={email}
          onClose={() => setChanging(false)}
          onChanged={(changed) => {
            setChanging(false)
            notifySuccess('Email changed', `Sign in with ${changed} from now on. You’re signed out elsewhere.`)
            void refresh()
            void queryClient.invalidateQueries({ queryKey: sessionsApi.list.key() })
          }}
        />
      )}
    </Panel>
  )
}

const EnrolDialog = deferred(async () => (await import('../second-factor/console/enrol-dialog')).EnrolDialog)
const RenewCodesDialog = deferred(
  async () => (await import('../second-factor/console/renew-codes-dialog')).RenewCodesDialog,
)
const ProveDialog = deferred(async () => (await import('../second-factor/console/prove-dialog')).ProveDialog)

type Task = 'enrol' | 'turn-off' | 'renew'

function AuthenticatorPanel() {
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
          <PermissionButton disabledReason={previewReason} onClick={() => onTask('enrol')}>
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
