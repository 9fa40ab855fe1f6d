import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readBrandFile } from '@quaff/features/branding/server'
import { brandImages } from '@quaff/features/branding/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildSpool, exportFiles, importFiles, startFiles } from '../../testing/import-run-factory'
import { documentsInFiles, linesOf } from '../../testing/round-trip-factory'
import { checkContents } from '../../testing/source-files-factory'
import { applyRun } from '../apply/apply-run'
import { undoRun } from '../runs/undo-run'
import { importDocuments, importProblems, importRuns } from '../tables'

const bucket = 'b.appspot.com'
const tokenUrl = (name: string) =>
  `https://firebasestorage.googleapis.com/v0/b/${bucket}/o/${encodeURIComponent(name)}?alt=media&token=t`
const at = '2024-01-01T00:00:00Z'
const venue = (id: string, data: object) => ({ path: `merchants/${id}`, data: { name: id, createdAt: at, ...data } })

async function picture(red: number, format: 'png' | 'jpeg' | 'gif' = 'png', side = 64): Promise<Buffer> {
  const background = { r: red, g: 40, b: 80 }
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    [format]()
    .toBuffer()
}

const filled = async () => ({
  'all.ndjson': linesOf([
    venue('m1', { branding: { logoUrl: tokenUrl('logos/m1.png'), logoMarkUrl: `gs://${bucket}/marks/m1.jpg` } }),
    venue('m.2', { logoUrl: tokenUrl('logos/m2.png') }),
  ]),
  'storage/logos/m1.png': await picture(10),
  'storage/logos/m2.png': await picture(20),
  'storage/marks/m1.jpg': await picture(30, 'jpeg'),
  'storage/receipts/1.pdf': '%PDF-1.7',
})

const placesOf = async (services: TestServices, id: string) => {
  const [row] = await services.db.select().from(merchants).where(eq(merchants.id, id))
  return row && { logo: row.brandingLogoUrl, mark: row.brandingLogoMarkUrl, top: row.logoUrl, version: row.version }
}
const idOfSecond = async ({ db }: TestServices) =>
  (await db.select({ id: merchants.id }).from(merchants)).map(({ id }) => id).find((id) => id !== 'm1') ?? ''
const redOf = async (services: TestServices, address: string | null | undefined) => {
  const file = await readBrandFile(services, address?.split('/').at(-1) ?? '')
  if (!file) return null
  const { data } = await sharp(file.bytes).raw().toBuffer({ resolveWithObject: true })
  return Math.round((data[0] ?? 0) / 10) * 10
}
const undo = (services: TestServices, runId: string) =>
  undoRun(contextAs(services), buildSpool(), runId, { progress() {} })

