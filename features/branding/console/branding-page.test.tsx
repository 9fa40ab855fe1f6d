import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useMerchantSelection, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileUploader, UploadError, type FileUpload } from '@quaff/platform/console/rpc'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { BrandSlot, Branding } from '../contract'
import { BrandingPage } from './branding-page'
import { LogoRefresh } from './logo-refresh-widget'

/** The test browser neither decodes nor renders images. */
let pixels: Uint8ClampedArray | null = null
function stubImages() {
  pixels = null
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      naturalWidth = 400
      naturalHeight = 200
      decode = () => Promise.resolve()
    },
  )
  const context = { drawImage: () => undefined, getImageData: () => ({ data: pixels }) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => pixels && context) as never)
  const styleOf = window.getComputedStyle.bind(window)
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element) => {
    const scheme = element instanceof HTMLElement ? element.dataset['scheme'] : undefined
    if (scheme === undefined) return styleOf(element)
    return { backgroundColor: scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(22, 22, 22)' } as CSSStyleDeclaration
  })
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
}
afterEach(() => vi.restoreAllMocks())

const empty: BrandSlot = {
  url: null,
  version: 'none',
  width: null,
  height: null,
  byteSize: null,
  uploadedAt: null,
  restorableUntil: null,
}
const logo: BrandSlot = {
  ...empty,
  url: '/files/brand/a.webp',
  version: 'img_1',
  width: 800,
  height: 200,
  byteSize: 34_000,
}
const removed: BrandSlot = { ...empty, restorableUntil: new Date('2026-03-02T00:00:00Z') }

function brandingOf(details: Partial<Branding> = {}): Branding {
  return {
    merchantId: 'mer_1',
    merchantName: 'Tide & Bean',
    shownLogoUrl: null,
    logo: empty,
    mark: empty,
    updatedAt: null,
    lockedReason: null,
    ...details,
  }
}

function Inside() {
  const { session } = useSession()
  const { current } = useMerchantSelection()
  if (!session) return null
  return (
    <>
      <LogoRefresh />
      <output>{current?.logoUrl ?? 'no logo'}</output>
      <BrandingPage />
    </>
  )
}

type Details = { role?: string; answers?: Answers }

function show(branding: () => Branding, { role = 'merchant_owner', answers = {} }: Details = {}) {
  const assigned = { id: 'mer_1', name: 'Tide & Bean', logoUrl: null, temporary: false }
  const view = renderConsole(
    <SessionProvider>
      <Inside />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role, merchantIds: ['mer_1'], assigned }),
      'branding.get': branding,
      ...answers,
    },
  )
  return { ...view, user: userEvent.setup() }
}

const png = new File([Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)], 'logo.png', { type: 'image/png' })
const zone = async (noun: string) => within(await screen.findByRole('group', { name: `Upload a ${noun}` }))
const choose = async (noun: string, file = png) => {
  fireEvent.change((await zone(noun)).getByLabelText(`File of the ${noun}`), { target: { files: [file] } })
}

type Sent = { upload: FileUpload; finish: () => void; fail: (error: unknown) => void }
let sent: Sent[] = []
beforeEach(() => {
  sent = []
  stubImages()
  setFileUploader(
    (upload) =>
      new Promise<void>((resolve, reject) => {
        sent.push({ upload, finish: () => resolve(), fail: reject })
        upload.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      }),
  )
})

