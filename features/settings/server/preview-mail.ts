import { authorize, type Context, type MailContent, refuse, renderMail, withSupport } from '@quaff/platform/server'
import type { MailPreviewInput, MailTemplate, RenderedMailPreview } from '../mails-contract'
import { settingsPermissions } from '../permissions'
import { settingsRefusals } from '../refusals'
import { loadPlatformSettings } from './get-platform-settings'

/** Renders one email of the product with example names. */
export type MailPreview = Omit<MailTemplate, 'template'> & {
  write: (ctx: Pick<Context, 'settings' | 'clock'>) => MailContent
}

/** Uses the renderer of real emails, so that both look the same. */
export async function previewMail(
  ctx: Context,
  { template }: MailPreviewInput,
  previews: readonly MailPreview[],
): Promise<RenderedMailPreview> {
  authorize(ctx.actor, settingsPermissions, 'settings.mails')
  const preview = previews.find(({ write }) => write(ctx).template === template)
  if (!preview) throw refuse(settingsRefusals, 'MAIL_TEMPLATE')
  const { name, receiver, write } = preview
  const { supportAddress } = await loadPlatformSettings(ctx.db)
  const { subject, ...parts } = renderMail(ctx, write(ctx))
  return { template, name, receiver, subject, replyTo: supportAddress, ...withSupport(parts, supportAddress) }
}

export async function listMailTemplates(ctx: Context, previews: readonly MailPreview[]): Promise<MailTemplate[]> {
  authorize(ctx.actor, settingsPermissions, 'settings.mails')
  return previews.map(({ name, receiver, write }) => ({ template: write(ctx).template, name, receiver }))
}