describe('§7 the pictures of merchants', () => {
  it('are read from the storage folder, re-encoded and assigned to their slots', async () => {
    const services = await createTestServices()
    const { counts, report } = await importFiles(services, await filled())
    expect(counts.pictures).toEqual({ created: 3, updated: 0, same: 0, kept: 0, skipped: 0 })
    expect(report.collections).toContainEqual({
      collection: '__pictures__',
      kind: 'pictures',
      read: 3,
      ready: 3,
      changed: 0,
      skipped: 0,
      unwritten: 0,
    })
    expect(report.files.map(({ path, format }) => [path, format])).toContainEqual(['storage/receipts/1.pdf', 'other'])
    const first = await placesOf(services, 'm1')
    expect(first?.logo).toMatch(/^\/files\/brand\/[0-9a-f]{64}\.webp$/)
    expect([await redOf(services, first?.logo), await redOf(services, first?.mark)]).toEqual([10, 30])
    const second = await placesOf(services, await idOfSecond(services))
    expect(second).toMatchObject({ mark: null, top: tokenUrl('logos/m2.png') })
    expect(await redOf(services, second?.logo)).toBe(20)
    const rows = await services.db.select().from(brandImages).orderBy(brandImages.kind)
    expect(rows.map((row) => [row.kind, row.width, row.contentType, row.uploadedBy])).toEqual([
      ['logo', 64, 'image/webp', null],
      ['logo', 64, 'image/webp', null],
      ['mark', 512, 'image/webp', null],
    ])
  })

  it('write nothing the second time, also without the folder, and follow a changed file', async () => {
    const services = await createTestServices()
    const files = await filled()
    await importFiles(services, files)
    const before = [await placesOf(services, 'm1'), await services.db.select().from(importDocuments)]
    const { 'all.ndjson': documents } = files
    for (const again of [files, { 'all.ndjson': documents }]) {
      const { counts } = await importFiles(services, again)
      expect(counts.pictures).toEqual({ created: 0, updated: 0, same: 3, kept: 0, skipped: 0 })
      expect([await placesOf(services, 'm1'), await services.db.select().from(importDocuments)]).toEqual(before)
    }
    const { counts } = await importFiles(services, { ...files, 'storage/logos/m1.png': await picture(90) })
    expect(counts.pictures).toMatchObject({ updated: 1, same: 2 })
    expect(counts.merchants).toMatchObject({ same: 2 })
    const after = await placesOf(services, 'm1')
    expect(await redOf(services, after?.logo)).toBe(90)
    expect(await services.db.select().from(brandImages).where(eq(brandImages.merchantId, 'm1'))).toHaveLength(2)
  })

  it('can be imported later, by a run that has the folder', async () => {
    const services = await createTestServices()
    const files = await filled()
    const first = await importFiles(services, { 'all.ndjson': files['all.ndjson'] })
    expect(first.counts.pictures).toMatchObject({ created: 0, skipped: 3 })
    expect((await placesOf(services, 'm1'))?.logo).toBe(tokenUrl('logos/m1.png'))
    const { counts } = await importFiles(services, files, { only: ['pictures'] })
    expect(counts).toEqual({ pictures: { created: 3, updated: 0, same: 0, kept: 0, skipped: 0 } })
    const third = await importFiles(services, files)
    expect(third.counts.merchants).toMatchObject({ same: 2 })
    expect(third.counts.pictures).toMatchObject({ same: 3 })
  })

  it('stay if the rest of the document changes, and are removed by a new URL', async () => {
    const services = await createTestServices()
    const files = await filled()
    await importFiles(services, files)
    const before = await placesOf(services, 'm1')
    const branding = { logoUrl: tokenUrl('logos/m1.png'), logoMarkUrl: `gs://${bucket}/marks/new.jpg` }
    const changed = linesOf([venue('m1', { name: 'Renamed', branding })])
    const { counts } = await importFiles(services, {
      ...files,
      'all.ndjson': changed,
      'storage/marks/new.jpg': await picture(70, 'jpeg'),
    })
    expect([counts.merchants?.updated, counts.pictures]).toMatchObject([1, { updated: 1, same: 1 }])
    const after = await placesOf(services, 'm1')
    expect(after?.logo).toBe(before?.logo)
    expect(await redOf(services, after?.mark)).toBe(70)
    expect(await services.db.select().from(brandImages).where(eq(brandImages.merchantId, 'm1'))).toHaveLength(2)
  })

  it('never replace a slot that was filled or emptied here', async () => {
    const services = await createTestServices()
    const files = await filled()
    await importFiles(services, { 'all.ndjson': files['all.ndjson'] })
    await services.db
      .update(merchants)
      .set({ brandingLogoUrl: null, brandingLogoMarkUrl: '/files/brand/ours.webp', version: 9 })
      .where(eq(merchants.id, 'm1'))
    const { counts } = await importFiles(services, files)
    expect(counts.pictures).toMatchObject({ created: 1, kept: 2 })
    expect(await placesOf(services, 'm1')).toMatchObject({ logo: null, mark: '/files/brand/ours.webp', version: 9 })
  })

  it('do not change a merchant that no import created', async () => {
    const services = await createTestServices()
    const now = services.clock.now()
    const times = { createdAt: now, updatedAt: now, statusChangedAt: now }
    await services.db.insert(merchants).values({ id: 'm1', name: 'Ours', ...times })
    const { counts } = await importFiles(services, await filled())
    expect(counts.pictures).toMatchObject({ created: 1, kept: 2 })
    expect(await placesOf(services, 'm1')).toMatchObject({ logo: null, version: 1 })
  })
})

