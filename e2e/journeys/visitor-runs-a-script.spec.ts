import { expect, test } from '@playwright/test'
import { payloadSets, scriptPayloads } from '@quaff/platform/testing/script-payloads'
import { fillAnswers } from '../support/fill-answers'
import { scriptsIn, watchForScripts } from '../support/script-detector'

// The test serves these pages itself, so no request reaches a server.
test.use({ bypassCSP: true, baseURL: 'http://127.0.0.1:9' })

/** Places into which careless pages write text without escaping. */
const careless: ((text: string) => string)[] = [
  (text) => `<p>${text}</p>`,
  (text) => `<input value="${text}">`,
  (text) => `<input value='${text}'>`,
  (text) => `<a href="${text}">go</a>`,
  (text) => `<script>const name = \`${text}\`</script>`,
  (text) => `<script>document.write("${text}")</script>`,
]

test('a careless page runs the forty payloads, and the journeys would notice each', async ({ page, context }) => {
  test.setTimeout(180_000)
  const errors = await watchForScripts(context)
  let body = ''
  await page.route('**/careless', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Careless</title>${body}` }),
  )
  const unnoticed: string[] = []
  let ran = 0
  for (const payload of scriptPayloads) {
    let noticed = false
    for (const write of careless) {
      errors.length = 0
      body = write(payload)
      await page.goto('/careless', { waitUntil: 'load' }).catch(() => undefined)
      const scripts = await scriptsIn(page).catch(() => ['the page went elsewhere'])
      if (scripts.includes('a payload ran')) ran++
      noticed = scripts.length > 0 || errors.length > 0
      if (noticed) break
    }
    if (!noticed) unnoticed.push(payload)
  }
  expect(unnoticed).toEqual([])
  expect(ran).toBeGreaterThanOrEqual(15)
})

test('each way in which a script shows itself is noticed', async ({ page, context }) => {
  const errors = await watchForScripts(context)
  await page.route('**/careless', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Careless</p>' }))
  await page.goto('/careless')
  expect(await scriptsIn(page)).toEqual([])
  expect(errors).toEqual([])
  await page.evaluate(() => alert('here'))
  await page.evaluate(() => void fetch('https://quaff.invalid/?name=1').catch(() => undefined))
  await page.evaluate(() => new Image().setAttribute('src', '/__ran'))
  await page.evaluate(() => void window.open('about:blank'))
  await expect.poll(() => errors.join('\n')).toMatch(/dialog[\s\S]*quaff\.invalid[\s\S]*__ran/)
  await expect.poll(() => errors.join('\n')).toContain('another page')
})

test('a screen that writes an answer as it is would be noticed with each of the sets, and a careful one is not', async ({
  page,
  context,
}) => {
  // A page that goes elsewhere could not be read; the first test sees that it goes.
  const texts = payloadSets(2).map((text) => text.replace(/<meta[^>]*>/, ''))
  await watchForScripts(context)
  const screen = (property: string) => `<!doctype html><p></p><script>
    fetch('/rpc/careless', { method: 'POST' }).then((answer) => answer.json())
      .then(({ json }) => { document.querySelector('p').${property} = json.name })
  </script>`
  let property = 'textContent'
  await page.route('**/careless', (route) => route.fulfill({ contentType: 'text/html', body: screen(property) }))
  await page.route('**/rpc/careless', (route) => route.fulfill({ json: { json: { name: '' } } }))
  await fillAnswers(page, { texts, keys: ['name'], except: [] })
  const seen: number[] = []
  for (const _ of texts) {
    await page.goto('/careless')
    const { shown, altered, scripts } = await page.evaluate(() => window.readScreen(0))
    expect([...altered, ...scripts]).toEqual([])
    seen.push(...(shown['careless name'] ?? []))
  }
  expect(new Set(seen).size).toBe(texts.length)
  property = 'innerHTML'
  for (const _ of texts) {
    await page.goto('/careless')
    const { altered, scripts } = await page.evaluate(() => window.readScreen(0))
    expect([...altered, ...scripts]).not.toEqual([])
  }
})
