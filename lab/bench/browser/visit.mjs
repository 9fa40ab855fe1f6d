/** 9 Mbit/s down, 1.5 up. */
const slowNetwork = { offline: false, latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 1.5e6 / 8 }
const cpuSlowdown = 4

/** Opens a browser with an empty cache and only a session, and records all its requests. */
export async function openVisit(browser, { state, slow, width = 1440, height = 900 }) {
  const context = await browser.newContext({ viewport: { width, height }, storageState: state })
  const page = await context.newPage()
  await page.addInitScript(watchPage)
  const session = await context.newCDPSession(page)
  const requests = new Map()
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    if (/^(data|blob):/.test(request.url)) return
    requests.set(requestId, { url: request.url, type, sentAt: timestamp, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  if (slow) {
    await session.send('Network.emulateNetworkConditions', slowNetwork)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  }
  return { page, requests, close: () => context.close() }
}

/** Runs in the page before its scripts. */
function watchPage() {
  const seen = { tasks: [], interactions: [] }
  const observe = (type, take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }))
  observe('event', ({ interactionId, duration }) => interactionId && seen.interactions.push(duration), {
    durationThreshold: 16,
  })
  const isThere = (selector) => document.querySelector(selector)?.getClientRects().length > 0
  window.measured = seen
  /** Resolves at the first frame that shows `selector` while nothing is loading. */
  window.whenThere = (selector, waiting) =>
    new Promise((resolve) => {
      const look = () => {
        if (!isThere(selector) || document.querySelector(waiting)) return requestAnimationFrame(look)
        const at = performance.now()
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve({ at, paintedAt: performance.now() })
        requestAnimationFrame(() => port2.postMessage(0))
      }
      look()
    })
}

/** Selectors of a usable page, and of its loading state. */
export const readySigns = {
  '/dashboard': {
    there: 'main section[aria-label=Metrics] > *',
    waiting: 'main [aria-busy=true], main [data-testid=activity-skeleton]',
  },
  '/merchants': { there: 'main tr[data-row-id]', waiting: 'main table[aria-busy=true]' },
}