describe('§7 an interruption', () => {
  it('at any picture loses and repeats none after continuing', async () => {
    for (let failing = 1; failing <= 3; failing += 1) {
      const services = await createTestServices()
      const { runId, spool } = await startFiles(services, await filled())
      let stored = 0
      const put: TestServices['files']['put'] = async (...args) => {
        stored += 1
        if (stored === failing) throw new Error('The store is down')
        return services.files.put(...args)
      }
      const broken = { ...contextAs(services), files: { ...services.files, put } }
      await expect(applyRun(broken, spool, runId, { progress() {} })).rejects.toThrow('The file store took no image')
      const { counts } = await applyRun(contextAs(services), spool, runId, { progress() {} })
      expect(counts.pictures).toEqual({ created: 3, updated: 0, same: 0, kept: 0, skipped: 0 })
      expect(await services.db.select().from(brandImages)).toHaveLength(3)
    }
  })
})

describe('§7 a picture that cannot be imported', () => {
  const noisy = () => Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(2_200_000, 7)])
  it('is reported with merchant and field; the row keeps only https URLs', async () => {
    const links = {
      missing: tokenUrl('gone.png'),
      vector: tokenUrl('v.svg'),
      large: tokenUrl('large.png'),
      broken: tokenUrl('broken.png'),
      small: tokenUrl('small.png'),
      twice: tokenUrl('twice.png'),
      closed: `gs://${bucket}/gone.png`,
    }
    const files = {
      'all.ndjson': linesOf(Object.entries(links).map(([id, logoUrl]) => venue(id, { branding: { logoUrl } }))),
      'storage/v.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'storage/large.png': noisy(),
      'storage/broken.png': (await picture(10)).subarray(0, 60),
      'storage/small.png': await picture(10, 'png', 16),
      'one/twice.png': await picture(10),
      'two/twice.png': await picture(20),
    }
    const { report, problems } = await checkContents(files)
    const told = problems.map(({ path, field, fault, level }) => [path, field, fault, level])
    expect(told).toEqual([
      ['merchants/missing', 'branding.logoUrl', 'picture_missing', 'changed'],
      ['merchants/vector', 'branding.logoUrl', 'picture_type', 'changed'],
      ['merchants/large', 'branding.logoUrl', 'picture_too_large', 'changed'],
      ['merchants/broken', 'branding.logoUrl', 'picture_damaged', 'changed'],
      ['merchants/small', 'branding.logoUrl', 'picture_dimensions', 'changed'],
      ['merchants/twice', 'branding.logoUrl', 'picture_unclear', 'changed'],
      ['merchants/closed', 'branding.logoUrl', 'picture_missing', 'skipped'],
    ])
    expect(report.collections.find(({ kind }) => kind === 'pictures')).toMatchObject({ read: 7, ready: 0, skipped: 7 })
    const services = await createTestServices()
    const { counts, runId } = await importFiles(services, files)
    expect(counts.pictures).toMatchObject({ created: 0, skipped: 7 })
    const ofRun = eq(importProblems.runId, runId)
    const kept = await services.db.select().from(importProblems).where(ofRun).orderBy(importProblems.id)
    expect(new Set(kept.map(({ path, field, fault, level }) => [path, field, fault, level].join()))).toEqual(
      new Set(told.map(String)),
    )
    expect(kept).toHaveLength(told.length)
    expect((await placesOf(services, 'missing'))?.logo).toBe(links.missing)
    expect(await services.db.select().from(brandImages)).toEqual([])
    const [run] = await services.db.select().from(importRuns).where(eq(importRuns.id, runId))
    expect(run?.comparison?.lost).toEqual([])
  })

  it('is skipped if its merchant is left out and does not exist', async () => {
    const services = await createTestServices()
    const { counts, report } = await importFiles(services, await filled(), { only: ['pictures'] })
    expect(counts.pictures).toMatchObject({ created: 0, skipped: 3 })
    expect(report.problems).toContainEqual(
      expect.objectContaining({ fault: 'unknown_merchant', level: 'skipped', collection: '__pictures__' }),
    )
    expect(report.collections).toMatchObject([{ kind: 'pictures', ready: 0, skipped: 3 }])
  })

  it('is found in its bucket’s folder, and under the encoded name of an emulator', async () => {
    const document = linesOf([venue('m1', { branding: { logoUrl: tokenUrl('logos/m1.png') } })])
    const here = { [`x/${bucket}/logos/m1.png`]: await picture(10), 'logos/m1.png': await picture(20) }
    const packed = { [`blobs/${encodeURIComponent(`${bucket}/logos/m1.png`)}`]: await picture(10) }
    for (const files of [here, packed]) {
      const services = await createTestServices()
      await importFiles(services, { 'all.ndjson': document, ...files })
      expect(await redOf(services, (await placesOf(services, 'm1'))?.logo)).toBe(10)
    }
  })

  it('cannot be smuggled in as a document', async () => {
    const { problems } = await checkContents({ 'all.ndjson': linesOf([{ path: '__pictures__/m1:logo', data: {} }]) })
    expect(problems.map(({ fault }) => fault)).toEqual(['bad_path'])
  })
})

