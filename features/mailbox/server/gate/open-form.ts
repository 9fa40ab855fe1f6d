import type { Context } from '@quaff/platform/server/context'

/** Says when a form was opened, in a way that nobody can make up; `formKey` names the form, like `waitlist:<id>`. */
export function openForm(ctx: Pick<Context, 'clock' | 'secrets'>, formKey: string): string {
  const startedAt = ctx.clock.now().getTime().toString(36)
  return `${startedAt}.${seal(ctx, formKey, startedAt)}`
}

/** When it was opened; null for a token of another form, or one that was made up. */
export function readStart(ctx: Pick<Context, 'secrets'>, formKey: string, startToken: string): Date | null {
  const [startedAt = '', sealed] = startToken.split('.')
  // A keyed hash of 256 bits: comparing it byte by byte tells nothing that would help to make one.
  if (sealed !== seal(ctx, formKey, startedAt)) return null
  return new Date(Number.parseInt(startedAt, 36))
}

const seal = ({ secrets }: Pick<Context, 'secrets'>, formKey: string, startedAt: string) =>
  secrets.hash(`form:${formKey}:${startedAt}`)
