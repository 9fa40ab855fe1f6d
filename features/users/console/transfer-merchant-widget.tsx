import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-queries-widget'
import { searchInput } from '@quaff/platform/console/controls/autofill'
import { Button } from '@quaff/platform/console/controls/button'
import { ChoiceCard } from '@quaff/platform/console/controls/choices'
import { Notice, SkeletonText } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { useRun } from '@quaff/platform/console/forms/use-write'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { UserRow } from '../contract'
import { nameOf } from './user-commands-widget'
import { usersApi } from './user-queries'
import classes from './users.module.css'

interface TransferMerchantDialogProps {
  merchantId: string
  merchantName: string
  opened: boolean
  onClose: () => void
}

export function TransferMerchantDialog({ opened, ...props }: TransferMerchantDialogProps) {
  return opened ? <OpenDialog {...props} /> : null
}

function OpenDialog({ merchantId, merchantName, onClose }: Omit<TransferMerchantDialogProps, 'opened'>) {
  const record = useQuery(merchantsApi.get.queryOptions({ input: { merchantId } }))
  const [chosen, setChosen] = useState<UserRow>()
  const [keepFormerOwner, setKeepFormerOwner] = useState(true)
  const [{ problem, stale }, setError] = useState<{ problem?: string; stale?: unknown }>({})
  const { busy, run } = useRun([merchantsApi.key(), usersApi.key()], (error) =>
    setError(isStale(error) ? { stale: error } : { problem: errorText(error) }),
  )
  const guard = useCloseGuard(false, onClose)
  const merchant = record.data
  const formerOwner = merchant?.ownerName ?? merchant?.ownerEmail

  const send = async () => {
    if (!merchant) return
    if (!chosen) {
      setError({ problem: 'Choose the new owner.' })
      return
    }
    const input = { merchantId, version: merchant.version, newOwnerId: chosen.id, keepFormerOwner }
    setError({})
    if (!(await run({}, { call: () => usersApi.transferMerchant.call(input) }))) return
    notifySuccess('Merchant transferred', `${isolated(nameOf(chosen))} owns ${isolated(merchantName)} now.`)
    onClose()
  }
  const reload = async () => {
    await record.refetch()
    setError({})
  }
  return (
    <FormDialog
      guard={guard}
      title={`Transfer ${isolated(merchantName)}`}
      description="The new owner gets full control, including billing. We’ll email both owners."
      button="Transfer"
      blocked={!merchant}
      saving={{ busy, problem, submit: () => void send() }}
      notice={stale !== undefined && <StaleNotice what="merchant" error={stale} onReload={() => void reload()} />}
    >
      <ReadingState query={record} lines={3} what="the merchant" />
      {merchant && (
        <>
          <p>{formerOwner ? `Owner now: ${isolated(formerOwner)}` : 'It has no owner yet.'}</p>
          <OwnerPicker exceptId={merchant.ownerId} chosenId={chosen?.id} onChoose={setChosen} />
          {merchant.ownerId !== null && (
            <Checkbox
              label={`${isolated(formerOwner ?? 'The former owner')} stays in the team`}
              description="Otherwise they lose access to this merchant."
              checked={keepFormerOwner}
              onChange={(event) => setKeepFormerOwner(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

const SEARCH_DELAY_MS = 200

interface OwnerPickerProps {
  exceptId: string | null
  chosenId: string | undefined
  onChoose: (person: UserRow) => void
}

/** Active owners, the only ones who can take over a merchant. */
function OwnerPicker({ exceptId, chosenId, onChoose }: OwnerPickerProps) {
  const [query, setQuery] = useState('')
  const [searched] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS)
  const people = useQuery({
    ...usersApi.list.queryOptions({
      input: {
        role: 'merchant_owner',
        status: 'active',
        sort: 'name',
        order: 'asc',
        limit: pageLimits.defaultSize,
        ...(searched === '' ? {} : { q: searched }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const rows = (people.data?.rows ?? []).filter((person) => person.id !== exceptId)
  const more = (people.data?.total ?? 0) > (people.data?.rows.length ?? 0)
  return (
    <fieldset className="q-stack-tight">
      <legend className="q-h3">New owner</legend>
      <TextInput
        aria-label="Search owners"
        placeholder="Name or email"
        data-autofocus
        {...searchInput}
        maxLength={pageLimits.maxSearchLength}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter narrows the list; it does not send the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {people.isPending && <SkeletonText lines={4} />}
      {people.isError && !people.data && (
        <Notice tone="danger" action={<Button onClick={() => void people.refetch()}>Retry</Button>}>
          Couldn’t load owners.
        </Notice>
      )}
      {people.data && rows.length === 0 && (
        <p className="q-secondary">No active owner found. Invite them as an owner on the Team tab first.</p>
      )}
      <div className={classes.people}>
        {rows.map((person) => (
          <ChoiceCard
            key={person.id}
            name="new-owner"
            value={person.id}
            checked={person.id === chosenId}
            onSelect={() => onChoose(person)}
            title={nameOf(person)}
            description={person.emailIsPlaceholder ? 'no email address' : readableEmail(person.email)}
          />
        ))}
      </div>
      {more && <span className="q-caption">Search to find others.</span>}
    </fieldset>
  )
}