describe('§7 undoing an import', () => {
  it('empties the slots and deletes the files', async () => {
    const services = await createTestServices()
    const { runId } = await importFiles(services, await filled())
    const { logo } = (await placesOf(services, 'm1')) ?? {}
    const key = `brand/${logo?.split('/').at(-1) ?? ''}`
    expect(await services.files.get(key)).not.toBeNull()
    const { undoCounts } = await undo(services, runId)
    expect(undoCounts.pictures).toEqual({ removed: 3, gone: 0, kept: 0 })
    expect(undoCounts.merchants).toEqual({ removed: 2, gone: 0, kept: 0 })
    expect(await services.files.get(key)).toBeNull()
    expect(await services.db.select().from(brandImages)).toEqual([])
    expect(await services.db.select().from(importDocuments)).toEqual([])
    const again = await importFiles(services, await filled())
    expect(again.counts.pictures).toMatchObject({ created: 3 })
  })

  it('is not blocked by an upload that a crashed run left', async () => {
    const services = await createTestServices()
    const { runId } = await importFiles(services, await filled())
    const left = { kind: 'logo', contentType: 'image/webp', byteSize: 3, width: 64, height: 64 }
    const createdAt = services.clock.now()
    await services.db
      .insert(brandImages)
      .values({ id: 'img_left', merchantId: 'm1', storageKey: 'left.webp', createdAt, ...left })
    await services.files.put('brand/left.webp', Buffer.from('abc'), 'image/webp')
    const { undoCounts } = await undo(services, runId)
    expect(undoCounts.merchants).toEqual({ removed: 2, gone: 0, kept: 0 })
    expect(await services.files.get('brand/left.webp')).toBeNull()
    expect(await services.db.select().from(brandImages)).toEqual([])
  })

  it('restores the document’s value in slots of earlier merchants, and leaves slots filled here since', async () => {
    const services = await createTestServices()
    const files = await filled()
    const first = await importFiles(services, { 'all.ndjson': files['all.ndjson'] })
    const { runId } = await importFiles(services, files, { only: ['pictures'] })
    const ours = '/files/brand/ours.webp'
    await services.db.update(merchants).set({ brandingLogoMarkUrl: ours, version: 9 }).where(eq(merchants.id, 'm1'))
    const { undoCounts } = await undo(services, runId)
    expect(undoCounts.pictures).toEqual({ removed: 2, gone: 1, kept: 0 })
    expect(await placesOf(services, 'm1')).toMatchObject({ logo: tokenUrl('logos/m1.png'), mark: ours })
    expect((await placesOf(services, await idOfSecond(services)))?.logo).toBeNull()
    const { undoCounts: venues } = await undo(services, first.runId)
    expect(venues.merchants).toEqual({ removed: 1, gone: 0, kept: 1 })
  })

  it('keeps a picture from an earlier import that this one only replaced', async () => {
    const services = await createTestServices()
    const files = await filled()
    await importFiles(services, files)
    const { runId } = await importFiles(services, { ...files, 'storage/logos/m1.png': await picture(90) })
    const { undoCounts } = await undo(services, runId)
    expect(undoCounts.pictures).toEqual({ removed: 0, gone: 0, kept: 1 })
    const told = await services.db.select().from(importProblems).where(eq(importProblems.runId, runId))
    expect(told).toMatchObject([{ path: 'merchants/m1', field: 'branding.logoUrl', fault: 'only_changed' }])
    expect(await redOf(services, (await placesOf(services, 'm1'))?.logo)).toBe(90)
  })
})

