import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { renderMail } from '@quaff/platform/server'
import { scriptPayloads } from '@quaff/platform/testing/script-payloads'
import { mailContext } from '../testing/mail-context'
import { exampleMessages, type ExampleMessages } from './example-texts'
import { mailPreviews } from './mail-previews'

function textsOf(text: string): ExampleMessages {
  const kept = Object.keys(exampleMessages).map((key) => [key, text])
  return { ...exampleMessages, ...Object.fromEntries(kept) }
}

function mailsWith(texts: ExampleMessages): { name: string; html: string }[] {
  return mailPreviews(texts).map(({ name, write }) => {
    return { name, html: renderMail(mailContext, write(mailContext)).html }
  })
}

const window = new Window({ settings: { disableJavaScriptEvaluation: true, disableCSSFileLoading: true } })

/** Returns the email's elements in order, with attribute names and link targets. */
function elementsOf(html: string): string[] {
  const page = new window.DOMParser().parseFromString(html, 'text/html')
  return [...page.querySelectorAll('*')].map((element) => {
    const names = [...element.attributes].map(({ name }) => name).join(' ')
    return `${element.tagName} ${names} ${element.getAttribute('href') ?? ''}`
  })
}

describe('mails', () => {
  it('have no element, attribute or link from any of the forty script payloads', { timeout: 60_000 }, () => {
    const example = mailsWith(exampleMessages)
    const bare = mailsWith(textsOf('plain')).map(({ name, html }) => ({ name, html, elements: elementsOf(html) }))
    const telling = bare.filter(({ html }, index) => html !== example[index]?.html)
    expect(telling.length).toBeGreaterThan(15)
    for (const payload of scriptPayloads) {
      const mails = new Map(mailsWith(textsOf(payload)).map(({ name, html }) => [name, html]))
      for (const { name, elements } of telling) {
        expect(elementsOf(mails.get(name) ?? ''), `${name}: ${payload}`).toEqual(elements)
      }
    }
  })

  it('say a payload as it was typed', () => {
    const payload = scriptPayloads[0]
    const said = mailsWith(textsOf(payload)).filter(({ html }) =>
      html.includes('&lt;script&gt;window.__ran=1&lt;/script&gt;'),
    )
    expect(said.length).toBeGreaterThan(10)
  })

  it('would be told from one in which markup went through', () => {
    const unsafe = (text: string) => elementsOf(`<!DOCTYPE html><body><p title="${text}" lang='${text}'>${text}</p>`)
    for (const payload of scriptPayloads.slice(0, 30)) {
      expect(unsafe(payload), payload).not.toEqual(unsafe('plain'))
    }
  })
})
