import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { memoryFiles } from '@quaff/platform/testing/files/memory-files'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildImage } from '../testing/bad-image-factory'
import { removeBrandImage } from './change-brand-image'
import { getBranding, readBrandFile } from './read-branding'
import { brandImages } from './tables'
import { uploadBrandImage, type Upload } from './upload-brand-image'

const files = memoryFiles()
const put = files.put
let services: TestServices
let png: Uint8Array

beforeAll(async () => {
  services = await createTestServices({ files })
  png = await buildImage().png().toBuffer()
})
afterEach(() => void (files.put = put))

async function newMerchant(details: { status?: string } = {}): Promise<string> {
  const { id } = await insertMerchant(services, details)
  return id ?? ''
}
const reading = (bytes: Uint8Array = png): Upload => ({ read: async () => bytes })

async function upload(actor: UserActor, merchantId: string, version = 'none', file: Upload = reading()) {
  return uploadBrandImage(contextAs(services, actor), { merchantId, kind: 'logo', version }, file)
}
const rowsOf = (merchantId: string) =>
  services.db.select().from(brandImages).where(eq(brandImages.merchantId, merchantId)).orderBy(brandImages.createdAt)
async function merchantRow(id: string) {
  const [row] = await services.db.select().from(merchants).where(eq(merchants.id, id))
  return row
}
const nameIn = (url: string | null) => url?.split('/').at(-1) ?? ''

