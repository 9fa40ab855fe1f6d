import { expect, it } from 'vitest'
import { watchCopiedMinus } from './figure-text'

watchCopiedMinus()

function copied(text: string): string | undefined {
  document.body.textContent = text
  document.getSelection()?.selectAllChildren(document.body)
  const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), cancelable: true, bubbles: true })
  document.body.dispatchEvent(event)
  return event.defaultPrevented ? event.clipboardData?.getData('text/plain') : undefined
}

it('copies a minus before a figure as a hyphen, which spreadsheets read', () => {
  expect(copied('Fee\t−$17.16\t−CHF 3\t−7.8%')).toBe('Fee\t-$17.16\t-CHF 3\t-7.8%')
})

it('leaves everything else to the browser', () => {
  expect(copied('$17.16 − a fee')).toBeUndefined()
})
