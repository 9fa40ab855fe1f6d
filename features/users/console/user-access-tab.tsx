import { IconAlertTriangle, IconCheck, IconCircleDashed, IconShieldOff, IconUnlink } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { describeRole, roleTitle } from '@quaff/features/accounts/rules'
import { useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import type { Permissions } from '@quaff/features/sessions/contract'
import { permissionsFor } from '@quaff/features/sessions/rules'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { DateText, formatDate } from '@quaff/platform/console/display/formats'
import { KeyValue, Notice, StatusPill } from '@quaff/platform/console/display/panel'
import { adminRole } from '@quaff/platform/shared/product'
import { decideUserAction, userActionText } from '../access-rules'
import type { UserRecord } from '../contract'
import type { InvitationStep, InvitationTimeline } from '../invitations-contract'
import { stuckMessages } from '../invitations-rules'
import type { SignInWay } from './remove-sign-in-method-dialog'
import classes from './users.module.css'

export function UserAccessTab({ user }: { user: UserRecord }) {
  const timeZone = useTimeZone()
  const isViewer = useSessionUser().role === 'merchant_viewer'
  const rights = user.roleIsNotGiven
    ? []
    : rightsInWords(
        permissionsFor(
          user.role,
          user.merchants.map((merchant) => merchant.id),
        ),
      )
  const hasAllMerchants = user.role === adminRole && !user.roleIsNotGiven
  const day = (at: Date) => formatDate(at, 'date', { timeZone })
  return (
    <div className="q-stack-loose">
      <section className="q-stack-tight" aria-label="Role">
        <h3 className="q-h3">Role</h3>
        {user.roleIsNotGiven && (
          <Notice tone="warn" title="Can’t sign in">
            The imported document names this role, but the account never had it. Use Change role to grant access.
          </Notice>
        )}
        <KeyValue
          items={[
            { label: 'Role', value: roleTitle(user.role) || '—' },
            { label: 'Access', value: user.role === '' ? '—' : describeRole(user.role) },
            ...(isViewer ? [] : [{ label: 'Invitation', value: invitationText(user.invitation, day) }]),
          ]}
        />
      </section>
      {user.timeline && <InvitationTimelineSection timeline={user.timeline} />}
      <SignInWaysSection user={user} />
      <section className="q-stack-tight" aria-label="Permissions">
        <h3 className="q-h3">Permissions</h3>
        {rights.length === 0 ? (
          <p className="q-secondary">None in the console.</p>
        ) : (
          <ul className={classes.list}>
            {rights.map((right) => (
              <li key={right}>{right}</li>
            ))}
          </ul>
        )}
      </section>
      <section className="q-stack-tight" aria-label="Merchants">
        <h3 className="q-h3">Merchants</h3>
        {hasAllMerchants && <p className="q-secondary">All merchants.</p>}
        {!hasAllMerchants && user.merchants.length === 0 && <p className="q-secondary">None assigned.</p>}
        {!hasAllMerchants && (
          <ul className={classes.list}>
            {user.merchants.map((merchant) => (
              <li key={merchant.id}>{merchant.name}</li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

export function invitationText(invitation: UserRecord['invitation'], day: (at: Date) => string): string {
  if (!invitation) return 'None'
  if (invitation.used) return invitation.usedAt ? `Accepted on ${day(invitation.usedAt)}` : 'Accepted'
  const password = invitation.requiresPasswordSetup ? ', asks for a password first' : ''
  return `Sent on ${day(invitation.createdAt)}, not yet accepted${password}`
}

type Sentence = (permissions: Permissions) => string | undefined

const sentences = {
  canViewAllMerchants: (granted) => (granted.canViewAllMerchants ? 'View all merchants' : undefined),
  canEditAllMerchants: (granted) => (granted.canEditAllMerchants ? 'Edit all merchants' : undefined),
  canViewMerchantIds: (granted) => (granted.canViewMerchantIds.length > 0 ? 'View the merchants below' : undefined),
  canEditMerchantIds: (granted) => (granted.canEditMerchantIds.length > 0 ? 'Edit the merchants below' : undefined),
  canAccessAnalytics: (granted) => (granted.canAccessAnalytics ? 'Read analytics' : undefined),
  canManageAdmins: (granted) => (granted.canManageAdmins ? 'Manage administrators' : undefined),
  canManageBilling: (granted) => (granted.canManageBilling ? 'Manage billing' : undefined),
  canViewPayouts: (granted) => (granted.canViewPayouts ? 'View payouts' : undefined),
} as const satisfies Record<keyof Permissions, Sentence>

/** The eight permissions of spec §3, those that are granted. */
export function rightsInWords(permissions: Permissions): string[] {
  return Object.values(sentences).flatMap((sentence: Sentence) => sentence(permissions) ?? [])
}

const labels = {
  sent: 'Sent',
  opened: 'Opened',
  used: 'Accepted',
  passwordSet: 'Password set',
} as const satisfies Record<InvitationStep, string>

type Step = InvitationTimeline['steps'][number]

function InvitationTimelineSection({ timeline }: { timeline: InvitationTimeline }) {
  const timeZone = useTimeZone()
  const { steps, stuckAt, stuckReason, expiresAt } = timeline
  return (
    <section className="q-stack-tight" aria-label="Invitation">
      <h3 className="q-h3">Invitation</h3>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.step} className={classes.step} aria-current={step.step === stuckAt ? 'step' : undefined}>
            <b className="q-strong">{labels[step.step]}</b>
            <span className="q-caption q-grow">
              {step.at && <DateText value={step.at} style="datetime" timeZone={timeZone} />}
            </span>
            <StepPill step={step} isStuck={step.step === stuckAt} />
          </li>
        ))}
      </ol>
      {stuckAt && stuckReason && (
        <Notice tone="warn" title={`Waits at "${labels[stuckAt]}"`}>
          {stuckMessages[stuckReason]}
        </Notice>
      )}
      {expiresAt && (
        <span className="q-caption">
          The link expires <DateText value={expiresAt} style="datetime" timeZone={timeZone} />.
        </span>
      )}
    </section>
  )
}

function StepPill({ step, isStuck }: { step: Step; isStuck: boolean }) {
  if (step.isDone) {
    return (
      <StatusPill tone="ok" icon={IconCheck}>
        Done
      </StatusPill>
    )
  }
  return (
    <StatusPill tone={isStuck ? 'warn' : 'neutral'} icon={isStuck ? IconAlertTriangle : IconCircleDashed}>
      {isStuck ? 'Waits here' : 'To come'}
    </StatusPill>
  )
}

const TakeAwayDialog = deferred(async () => (await import('./remove-sign-in-method-dialog')).TakeAwayDialog)

/** Administrators only; for others the server does not reveal sign-in methods. Offers to unlink existing ones. */
export function SignInWaysSection({ user }: { user: UserRecord }) {
  const { hasSecondFactor, passkeys, hasSingleSignOn } = user
  return (
    <>
      {hasSecondFactor !== null && (
        <WaySection user={user} way="removeSecondFactor" title="Authenticator app" isSet={hasSecondFactor}>
          {hasSecondFactor ? 'Set up. Required at each sign-in.' : 'Not set up.'}
        </WaySection>
      )}
      {passkeys !== null && (
        <WaySection user={user} way="removePasskeys" title="Passkeys" isSet={passkeys > 0}>
          {passkeys === 0
            ? 'None.'
            : `${passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`}. Each is enough to sign in.`}
        </WaySection>
      )}
      {hasSingleSignOn && (
        <WaySection user={user} way="unlinkSingleSignOn" title="Single sign-on" isSet>
          Linked with the identity provider.
        </WaySection>
      )}
    </>
  )
}

function WaySection({
  user,
  way,
  title,
  isSet,
  children,
}: {
  user: UserRecord
  way: SignInWay
  title: string
  isSet: boolean
  children: string
}) {
  const { uid: userId, role } = useSessionUser()
  const [opened, setOpened] = useState<UserRecord | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isLink = way === 'unlinkSingleSignOn'
  const verdict = decideUserAction(way, { userId, role }, user)
  const close = () => {
    setOpened(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <section className="q-stack-tight" aria-label={title}>
      <h3 className="q-h3">{title}</h3>
      <div className="q-row q-wrap">
        <span className="q-grow q-secondary">{children}</span>
        {isSet && (
          <PermissionButton
            ref={button}
            size="sm"
            icon={isLink ? IconUnlink : IconShieldOff}
            disabledReason={verdict.ok ? undefined : userActionText(way, verdict.reason)}
            onClick={() => setOpened(user)}
          >
            {isLink ? 'Unlink…' : 'Remove…'}
          </PermissionButton>
        )}
      </div>
      {opened && <TakeAwayDialog way={way} opened={opened} onClose={close} />}
    </section>
  )
}
