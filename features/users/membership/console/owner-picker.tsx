import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { ChoiceCard } from '@quaff/platform/console/controls/choice-card'
import { Notice } from '@quaff/platform/console/display/notice'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { nameOf } from '../../console/user-commands-widget'
import { usersApi } from '../../console/user-queries'
import type { UserRow } from '../../contract'
import classes from './team.module.css'

const SEARCH_DELAY_MS = 200

interface OwnerPickerProps {
  /** Who owns it now. */
  exceptId: string | null
  chosenId: string | undefined
  onChoose: (person: UserRow) => void
}

/** Active owners, since nobody else can take a merchant over. */
export function OwnerPicker({ exceptId, chosenId, onChoose }: OwnerPickerProps) {
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
        placeholder="Search name or email"
        data-autofocus
        autoComplete="off"
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
            description={person.emailIsPlaceholder ? 'no email address' : person.email}
          />
        ))}
      </div>
      {more && <span className="q-caption">Search to find others.</span>}
    </fieldset>
  )
}
