import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { notificationsContract } from '../contract'
import { getPreferences } from './get-preferences'
import { getWaiting } from './get-waiting'
import { markSeen } from './mark-seen'
import { updatePreferences } from './update-preferences'

const os = implement(notificationsContract).$context<Context>()

export const notificationsRouter = os.router({
  waiting: os.waiting.handler(({ context }) => getWaiting(context)),
  markSeen: os.markSeen.handler(({ context, input }) => markSeen(context, input)),
  preferences: os.preferences.handler(({ context }) => getPreferences(context)),
  updatePreferences: os.updatePreferences.handler(({ context, input }) => updatePreferences(context, input)),
})