describe('an empty branding page', () => {
  it('says what may be uploaded, and shows the name where no image is', async () => {
    show(() => brandingOf())
    expect(await screen.findByRole('heading', { level: 1, name: 'Branding' })).toBeTruthy()
    expect((await zone('logo')).getByText(/PNG, JPEG or WebP, up to 2 MB/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
    expect(screen.getAllByText('List')).toHaveLength(2)
  })

  it('that could not be loaded can be tried again', async () => {
    let fails = true
    const { user } = show(() => {
      if (fails) throw new Error('down')
      return brandingOf()
    })
    await screen.findByText('Couldn’t load branding')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('group', { name: 'Upload a logo' })).toBeTruthy()
  })
})

describe('an upload', () => {
  it('shows how far it is, and the new logo once it is done, in the switcher too', async () => {
    let current = brandingOf()
    show(() => current)
    await choose('logo')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.upload).toMatchObject({
      path: '/api/files/brand-image',
      fields: { merchantId: 'mer_1', kind: 'logo', version: 'none' },
    })
    sent[0]?.upload.onProgress(0.42)
    expect(await screen.findByText('Uploading, 42%')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Uploading logo' }).getAttribute('value')).toBe('0.42')
    sent[0]?.upload.onProgress(1)
    expect(await screen.findByText('Preparing the image…')).toBeTruthy()
    current = brandingOf({ logo, shownLogoUrl: logo.url })
    sent[0]?.finish()
    expect(await screen.findByAltText('The logo in use')).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe(logo.url))
  })

  it('can be cancelled, and nothing is left of it', async () => {
    const { user } = show(() => brandingOf())
    await choose('logo')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(sent[0]?.upload.signal.aborted).toBe(true)
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('that was refused says why and sends the kept file again', async () => {
    const { user } = show(() => brandingOf())
    await choose('logo')
    await waitFor(() => expect(sent).toHaveLength(1))
    sent[0]?.fail(new UploadError('The image is damaged.', 'IMAGE_DAMAGED', false))
    expect((await screen.findByRole('alert')).textContent).toContain('The image is damaged.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.upload.file).toBe(png)
  })

  it('whose connection broke is sent again by itself', async () => {
    show(() => brandingOf())
    await choose('logo')
    await waitFor(() => expect(sent).toHaveLength(1))
    sent[0]?.fail(new UploadError('The connection broke.', undefined, true))
    expect(await screen.findByText(/Retrying in a few seconds/)).toBeTruthy()
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  it('that came second shows theirs, keeps the file and sends it over what is shown now', async () => {
    let current = brandingOf()
    const { user } = show(() => current)
    await choose('logo')
    await waitFor(() => expect(sent).toHaveLength(1))
    current = brandingOf({ logo })
    sent[0]?.fail(new UploadError('This was changed while you were editing.', 'STALE_VERSION', false))
    expect(await screen.findByText(/^This logo was changed while you were editing/)).toBeTruthy()
    expect(await screen.findByAltText('The logo in use')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Use mine instead' }))
    await waitFor(() => expect(sent[1]?.upload.fields).toMatchObject({ version: 'img_1' }))
  })

  it('of a file that would be refused is not sent', async () => {
    show(() => brandingOf())
    await choose('logo', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg', { type: 'image/svg+xml' }))
    expect((await screen.findByRole('alert')).textContent).toContain('SVG files')
    expect(sent).toHaveLength(0)
  })

  it('may be dropped or pasted', async () => {
    show(() => brandingOf())
    const target = await screen.findByRole('group', { name: 'Upload a logo' })
    fireEvent.drop(target, { dataTransfer: { files: [png] } })
    await waitFor(() => expect(sent).toHaveLength(1))
    sent[0]?.finish()
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    ;(await zone('logo')).getByRole('button', { name: 'Choose file' }).focus()
    fireEvent.paste(document.activeElement ?? document.body, { clipboardData: { files: [png] } })
    await waitFor(() => expect(sent).toHaveLength(2))
  })
})

describe('a mark', () => {
  it('is cut to a square that the keyboard and the slider move', async () => {
    const { user } = show(() => brandingOf())
    await choose('mark')
    const square = await screen.findByRole('button', { name: /^Crop area/ })
    expect(sent).toHaveLength(0)
    square.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(screen.getByText('116 pixels from the left, 0 from the top, 200 wide')).toBeTruthy()
    fireEvent.change(screen.getByRole('slider', { name: 'Size' }), { target: { value: '100' } })
    await user.click(screen.getByRole('button', { name: 'Upload mark' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.upload.fields).toMatchObject({ kind: 'mark', cropX: '166', cropY: '50', cropSize: '100' })
  })

  it('whose square is not wanted is not sent', async () => {
    const { user } = show(() => brandingOf())
    await choose('mark')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toHaveLength(0)
  })
})

describe('removing', () => {
  it('offers Undo, which puts it back', async () => {
    let stored = brandingOf({ logo })
    const { user, calls } = show(() => stored, {
      answers: {
        'branding.remove': () => (stored = brandingOf({ logo: removed })),
        'branding.restore': () => (stored = brandingOf({ logo })),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await user.click(await screen.findByRole('button', { name: 'Restore logo' }))
    expect(await screen.findByAltText('The logo in use')).toBeTruthy()
    expect(calls.filter(({ name }) => name.startsWith('branding.re')).map(({ name, input }) => [name, input])).toEqual([
      ['branding.remove', { merchantId: 'mer_1', kind: 'logo', version: 'img_1' }],
      ['branding.restore', { merchantId: 'mer_1', kind: 'logo' }],
    ])
  })
})

describe('who may not change it', () => {
  it('sees why, and nothing happens', async () => {
    const { user, calls } = show(() => brandingOf({ logo }), { role: 'merchant_viewer' })
    const button = await screen.findByRole('button', { name: 'Remove' })
    expect(button.getAttribute('aria-description')).toBe('Only administrators and owners can do this.')
    await user.click(button)
    fireEvent.drop(await screen.findByRole('group', { name: 'Upload a logo' }), { dataTransfer: { files: [png] } })
    expect([sent.length, calls.filter(({ name }) => name === 'branding.remove').length]).toEqual([0, 0])
  })

  it('reads the reason of an archived merchant', async () => {
    show(() => brandingOf({ logo, lockedReason: 'This merchant is archived.' }))
    expect((await screen.findAllByText('This merchant is archived.')).length).toBeGreaterThan(0)
    expect((await screen.findByRole('button', { name: 'Remove' })).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the previews', () => {
  it('warn where the logo can hardly be seen', async () => {
    pixels = Uint8ClampedArray.of(255, 255, 255, 255, 255, 255, 255, 0)
    show(() => brandingOf({ logo }))
    expect(await screen.findByText(/hard to see on light/)).toBeTruthy()
    expect(screen.queryByText(/hard to see on dark/)).toBeNull()
  })

  it('never load an image of another site', async () => {
    const elsewhere = { ...empty, url: 'https://old.example/logo.png', version: 'linked' }
    show(() => brandingOf({ logo: elsewhere, shownLogoUrl: elsewhere.url }))
    expect(await screen.findByText(/This image is on another site/)).toBeTruthy()
    expect(document.querySelectorAll('img')).toHaveLength(0)
  })
})
