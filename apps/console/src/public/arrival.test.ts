import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeOfArrival, noteArrival, rememberedCode } from './arrival'

const beacon = vi.fn<(url: string, body: Blob) => boolean>(() => true)

beforeEach(() => {
  beacon.mockClear()
  Object.assign(navigator, { sendBeacon: beacon })
  window.sessionStorage.clear()
})
afterEach(() => window.history.replaceState(null, '', '/'))

const arriveAt = (address: string) => window.history.replaceState(null, '', address)
function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
}

describe('the code of an address', () => {
  it.each([
    ['/?via=TENT9', 'TENT9'],
    ['/?via=tent9&x=1', 'TENT9'],
    ['/partners/signup?via=TENT9', 'TENT9'],
    ['/affiliate?code=TENT9', 'TENT9'],
    ['/affiliate/?code=TENT9', 'TENT9'],
    ['/affiliate?via=TENT9', undefined],
    ['/?code=TENT9', undefined],
    ['/', undefined],
    ['/?via=', undefined],
    ['/?via=ab', undefined],
    ['/?via=%3Cscript%3E', undefined],
    [`/?via=${'A'.repeat(33)}`, undefined],
  ])('%s is %s', (address, code) => {
    expect(codeOfArrival(new URL(address, 'https://quaff.test'))).toBe(code)
  })
})

describe('an arrival', () => {
  it('§G37 posts one click, and is remembered for what is filled in later', async () => {
    setVisibility('visible')
    arriveAt('/?via=tent9')
    noteArrival()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(beacon).toHaveBeenCalledOnce()
    const [url, body] = beacon.mock.calls[0] ?? []
    expect([url, body?.type]).toEqual(['/api/affiliate-clicks', 'application/json'])
    expect(JSON.parse((await body?.text()) ?? '')).toEqual({ code: 'TENT9' })
    arriveAt('/partners')
    noteArrival()
    expect(beacon).toHaveBeenCalledOnce()
    expect(rememberedCode()).toBe('TENT9')
  })

  it('§0023 counts nothing until someone looks', () => {
    setVisibility('hidden')
    arriveAt('/affiliate?code=TENT9')
    noteArrival()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(beacon).not.toHaveBeenCalled()
    setVisibility('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(beacon).toHaveBeenCalledOnce()
  })

  it('§0023 by a later link is the one that counts', () => {
    setVisibility('visible')
    for (const code of ['TENT9', 'POST1']) {
      arriveAt(`/?via=${code}`)
      noteArrival()
    }
    expect(rememberedCode()).toBe('POST1')
  })

  it('is remembered by the page where storage is switched off', () => {
    const denied = () => {
      throw new Error('denied')
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(denied)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(denied)
    setVisibility('visible')
    arriveAt('/?via=KEPT1')
    noteArrival()
    expect(rememberedCode()).toBe('KEPT1')
  })

  it('whose memory someone wrote into by hand names nothing', () => {
    window.sessionStorage.setItem('quaff.affiliateCode', '<b>')
    expect(rememberedCode()).toBeUndefined()
  })
})
