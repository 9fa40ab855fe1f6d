import { ORPCError } from '@orpc/client'
import type { AnyContractRouter } from '@orpc/contract'
import { expect, it } from 'vitest'
import { apiContract } from '@quaff/features/api'
import {
  checkCodeText,
  checkFirstText,
  checkInboxText,
  checkPasswordText,
  checkSentText,
  errorText,
  specifiedText,
  unconfirmedText,
  verbErrorText,
} from '@quaff/platform/console/forms/error-text'
import { createApi, setRpcLink, unrepeatableProcedures } from '@quaff/platform/console/rpc'

import.meta.glob(
  [
    '../../../features/**/console/**/*-queries{,-widget}.{ts,tsx}',
    '../../../features/users/console/edit-profile-widget.tsx',
  ],
  { eager: true },
)

/** The parts of a zod schema that are read here. */
interface Schema {
  def: { shape?: Record<string, Schema>; innerType?: Schema; in?: Schema; element?: Schema; options?: Schema[] }
}
type Write = { name: string; fields: string[] }

function fieldsOf({ def }: Schema): string[] {
  const { shape, innerType, element, options = [] } = def
  const inner = innerType ?? def.in ?? element
  const nested = Object.values(shape ?? {}).flatMap((field) => (field.def.element ? fieldsOf(field.def.element) : []))
  return [...Object.keys(shape ?? {}), ...nested, ...options.flatMap(fieldsOf), ...(inner ? fieldsOf(inner) : [])]
}

const writes: Write[] = Object.entries(apiContract as AnyContractRouter).flatMap(([feature, router]) =>
  Object.entries(router).flatMap(([procedure, declared]) => {
    const { route, inputSchema } = declared['~orpc']
    const fields = inputSchema ? fieldsOf(inputSchema as unknown as Schema) : []
    return route.method === 'GET' ? [] : [{ name: `${feature}.${procedure}`, fields }]
  }),
)
const unrepeatable = unrepeatableProcedures()

/** A version that the first call has raised, or a key that it has used, stops the second. */
const isGuarded = ({ fields }: Write) =>
  ['requestKey', 'version', 'expectedUpdatedAt'].some((field) => fields.includes(field))

/** Procedures without a key or version, with the reason why a second call does nothing. */
const repeatable: Record<string, string> = {
  'sets the same value again': `
    signIn.renamePasskey users.updateProfile users.restoreToMerchant merchants.markReviewed onboarding.saveDraft
    notifications.markSeen notifications.updatePreferences sessions.saveCsvDialect subscriptions.decideOverlap
    redemptions.keep`,
  'finds its record ended, removed, taken or decided': `
    sessions.signOut sessions.end sessions.endOthers sessions.startPreview sessions.endPreview
    signIn.turnOffSecondFactor signIn.unlinkSingleSignOn signIn.removePasskey
    users.invite users.approve users.reject users.cancelInvitation users.removeFromMerchant users.revokeInvitation
    users.acceptInvitation imports.apply imports.continue imports.undo imports.invite
    merchants.approve merchants.approveMany payments.retry payments.dismiss payouts.generate payouts.removeWaiting payouts.remindOwners
    redemptions.void settings.retryFailed branding.restore onboarding.useBusinessAddress onboarding.requestApproval refunds.release
    waitlists.join waitlists.acceptInvitation`,
  'uses a link, code or challenge that is good for one call': `
    signIn.completeLink signIn.completeSecondStep signIn.confirmSecondFactor signIn.confirmEmailChange signIn.addPasskey signIn.withPasskey`,
  'replaces the unseen result of the first call': `
    signIn.beginSecondFactor signIn.renewRecoveryCodes signIn.beginPasskey signIn.beginPasskeySignIn
    signIn.beginPasskeyReauthentication`,
  'checks, reads or counts only': `
    signIn.withPassword signIn.checkLink signIn.checkUserExists signIn.reauthenticate users.openInvitation
    locations.previewImport plans.impact affiliates.click promotions.previewBulk signup.conversion signupForms.open
    signupForms.noteStart settings.checkHealth waitlists.previewImport waitlists.openPlace waitlists.openInvitation`,
  'mails a link again, with the text that spec §8 fixes': 'signIn.requestLink',
}
const names = (list: string) => list.split(/\s+/).filter(Boolean)
const declared = Object.values(repeatable).flatMap(names)

it('every write has a key, a version, a text for a lost answer, or a reason why a second call is harmless', () => {
  const others = writes.filter((write) => !isGuarded(write) && !unrepeatable.has(write.name)).map(({ name }) => name)
  expect(declared.toSorted()).toEqual(others.toSorted())
  expect(writes.filter(isGuarded).length).toBeGreaterThan(60)
})

it('asks to check first wherever a second call would do it again or be refused', () => {
  const ofContract = new Set(writes.map(({ name }) => name))
  const listed = [...unrepeatable].filter(([name]) => ofContract.has(name))
  expect(Object.fromEntries(listed)).toEqual({
    'apiKeys.create': checkFirstText,
    'apiKeys.rotate': checkFirstText,
    'locations.duplicate': checkFirstText,
    'mailbox.checkCode': checkCodeText,
    'mailbox.requestCode': checkInboxText,
    'plans.duplicate': checkFirstText,
    'signIn.changePassword': checkFirstText,
    'signIn.requestActivationCode': checkInboxText,
    'signIn.requestEmailChange': checkInboxText,
    'signIn.requestPasswordReset': checkInboxText,
    'signIn.requestReauthenticationCode': checkInboxText,
    'signIn.resetPassword': checkPasswordText,
    'signIn.setPassword': checkPasswordText,
    'signIn.setupAccount': checkPasswordText,
    'users.resendInvitation': checkSentText,
    'users.resendMerchantInvitation': checkSentText,
    'users.sendPasswordReset': checkSentText,
    'webhooks.create': checkFirstText,
    'webhooks.replay': checkSentText,
    'webhooks.replayFailed': checkSentText,
    'webhooks.rotate': checkFirstText,
    'webhooks.sendTest': checkSentText,
  })
})

const lost = [
  ['the connection breaks', () => new TypeError('Failed to fetch')],
  ['the call takes too long', () => new DOMException('signal timed out', 'TimeoutError')],
  ['a proxy answers 502', () => new ORPCError('BAD_GATEWAY')],
  ['a proxy answers 504', () => new ORPCError('GATEWAY_TIMEOUT')],
] as const

it.each(lost)('chooses the text by the procedure if %s', async (_, errorOf) => {
  setRpcLink({ call: () => Promise.reject(errorOf()) }, () => {})
  const { webhooks } = apiContract
  const api = createApi<typeof webhooks>('webhooks')
  const caught = async (call: () => Promise<unknown>) => call().catch((error: unknown) => error)
  const test = await caught(() => api.sendTest.call({ endpointId: 'whe_1' }))
  expect([errorText(test), verbErrorText(test, 'Failed'), specifiedText(test, 'Failed')]).toEqual(
    Array.from({ length: 3 }, () => checkSentText),
  )
  expect(errorText(await caught(() => api.setEnabled.call({ endpointId: 'whe_1', version: 1, enabled: true })))).toBe(
    unconfirmedText,
  )
})

it('keeps the words of the server where it refused', async () => {
  setRpcLink({ call: () => Promise.reject(new ORPCError('CONFLICT', { message: 'Already disabled.' })) }, () => {})
  const api = createApi<typeof apiContract.webhooks>('webhooks')
  const refused = await api.sendTest.call({ endpointId: 'whe_1' }).catch((error: unknown) => error)
  expect(errorText(refused)).toBe('Already disabled.')
})
