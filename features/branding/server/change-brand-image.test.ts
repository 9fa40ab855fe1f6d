import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { Context } from '@quaff/platform/server'
import { asAdmin, asViewer } from '@quaff/platform/testing/actors'
import { memoryFiles } from '@quaff/platform/testing/files/memory-files'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertBrandImage } from '../testing/brand-image-factory'
import { removeBrandImage, restoreBrandImage } from './change-brand-image'
import { getBranding, readBrandFile } from './read-branding'
import { purgeBrandImages } from './store-file'
import { brandImages } from './tables'

const hour = 60 * 60_000
const files = memoryFiles()
let services: TestServices
let ctx: Context

beforeAll(async () => {
  services = await createTestServices({ files })
  ctx = contextAs(services, await asAdmin(services))
})

async function merchantWithLogo() {
  const { id: merchantId } = await insertMerchant(services)
  const image = await insertBrandImage(services, { merchantId })
  return { merchantId, image }
}
const remove = (merchantId: string, version: string) => removeBrandImage(ctx, { merchantId, kind: 'logo', version })
const restore = (merchantId: string) => restoreBrandImage(ctx, { merchantId, kind: 'logo' })
const isThere = (id: string) =>
  services.db
    .select()
    .from(brandImages)
    .where(eq(brandImages.id, id))
    .then((rows) => rows.length === 1)

describe('removing', () => {
  it('hides the image at once and offers it back for 24 hours', async () => {
    const { merchantId, image } = await merchantWithLogo()
    const removed = await remove(merchantId, image.id)
    expect(removed.logo).toMatchObject({ url: null, version: 'none' })
    expect(removed.logo.restorableUntil).toEqual(new Date(services.clock.now().getTime() + 24 * hour))
    expect(await readBrandFile(services, image.storageKey)).toBeNull()
  })

  it('an image that was replaced in the meantime is refused as stale, one that is gone already with its own sentence', async () => {
    const { merchantId, image } = await merchantWithLogo()
    await expect(remove(merchantId, 'img_older')).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    await remove(merchantId, image.id)
    await expect(remove(merchantId, image.id)).rejects.toMatchObject({ reason: 'EMPTY' })
  })

  it('works for an address that came with imported data', async () => {
    const { id: merchantId } = await insertMerchant(services, { brandingLogoUrl: 'https://old.example/logo.png' })
    const { logo } = await getBranding(ctx, { merchantId })
    expect(logo).toMatchObject({ url: 'https://old.example/logo.png', version: 'linked', width: null })
    expect((await remove(merchantId, logo.version)).logo).toMatchObject({ url: null, restorableUntil: null })
  })

  it('and putting back is nothing for viewers or archived merchants', async () => {
    const { merchantId, image } = await merchantWithLogo()
    const viewer = contextAs(services, await asViewer(services, [merchantId]))
    const input = { merchantId, kind: 'logo', version: image.id } as const
    await expect(removeBrandImage(viewer, input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(restoreBrandImage(viewer, { merchantId, kind: 'logo' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await services.db.update(merchants).set({ status: 'archived' }).where(eq(merchants.id, merchantId))
    await expect(remove(merchantId, image.id)).rejects.toMatchObject({ reason: 'MERCHANT_STATE' })
    expect((await getBranding(viewer, { merchantId })).lockedReason).toContain('archived')
  })
})

describe('putting back', () => {
  it('brings the image that was removed last', async () => {
    const { merchantId, image } = await merchantWithLogo()
    await insertBrandImage(services, { merchantId, removedAt: new Date(services.clock.now().getTime() - hour) })
    await remove(merchantId, image.id)
    const { logo } = await restore(merchantId)
    expect(logo).toMatchObject({ url: `/files/brand/${image.storageKey}`, version: image.id, restorableUntil: null })
    expect(await readBrandFile(services, image.storageKey)).not.toBeNull()
  })

  it('never hides a newer image', async () => {
    const { merchantId, image } = await merchantWithLogo()
    await remove(merchantId, image.id)
    await insertBrandImage(services, { merchantId })
    await expect(restore(merchantId)).rejects.toMatchObject({ reason: 'REPLACED' })
  })

  it('of two at once puts it back once', async () => {
    const { merchantId, image } = await merchantWithLogo()
    await remove(merchantId, image.id)
    const [one, other] = await Promise.allSettled([restore(merchantId), restore(merchantId)])
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is over after 24 hours', async () => {
    const { merchantId, image } = await merchantWithLogo()
    await remove(merchantId, image.id)
    services.clock.advance(24 * hour)
    await expect(restore(merchantId)).rejects.toMatchObject({ reason: 'NOTHING_REMOVED' })
    expect((await getBranding(ctx, { merchantId })).logo.restorableUntil).toBeNull()
  })
})

describe('the purge', () => {
  it('removes the files of a deleted merchant, which no one can download any more', async () => {
    const { merchantId, image } = await merchantWithLogo()
    await services.db.delete(merchants).where(eq(merchants.id, merchantId))
    expect(await readBrandFile(services, `${image.storageKey}.webp`)).toBeNull()
    await purgeBrandImages(services)
    expect(await isThere(image.id)).toBe(false)
    expect([...files.contents.keys()].some((key) => key.includes(image.storageKey))).toBe(false)
  })

  it('clears away what was removed more than a day ago and what never finished, and nothing else', async () => {
    const { merchantId, image } = await merchantWithLogo()
    const ago = (hours: number) => new Date(services.clock.now().getTime() - hours * hour)
    const insert = (details: Parameters<typeof insertBrandImage>[1]) =>
      insertBrandImage(services, { merchantId, ...details })
    const [removedLongAgo, removedJustNow, abandoned, underWay] = [
      await insert({ removedAt: ago(24.5) }),
      await insert({ removedAt: ago(23.9) }),
      await insert({ storedAt: null, createdAt: ago(2) }),
      await insert({ storedAt: null, createdAt: ago(0.3) }),
    ]
    await purgeBrandImages(services)
    const expected = new Map([
      [image, true],
      [removedJustNow, true],
      [underWay, true],
      [removedLongAgo, false],
      [abandoned, false],
    ])
    for (const [{ id, storageKey }, kept] of expected)
      expect([await isThere(id), files.contents.has(`brand/${storageKey}`)]).toEqual([kept, kept])
  })

  it('tries again what the store would not remove', async () => {
    const { merchantId } = await merchantWithLogo()
    const old = await insertBrandImage(services, {
      merchantId,
      removedAt: new Date(services.clock.now().getTime() - 30 * hour),
    })
    const { remove: removeFile } = files
    files.remove = () => Promise.reject(new Error('read-only'))
    await expect(purgeBrandImages(services)).rejects.toThrow('read-only')
    expect(await isThere(old.id)).toBe(true)
    files.remove = removeFile
    await purgeBrandImages(services)
    expect(await isThere(old.id)).toBe(false)
  })

  it('works through more than one batch', async () => {
    const { merchantId } = await merchantWithLogo()
    const removedAt = new Date(services.clock.now().getTime() - 30 * hour)
    for (let count = 0; count < 120; count += 1) await insertBrandImage(services, { merchantId, removedAt })
    await purgeBrandImages(services)
    expect(await services.db.select().from(brandImages).where(eq(brandImages.merchantId, merchantId))).toHaveLength(1)
  })
})
