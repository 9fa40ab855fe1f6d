import { TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmIdentityDialog, useRecentSignIn } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import type { UserRecord, usersContract } from '@quaff/features/users/contract'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { counted } from '@quaff/platform/console/display/formats'
import { ErrorNotice, Notice, SkeletonText } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { createApi } from '@quaff/platform/console/rpc'
import { normalizeEmail, pastedEmailLength, readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { KeptFigures, personalDataContract } from '../contract'
import classes from './erasure-details.module.css'

export function ErasePersonDialog({ opened, onClose }: { opened: UserRecord; onClose: () => void }) {
  const { person, typed, type, error, problem, stale, stored, gate, submit, reload } = useErasePerson(opened, onClose)
  if (gate.asking) return <ConfirmIdentityDialog gate={gate} action="Confirm and erase" onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Erase ${isolated(person.displayName || 'this person')}?`}
      description="This can’t be undone. To block access temporarily, suspend them instead."
      keepOnOutsideClick
      onSubmit={submit}
      footer={
        <DialogButtons onCancel={onClose} danger loading={gate.busy}>
          Erase permanently
        </DialogButtons>
      }
    >
      {stale !== undefined && <StaleNotice what="user" error={stale} onReload={() => void reload()} />}
      <ErrorNotice text={problem} />
      <ErasureDetails stored={stored} />
      <TextInput
        label={`Type “${readableEmail(person.email)}” to confirm`}
        data-autofocus
        autoCapitalize="none"
        spellCheck={false}
        maxLength={pastedEmailLength}
        value={typed}
        error={error}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </Dialog>
  )
}

const goes = [
  'Name, email address, phone number and photo',
  'Password, authenticator app, sessions and emailed links',
  'Role, merchants and pending invitation',
  'Activity, notification settings and unsent emails',
  'Waitlist entries; names, answers and images in signup forms and merchant applications',
]

function ErasureDetails({ stored }: { stored: UseQueryResult<KeptFigures> }) {
  return (
    <>
      <section className="q-stack-tight" aria-label="Deleted">
        <h3 className="q-h3">Deleted</h3>
        <ul className={classes.list}>
          {goes.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <section className="q-stack-tight" aria-label="Kept">
        <h3 className="q-h3">Kept</h3>
        <ul className={classes.list}>
          <li>{figuresText(stored)}, without a name, so metrics don’t change</li>
          <li>Audit log entries: user IDs, and the emails administrators and owners used</li>
        </ul>
      </section>
      {stored.isPending && <SkeletonText lines={1} />}
      {stored.isError && (
        <Notice tone="warn" announce>
          Couldn’t check for active subscriptions. Look at them before you erase.
        </Notice>
      )}
      {stored.data && <RunningPasses count={stored.data.runningSubscriptions} />}
    </>
  )
}

function figuresText({ data }: UseQueryResult<KeptFigures>): string {
  if (!data) return 'Subscriptions and redemptions'
  return `${counted(data.subscriptions, 'subscription')} and ${counted(data.redemptions, 'redemption')}`
}

function RunningPasses({ count }: { count: number }) {
  if (count === 0) return <p className="q-secondary">No active subscriptions.</p>
  return (
    <Notice tone="warn" title={counted(count, 'active subscription')}>
      Erasing doesn’t cancel {count === 1 ? 'it' : 'them'}, and you won’t see whose {count === 1 ? 'it is' : 'they are'}
      . Cancel first if needed.
    </Notice>
  )
}

/** The typed address lives here, so that it outlasts the step in which the administrator confirms who they are. */
function useErasePerson(opened: UserRecord, onClose: () => void) {
  const client = useQueryClient()
  const [person, setPerson] = useState(opened)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [stale, setStale] = useState<unknown>()
  const erase = useMutation(personalDataApi.erase.mutationOptions())
  const stored = useQuery(personalDataApi.keptFigures.queryOptions({ input: { userId: person.id }, staleTime: 0 }))

  const gate = useRecentSignIn(
    async () => {
      setProblem(undefined)
      await erase.mutateAsync({ userId: person.id, version: person.version, confirmEmail: typed.trim() })
      notifySuccess('User erased')
      onClose()
      await client.invalidateQueries({ queryKey: usersApi.key() })
    },
    (error) => {
      setStale(isStale(error) ? error : undefined)
      if (!isStale(error)) setProblem(errorText(error))
    },
  )
  const submit = () => {
    if (normalizeEmail(typed) === normalizeEmail(person.email)) void gate.attempt()
    else setError('This doesn’t match. Type the email exactly as shown.')
  }
  const reload = async () => {
    try {
      const input = { userId: person.id }
      setPerson(await client.fetchQuery({ ...usersApi.get.queryOptions({ input }), staleTime: 0 }))
      setStale(undefined)
    } catch {
      setProblem('Couldn’t load this user')
    }
  }
  const type = (text: string) => {
    setError(undefined)
    setTyped(text)
  }
  return { person, typed, type, error, problem, stale, stored, gate, submit, reload }
}

const personalDataApi = createApi<typeof personalDataContract>('personalData')
const usersApi = createApi<typeof usersContract>('users')
