import { afterEach, beforeEach, vi } from 'vitest'

/** Collects the downloads of each test as name and text without saving them. */
export function catchDownloads(): [fileName: string, text: string][] {
  const files: [string, string][] = []
  let latest = ''
  beforeEach(() => {
    files.length = 0
    vi.stubGlobal(
      'Blob',
      class extends Blob {
        constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
          super(parts, options)
          latest = parts.map((part) => (typeof part === 'string' ? part : '')).join('')
        }
      },
    )
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:test')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push([this.download, latest])
    })
  })
  afterEach(() => void vi.restoreAllMocks())
  return files
}
