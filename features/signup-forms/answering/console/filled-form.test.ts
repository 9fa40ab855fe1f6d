import { afterEach, expect, it, vi } from 'vitest'
import { answeringLimits } from '../../answering-contract'
import { fitPicture, pictureError } from './filled-form'

const photo = (bytes: number) => new File([new Uint8Array(bytes)], 'counter.jpg', { type: 'image/jpeg' })

function drawing(blob: Blob | null) {
  const canvas = { width: 0, height: 0, getContext: () => ({ drawImage: vi.fn() }), toBlob: vi.fn() }
  canvas.toBlob.mockImplementation((take: (drawn: Blob | null) => void) => take(blob))
  vi.spyOn(document, 'createElement').mockImplementation(() => Object.assign(document.createDocumentFragment(), canvas))
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 6_000, height: 3_000, close: vi.fn() }))
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('accepts pictures up to the server’s limit, and nothing else', () => {
  expect(pictureError(photo(answeringLimits.imageBytes))).toBeNull()
  expect(pictureError(photo(answeringLimits.imageBytes + 1))).toMatch(/larger than 5 MB/)
  expect(pictureError({ type: '', size: 10 })).toMatch(/^Choose a PNG/)
})

it('scales down a photo that is too large, and keeps every other file unchanged', async () => {
  drawing(new Blob(['small'], { type: 'image/jpeg' }))
  const large = await fitPicture(photo(answeringLimits.imageBytes + 1))
  expect([large.name, large.type, large.size]).toEqual(['counter.jpg', 'image/jpeg', 5])
  const fine = photo(10)
  expect(await fitPicture(fine)).toBe(fine)
})

it('keeps the file if the browser cannot draw it', async () => {
  const large = photo(answeringLimits.imageBytes + 1)
  drawing(null)
  expect(await fitPicture(large)).toBe(large)
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no image')))
  expect(await fitPicture(large)).toBe(large)
})
