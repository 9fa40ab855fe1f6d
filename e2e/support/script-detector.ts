import type { BrowserContext, Page } from '@playwright/test'

/** Traces of a payload that was rendered as markup. Our links contain it encoded only. */
const traces = [
  ...['error', 'load', 'focus', 'toggle', 'begin', 'mouseover'].map((event) => `[on${event}]`),
  ...['src', 'href', 'srcdoc', 'data', 'action', 'style', 'content'].flatMap((name) =>
    ['/__ran', '__ran=1', 'React has blocked'].map((text) => `[${name}*="${text}"]`),
  ),
].join(',')

declare global {
  interface Window {
    findScripts: () => string[]
  }
}

/** Runs in the page: returns what ran, or would run on interaction. */
function findScripts(selector: string): string[] {
  const elements = [...document.querySelectorAll(selector)].map((element) => element.outerHTML.slice(0, 200))
  const scripts = [...document.scripts].map(({ text }) => text).filter((text) => text.includes('window.__ran=1'))
  return [...('__ran' in window ? ['a payload ran'] : []), ...elements, ...scripts]
}

/** Gathers what payloads did in any page of the context: dialogs, requests, other pages, and what they left behind. */
export async function watchForScripts(context: BrowserContext): Promise<string[]> {
  const errors: string[] = []
  const requested = `(${findScripts.toString()})(${JSON.stringify(traces)})`
  await context.addInitScript({ content: `window.findScripts = () => ${requested}` })
  context.on('dialog', (dialog) => {
    errors.push(`dialog on ${dialog.page()?.url()}`)
    void dialog.dismiss()
  })
  context.on('page', (page) => errors.push(`another page: ${page.url()}`))
  context.on('request', (request) => {
    const { protocol, hostname, pathname, search } = new URL(request.url())
    const isOurs = hostname === '127.0.0.1' || ['data:', 'blob:', 'about:'].includes(protocol)
    if (!isOurs || `${pathname}${search}`.includes('__ran')) errors.push(`request ${request.url().slice(0, 200)}`)
  })
  return errors
}

/** In every frame, including those without scripts. */
export async function scriptsIn(page: Page): Promise<string[]> {
  const found = await Promise.all(page.frames().map((frame) => frame.evaluate(findScripts, traces)))
  return found.flat()
}
