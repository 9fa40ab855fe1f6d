import sharp from 'sharp'
import { uploadBrandImage } from '@quaff/features/branding/server'
import type { Context, Services, UserActor } from '@quaff/platform/server'
import type { DemoMerchant } from './demo-merchants'
import type { DemoPeople } from './demo-people'

type World = { merchants: readonly DemoMerchant[]; people: DemoPeople }

type Shape = (x: number, y: number) => boolean
const disc = (x: number, y: number, radius: number) => Math.hypot(x, y) < radius

/** Background colour, drawing colour and shape: enough to tell merchants apart in a list. */
const marks: readonly (readonly [ground: string, ink: string, shape: Shape])[] = [
  ['1f4d3a', 'f4ead7', (x, y) => disc(x, y, 0.66) && !disc(x, y, 0.4)],
  ['27364f', 'e9c46a', (x, y) => disc(x, y, 0.64) && !disc(x - 0.28, y + 0.12, 0.52)],
  ['b4532a', 'fff4e6', (x, y) => [-0.3, 0, 0.3].some((at) => Math.abs(y - at - 0.12 * Math.sin(5 * x)) < 0.07)],
  ['5b4a82', 'f1e9ff', (x, y) => Math.abs(x) + Math.abs(y) < 0.66],
  ['8a1f3d', 'ffe3e8', (x, y) => disc(x - 0.3, y, 0.27) || disc(x + 0.3, y, 0.27)],
  ['0f5e6b', 'dff5f2', (x, y) => disc(x, y - 0.2, 0.44) || (y < 0.1 && y > -0.75 && Math.abs(x) < (y + 0.75) * 0.5)],
]
const side = 256

function draw([ground, ink, shape]: (typeof marks)[number]) {
  const [paper, pen] = [Buffer.from(ground, 'hex'), Buffer.from(ink, 'hex')]
  const at = (pixel: number) => (2 * pixel + 1) / side - 1
  const pixels = Array.from({ length: side * side }, (_, index) =>
    shape(at(index % side), at(Math.floor(index / side))) ? pen : paper,
  )
  return sharp(Buffer.concat(pixels), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

/** Uploads logos as owners do after approval. Every second live merchant has one. */
export async function uploadLogos(services: Services, { merchants, people }: World) {
  const live = merchants.filter(({ isLive, sells }) => isLive && sells).filter((_, index) => index % 2 === 0)
  for (const [index, mark] of marks.entries()) {
    const merchant = live[index]
    const owner = people.users.find(({ id }) => id === people.ownerOf.get(merchant?.id ?? ''))
    if (!merchant || !owner) return
    const at = new Date(Math.max(merchant.statusChangedAt.getTime(), merchant.updatedAt.getTime()) + 7_200_000)
    const ctx: Context = {
      ...services,
      clock: { now: () => at },
      actor: actorOf(owner, merchant.id, at),
      request: { requestId: 'demo', network: 'demo', userAgent: 'demo', browser: null },
      cookies: { setSession() {}, clearCache() {}, setBrowser() {} },
    }
    await uploadBrandImage(ctx, { merchantId: merchant.id, kind: 'logo', version: 'none' }, { read: () => draw(mark) })
  }
}

function actorOf({ id, email, displayName }: DemoPeople['users'][number], merchantId: string, at: Date): UserActor {
  return {
    kind: 'user',
    sessionId: 'demo',
    userId: id,
    email,
    displayName: displayName ?? null,
    photoUrl: null,
    role: 'merchant_owner',
    status: 'active',
    merchantIds: [merchantId],
    ownMerchantIds: [],
    applicationId: null,
    phoneNumber: null,
    hasPassword: true,
    passwordSetupUntil: null,
    authenticatedAt: at,
  }
}
