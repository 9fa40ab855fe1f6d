import type { NewUserActivity } from '@quaff/features/activity/user-activity-contract'
import type { Context, Transaction } from '@quaff/platform/server/context'

/**
 * Writes an entry about a person. Handed in by the app: the activity feature reads through the scopes of the sessions,
 * so the sessions cannot import it.
 */
export type NoteActivity = (ctx: Context, tx: Transaction, entry: NewUserActivity) => Promise<void>