describe('an upload', () => {
  it('§3 gives the merchant its logo, sends a live event and writes one audit row', async () => {
    const id = await newMerchant()
    const before = await merchantRow(id)
    services.clock.advance(1_000)
    const owner = await asOwner(services, [id])
    const { logo, shownLogoUrl, updatedAt } = await upload(owner, id)
    expect(logo).toMatchObject({ width: 64, height: 64, uploadedAt: services.clock.now(), restorableUntil: null })
    expect([shownLogoUrl, updatedAt]).toEqual([logo.url, services.clock.now()])
    const after = await merchantRow(id)
    expect(after).toMatchObject({
      brandingLogoUrl: logo.url,
      brandingLogoMarkUrl: null,
      version: (before?.version ?? 0) + 1,
    })
    expect(await readBrandFile(services, nameIn(logo.url))).toMatchObject({ contentType: 'image/webp' })
    const audit = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))
    expect(audit).toMatchObject([
      {
        action: 'update_branding',
        adminUserId: owner.userId,
        before: { brandingLogoUrl: null },
        after: { brandingLogoUrl: logo.url },
      },
    ])
  })

  it('replaces the previous logo, which can no longer be opened', async () => {
    const id = await newMerchant()
    const owner = await asOwner(services, [id])
    const first = await upload(owner, id)
    const second = await upload(owner, id, first.logo.version)
    expect(second.logo.url).not.toBe(first.logo.url)
    expect(await readBrandFile(services, nameIn(first.logo.url))).toBeNull()
    expect((await rowsOf(id)).filter(({ removedAt }) => removedAt === null)).toHaveLength(1)
  })

  it('reads no bytes of a user without the permission', async () => {
    const id = await newMerchant()
    const unread: Upload = { read: () => Promise.reject(new Error('the file was read')) }
    const foreign = await asOwner(services, [await newMerchant()])
    await expect(upload(await asViewer(services, [id]), id, 'none', unread)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(upload(foreign, id, 'none', unread)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const status of ['archived', 'rejected']) {
      const closed = await newMerchant({ status })
      const attempt = upload(await asAdmin(services), closed, 'none', unread)
      await expect(attempt).rejects.toMatchObject({
        reason: 'MERCHANT_STATE',
        message: expect.stringMatching(/Restore it/) as string,
      })
    }
  })

  it('is open to the owner of a merchant in set-up', async () => {
    const id = await newMerchant({ status: 'pending' })
    expect((await upload(await asOwner(services, [], { ownMerchantIds: [id] }), id)).logo.url).toBeTruthy()
  })

  it('is refused at its start and at its end if another user has changed the logo', async () => {
    const id = await newMerchant()
    const [one, other] = [await asOwner(services, [id]), await asAdmin(services)]
    const late: Upload = {
      async read() {
        await upload(other, id)
        return png
      },
    }
    await expect(upload(one, id, 'none', late)).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    const unread: Upload = { read: () => Promise.reject(new Error('read in vain')) }
    await expect(upload(one, id, 'none', unread)).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    expect((await getBranding(contextAs(services, one), { merchantId: id })).logo.url).toBeTruthy()
    expect(await rowsOf(id)).toHaveLength(1)
  })

  it('sent twice at once by one person: the last one wins, and both files are accounted for', async () => {
    const id = await newMerchant()
    const owner = await asOwner(services, [id])
    const answers = await Promise.all([upload(owner, id), upload(owner, id)])
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(2)
    expect(
      rows.every(({ storedAt, storageKey }) => storedAt !== null && files.contents.has(`brand/${storageKey}`)),
    ).toBe(true)
    const [shown] = rows.filter(({ removedAt }) => removedAt === null)
    expect((await merchantRow(id))?.brandingLogoUrl).toBe(`/files/brand/${shown?.storageKey}`)
    expect(answers.map(({ logo }) => nameIn(logo.url)).sort()).toEqual(rows.map(({ storageKey }) => storageKey).sort())
  })

  it('changes nothing and says so if the file storage is full', async () => {
    const id = await newMerchant()
    const owner = await asOwner(services, [id])
    const { logo } = await upload(owner, id)
    files.put = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    await expect(upload(owner, id, logo.version)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Couldn’t save the image. Try again in a few minutes.',
    })
    expect((await merchantRow(id))?.brandingLogoUrl).toBe(logo.url)
    expect(await rowsOf(id)).toHaveLength(1)
  })

  it('leaves nothing visible if it fails between file storage and database', async () => {
    const id = await newMerchant()
    let name = ''
    files.put = async (key, bytes, type) => {
      name = nameIn(key)
      await put(key, bytes, type)
      await services.db.update(merchants).set({ status: 'archived' }).where(eq(merchants.id, id))
    }
    await expect(upload(await asAdmin(services), id)).rejects.toMatchObject({ reason: 'MERCHANT_STATE' })
    expect(await readBrandFile(services, name)).toBeNull()
    expect([await rowsOf(id), files.contents.has(`brand/${name}`)]).toEqual([[], false])
  })

  it('says so and keeps the previous logo if its file was deleted as unused', async () => {
    const id = await newMerchant()
    const owner = await asOwner(services, [id])
    const { logo } = await upload(owner, id)
    files.put = async (key, bytes, type) => {
      await put(key, bytes, type)
      await services.db.delete(brandImages).where(eq(brandImages.storageKey, nameIn(key)))
    }
    await expect(upload(owner, id, logo.version)).rejects.toMatchObject({ reason: 'UPLOAD_TIMEOUT' })
    expect((await merchantRow(id))?.brandingLogoUrl).toBe(logo.url)
  })

  it('cannot be seen before it is finished', async () => {
    const id = await newMerchant()
    let seen: unknown = 'never asked'
    files.put = async (key, bytes, type) => {
      await put(key, bytes, type)
      seen = await readBrandFile(services, nameIn(key))
    }
    await upload(await asAdmin(services), id)
    expect(seen).toBeNull()
  })

  it('that was cancelled changes nothing', async () => {
    const id = await newMerchant()
    const stop = new AbortController()
    const cancelled: Upload = { signal: stop.signal, read: async () => (stop.abort(), png) }
    await expect(upload(await asAdmin(services), id, 'none', cancelled)).rejects.toMatchObject({ reason: 'CANCELLED' })
    expect(await rowsOf(id)).toEqual([])
  })

  it('is refused while four others of the user run', async () => {
    const id = await newMerchant()
    const owner = await asOwner(services, [id])
    const waiting: ((bytes: Uint8Array) => void)[] = []
    const slow: Upload = { read: () => new Promise((resolve) => waiting.push(resolve)) }
    const held = [1, 2, 3, 4].map(() => upload(owner, id, 'none', slow))
    await expect.poll(() => waiting.length).toBe(4)
    await expect(upload(owner, id)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', reason: 'BUSY' })
    for (const resolve of waiting) resolve(png)
    await Promise.all(held)
    await upload(owner, id)
  })

  it('of a mark keeps the logo as it is', async () => {
    const id = await newMerchant()
    const owner = await asOwner(services, [id])
    const { logo } = await upload(owner, id)
    const mark = { merchantId: id, kind: 'mark', version: 'none', cropX: 4, cropY: 4, cropSize: 40 } as const
    const after = await uploadBrandImage(contextAs(services, owner), mark, reading())
    expect(after.logo).toEqual(logo)
    expect(after.mark).toMatchObject({ width: 512, height: 512 })
    expect(after.shownLogoUrl).toBe(logo.url)
    const gone = await removeBrandImage(contextAs(services, owner), {
      merchantId: id,
      kind: 'logo',
      version: logo.version,
    })
    expect(gone.shownLogoUrl).toBe(after.mark.url)
  })
})
