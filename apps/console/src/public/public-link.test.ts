import { createORPCClient } from '@orpc/client'
import { expect, it, vi } from 'vitest'
import { createPublicLink, uploadPicture } from './public-link'

it('sends no cookie along, whatever it asks', async () => {
  const asked = vi.fn(async (_request: unknown, _init?: RequestInit) => new Response('{"json":{"id":"img_1"}}'))
  vi.stubGlobal('fetch', asked)
  const client: Record<string, Record<string, () => Promise<unknown>>> = createORPCClient(createPublicLink())
  await client['signupForms']?.['open']?.()
  await uploadPicture('cafes', 'proof', new File(['x'], 'a.png')).catch(() => undefined)
  expect(asked.mock.calls.map(([, init]) => init?.credentials)).toEqual(['omit', 'omit'])
  vi.unstubAllGlobals()
})
