import { openVisit, readySigns } from './visit.mjs'

const quietMs = { slow: 4_000, plain: 3_000 }

/** Opens a page with an empty cache, then goes to the next one and there again. */
export async function measureOpening(browser, { path, next, origin, state, slow, listed }) {
  const { page, requests, close } = await openVisit(browser, { state, slow })
  try {
    // Starts with the page; started later, the delay would be measured too.
    const { there, waiting } = readySigns[path]
    await page.addInitScript(
      ([selector, still]) => (window.opened = window.whenThere(selector, still)),
      [there, waiting],
    )
    await page.goto(origin + path, { waitUntil: 'commit' })
    const { at: readyMs } = await page.evaluate(() => window.opened)
    await page.waitForTimeout(quietMs[slow ? 'slow' : 'plain'])
    const sent = [...requests.values()]
    const beganAt = sent[0].sentAt
    const isLate = (request) => (request.sentAt - beganAt) * 1000 > readyMs
    if (listed) list(path, sent, beganAt, readyMs)
    const { paintMs, tasks } = await page.evaluate(() => ({
      paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      tasks: window.measured.tasks,
    }))
    const after = tasks.filter(({ startTime }) => startTime >= paintMs).map(({ duration }) => duration)
    const scripts = sent.filter((request) => request.type === 'Script' && !isLate(request))
    const first = await navigate(page, next)
    await navigate(page, path)
    const repeat = await navigate(page, next)
    return {
      'requests, cold': sent.length,
      'requests after ready': sent.filter(isLate).length,
      'JavaScript until ready, KB': sum(scripts.map(({ bytes }) => bytes)) / 1024,
      'first paint, ms': paintMs,
      'ready, ms': readyMs,
      'longest task after first paint, ms': Math.max(0, ...after),
      'over 50 ms after first paint, ms': sum(after.map((duration) => Math.max(0, duration - 50))),
      'first navigation, ms': first,
      'repeat navigation, ms': repeat,
    }
  } finally {
    await close()
  }
}

/** From the click to the frame that shows the page, without hovering first. */
async function navigate(page, path) {
  const { there, waiting } = readySigns[path]
  const link = page.locator(`aside a[href="${path}"]`)
  const box = await link.boundingBox()
  await page.mouse.move(700, 500)
  await page.waitForTimeout(400)
  await page.evaluate(
    ([selector, still]) => {
      window.arrival = new Promise((resolve) => {
        const start = () => {
          const from = performance.now()
          void window.whenThere(selector, still).then(({ paintedAt }) => resolve(paintedAt - from))
        }
        addEventListener('click', start, { capture: true, once: true })
      })
    },
    [there, waiting],
  )
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const ms = await page.evaluate(() => window.arrival)
  await page.waitForTimeout(700)
  return ms
}

function list(path, sent, beganAt, readyMs) {
  console.log(`\n${path}, ready after ${readyMs.toFixed(0)} ms`)
  for (const { url, type, sentAt, bytes } of sent) {
    const at = ((sentAt - beganAt) * 1000).toFixed(0).padStart(6)
    console.log(`${at} ms ${(bytes / 1024).toFixed(1).padStart(6)} KB ${type.padEnd(11)} ${new URL(url).pathname}`)
  }
}

const sum = (values) => values.reduce((total, value) => total + value, 0)
