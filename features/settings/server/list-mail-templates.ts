import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { MailTemplate } from '../mails-contract'
import { settingsPermissions } from '../permissions'
import type { MailPreview } from './preview-mail'

export async function listMailTemplates(ctx: Context, previews: readonly MailPreview[]): Promise<MailTemplate[]> {
  authorize(ctx.actor, settingsPermissions, 'settings.mails')
  return previews.map(({ name, receiver, write }) => ({ template: write(ctx).template, name, receiver }))
}