describe('§7 an export', () => {
  it('has the original documents and the pictures where they point, and can be imported anywhere', async () => {
    const services = await createTestServices()
    const files = await filled()
    await importFiles(services, files)
    const written = await exportFiles(services)
    expect(
      Object.keys(written)
        .filter((name) => name.startsWith('storage/'))
        .sort(),
    ).toEqual([`storage/${bucket}/logos/m1.png`, `storage/${bucket}/logos/m2.png`, `storage/${bucket}/marks/m1.jpg`])
    expect(documentsInFiles(written)).toEqual(documentsInFiles({ 'all.ndjson': files['all.ndjson'] }))
    const brought = Object.fromEntries(
      Object.entries(written).map(([name, text]) => [
        name,
        name.startsWith('storage/') ? Buffer.from(text, 'base64') : text,
      ]),
    )
    const same = await importFiles(services, brought)
    expect(same.counts.pictures).toEqual({ created: 0, updated: 0, same: 3, kept: 0, skipped: 0 })
    const elsewhere = await createTestServices()
    const { counts } = await importFiles(elsewhere, brought)
    expect(counts.pictures).toMatchObject({ created: 3 })
    expect(await redOf(elsewhere, (await placesOf(elsewhere, 'm1'))?.mark)).toBe(30)
    expect(documentsInFiles(await exportFiles(elsewhere))).toEqual(documentsInFiles(written))
  })

  it('moves a logo that was uploaded here to another database, and claims nothing in its own', async () => {
    const services = await createTestServices()
    const now = services.clock.now()
    const image = '/files/brand/' + 'a'.repeat(64) + '.webp'
    const times = { createdAt: now, updatedAt: now, statusChangedAt: now }
    await services.db.insert(merchants).values({ id: 'm1', name: 'Ours', brandingLogoUrl: image, ...times })
    const storageKey = `${'a'.repeat(64)}.webp`
    const about = { kind: 'logo', contentType: 'image/webp', byteSize: 3, width: 64, height: 64 }
    await services.db
      .insert(brandImages)
      .values({ id: 'img_1', merchantId: 'm1', storageKey, createdAt: now, storedAt: now, ...about })
    await services.files.put(
      `brand/${storageKey}`,
      await sharp(await picture(50))
        .webp()
        .toBuffer(),
      'image/webp',
    )
    const written = await exportFiles(services)
    const brought = {
      ...written,
      [`storage/brand/${storageKey}`]: Buffer.from(written[`storage/brand/${storageKey}`] ?? '', 'base64'),
    }
    const own = await importFiles(services, brought)
    expect(own.counts.pictures).toMatchObject({ kept: 1, created: 0 })
    const elsewhere = await createTestServices()
    await importFiles(elsewhere, brought)
    expect(await redOf(elsewhere, (await placesOf(elsewhere, 'm1'))?.logo)).toBe(50)
  })
})
