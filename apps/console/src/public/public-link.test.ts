import { createORPCClient } from '@orpc/client'
import { expect, it, vi } from 'vitest'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { createPublicLink, uploadPicture } from './public-link'

it('sends no cookie along, whatever it asks', async () => {
  const requested = vi.fn(async (_request: unknown, _init?: RequestInit) => new Response('{"json":{"id":"img_1"}}'))
  vi.stubGlobal('fetch', requested)
  const client: Record<string, Record<string, () => Promise<unknown>>> = createORPCClient(createPublicLink())
  await client['signupForms']?.['open']?.()
  await uploadPicture('cafes', 'proof', new File(['x'], 'a.png')).catch(() => undefined)
  expect(requested.mock.calls.map(([, init]) => init?.credentials)).toEqual(['omit', 'omit'])
  vi.unstubAllGlobals()
})

it.each([
  ['requestCode', 'We couldn’t confirm the email was sent. Check your inbox, or try again.'],
  ['checkCode', 'We couldn’t confirm the code. Try again, or send a new code.'],
])('chooses the text for a lost answer to %s', async (procedure, text) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const client: Record<string, Record<string, () => Promise<unknown>>> = createORPCClient(createPublicLink())
  const lost = await client['mailbox']?.[procedure]?.().catch((error: unknown) => error)
  expect(errorText(lost)).toBe(text)
  vi.unstubAllGlobals()
})
