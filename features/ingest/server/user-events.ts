import { lockCustomers, writePeople, type CustomerState } from '@quaff/features/accounts/server'
import { publishLive, type Transaction, unlessTaken } from '@quaff/platform/server'
import { userEventSchema, type UserEvent } from '../contract'
import { refused, type EventKind, type Verdict } from './event-kinds'
import { queueForPeople } from './event-store'

const idsOf = (events: readonly UserEvent[]) => events.map(({ id }) => id)

/** Customers of the app. This never creates or changes staff, whose accounts belong to the console. */
export const userEvents: EventKind<UserEvent> = {
  schema: userEventSchema,
  keyOf: ({ id }) => id,
  rankOf: ({ occurredAt }) => occurredAt.getTime(),
  timeOf: ({ occurredAt }) => ({ field: 'occurredAt', at: occurredAt }),
  async judge(_services, tx, _key, events) {
    await queueForPeople(tx)
    const existing = await lockCustomers(tx, idsOf(events))
    const errors = new Map(
      [...existing.values()].flatMap(({ id, isErased, isStaff }) => {
        if (isErased) return [[id, refused('ERASED_PERSON', 'id')] as const]
        return isStaff ? [[id, refused('STAFF_ACCOUNT', 'id')] as const] : []
      }),
    )
    // Existing people are locked, and no concurrent batch can insert new ones.
    return { errors, write: (good) => writeUsers(tx, good, existing) }
  },
}

async function writeUsers(tx: Transaction, events: readonly UserEvent[], existing: ReadonlyMap<string, CustomerState>) {
  const verdicts = new Map(events.map((event) => [event.id, verdictOf(event, existing.get(event.id))]))
  const changed = events.filter(({ id }) => ['created', 'updated'].includes(verdicts.get(id)?.outcome ?? ''))
  const rows = changed.map((event) => rowOf(event, existing.get(event.id)))
  const withoutEmail = new Set<string>()
  const write = async (on: Transaction) => {
    for (const id of (await writePeople(on, rows)).withoutEmail) withoutEmail.add(id)
  }
  // A concurrent invitation or registration used one of these addresses; the second attempt finds it.
  if (!(await unlessTaken(tx, write))) await write(tx)
  for (const id of withoutEmail) {
    const verdict = verdicts.get(id)
    if (verdict) verdicts.set(id, { ...verdict, code: 'EMAIL_TAKEN', field: 'email' })
  }
  await tell(tx, idsOf(changed))
  return verdicts
}

function verdictOf(event: UserEvent, existing: CustomerState | undefined): Verdict {
  if (!existing) return { outcome: 'created' }
  if (event.occurredAt < existing.updatedAt) return { outcome: 'older' }
  const { email, displayName, photoUrl, phoneNumber, lastActiveAt } = event
  const stored = { ...existing, email: existing.emailIsPlaceholder ? null : existing.email }
  const said = { email, displayName, photoUrl, phoneNumber }
  const isSame = (name: keyof typeof said) =>
    said[name] === undefined || (said[name] || null) === (stored[name] || null)
  const isAll = (['email', 'displayName', 'photoUrl', 'phoneNumber'] as const).every(isSame)
  const isSeen = lastActiveAt === undefined || lastActiveAt.getTime() === existing.lastActiveAt?.getTime()
  return { outcome: isAll && isSeen ? 'same' : 'updated' }
}

/** Fields that the event lacks are unchanged. */
function rowOf({ eventId: _eventId, occurredAt, createdAt, ...said }: UserEvent, existing: CustomerState | undefined) {
  const row = { ...said, createdAt: existing?.createdAt ?? createdAt ?? occurredAt, updatedAt: occurredAt }
  return existing ? row : { ...row, role: 'customer', status: 'active', email: said.email ?? null }
}

/** Publishes one person by id, and several as one change, so that consoles do not receive a thousand events. */
async function tell(tx: Transaction, ids: readonly string[]) {
  const [only, ...others] = ids
  if (only === undefined) return
  await publishLive(tx, { topic: 'user', subjectId: others.length === 0 ? only : 'usr_many' })
}
