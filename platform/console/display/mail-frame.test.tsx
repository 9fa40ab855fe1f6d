import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MailFrame, type MailScheme } from './mail-frame'

const html =
  '<!DOCTYPE html><html><head><style>@media (prefers-color-scheme: dark){b{color:#fff}}</style></head><body>a</body></html>'

function framed(scheme?: MailScheme, own: MailScheme = 'light') {
  const view = render(
    <MantineProvider forceColorScheme={own}>
      <MailFrame title="The mail" html={html} scheme={scheme} />
    </MantineProvider>,
  )
  const frame = screen.getByTitle<HTMLIFrameElement>('The mail')
  const shown = { sandbox: frame.getAttribute('sandbox'), document: frame.srcdoc }
  view.unmount()
  return shown
}

describe('a mail in a frame', () => {
  it('may do nothing, fetches nothing and opens nothing', () => {
    const { sandbox, document } = framed('light')
    expect(sandbox).toBe('')
    expect(document.indexOf("default-src 'none'")).toBeLessThan(document.indexOf('<style>'))
    expect(document).toContain('<base target="_blank">')
  })

  it('is dark or light as asked, and else as the console is', () => {
    for (const scheme of ['dark', 'light'] as const) {
      const media = scheme === 'dark' ? '@media all{' : '@media not all{'
      expect(framed(scheme).document).toContain(media)
      expect(framed(undefined, scheme).document).toContain(media)
      expect(framed(scheme).document).not.toContain('prefers-color')
    }
  })
})
