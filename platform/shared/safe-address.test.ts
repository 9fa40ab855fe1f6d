import { describe, expect, it } from 'vitest'
import { scriptPayloads } from '@quaff/platform/testing/script-payloads'
import { mailAddress, ownImage, webAddress } from './safe-address'

describe('stored text as a URL', () => {
  it.each(scriptPayloads)('is neither an image nor a website: %s', (payload) => {
    expect([ownImage(payload), webAddress(payload)]).toEqual([undefined, undefined])
    expect(mailAddress(payload)).toMatch(/^mailto:[\w.!~*'()@%+-]*$/)
  })

  it.each([
    'https://other.example/a.png',
    'http://other.example/a.png',
    '//other.example/a.png',
    '/\\other.example/a.png',
    '/\t/other.example/a.png',
    'data:image/svg+xml,<svg/>',
    'image.png',
    '',
    null,
    undefined,
  ])('is an image of this server only, not %j', (address) => {
    expect(ownImage(address)).toBeUndefined()
  })

  it('keeps an image of this server', () => {
    expect(ownImage('/brand-images/img_1?v=2')).toBe('/brand-images/img_1?v=2')
  })

  it.each([
    'http://bar.example',
    'ftp://bar.example',
    'bar.example',
    '//bar.example',
    'https://',
    'https:///x',
    ' https://bar.example',
    'https://bar\n.example',
    'javascript:alert(1)//https://bar.example',
    'data:text/html,x',
  ])('is a website by https only, not %j', (address) => {
    expect(webAddress(address)).toBeUndefined()
  })

  it('keeps a website', () => {
    expect(webAddress('https://bar.example/menu?day=1#drinks')).toBe('https://bar.example/menu?day=1#drinks')
  })

  it('writes to one recipient, whatever follows the address', () => {
    expect(mailAddress('ana+bar@bar.example')).toBe('mailto:ana+bar@bar.example')
    expect(mailAddress('ana@bar.example?bcc=eve@x.example&body=hi')).toBe(
      'mailto:ana@bar.example%3Fbcc%3Deve@x.example%26body%3Dhi',
    )
  })
})
