import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

/** Selectors of a state that readers must see, with what removes it. */
const states: Record<string, (element: Element) => void> = {
  '[aria-pressed="true"]': (element) => element.setAttribute('aria-pressed', 'false'),
  '[aria-selected="true"]:not(tr)': (element) => element.setAttribute('aria-selected', 'false'),
  '[aria-current]:not(tr, li)': (element) => element.removeAttribute('aria-current'),
  'tr[data-selected="true"]': (element) => element.setAttribute('data-selected', 'false'),
  'tr[data-open="true"]': (element) => element.setAttribute('data-open', 'false'),
  'input:checked': (element) => void Object.assign(element, { checked: false }),
  'input:indeterminate:not([type="radio"])': (element) => void Object.assign(element, { indeterminate: false }),
  'progress[value]:not([value="0"])': (element) => element.setAttribute('value', '0'),
  '[data-value] > span:not([data-empty="true"])': (element) => element.setAttribute('style', 'visibility: hidden'),
  '[data-level="7"], td[data-level="3"]': (element) => element.setAttribute('data-level', '0'),
  'svg[viewBox$=" 100"] > path[d^="M"]': (element) => element.setAttribute('visibility', 'hidden'),
}
const focusable = 'a[href], button, input, textarea, [tabindex="0"]'

/** Elements that draw the ring of a control inside them. */
const drawnBy = '[data-card="title"], [class*="Input-section"], [class*="Input-wrapper"]'

/** A sign smaller than this is easily overlooked. */
const LEAST_PIXELS = 12

/** Finds elements whose states look alike. `seen` holds the kinds that were compared on other screens. */
export async function findLikeStates(page: Page, seen: Set<string>): Promise<string[]> {
  const found: string[] = []
  for (const [selector, leave] of Object.entries({ ...states, [focusable]: undefined })) {
    const fresh = await page.evaluate(markKinds, { selector, seen: [...seen] })
    for (const { kind, mark } of fresh) {
      seen.add(kind)
      const element = page.locator(`[data-probe="${mark}"]`)
      // The label of a covered control shows its state.
      const clip = await clipAround(page, element)
      if (!clip) continue
      const take = () => page.screenshot({ clip, animations: 'disabled' })
      if (!leave) await element.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const before = await take()
      if (leave) await element.evaluate(leave)
      else
        await element.evaluate((target) => (target as HTMLElement).focus({ focusVisible: true, preventScroll: true }))
      if ((await differingPixels(before, await take())) < LEAST_PIXELS)
        found.push(`${kind} looks the same ${leave ? 'without its state' : 'with the focus'}`)
    }
  }
  return found
}

/** Runs in the page. Marks the first visible element of each kind that was not compared yet. */
function markKinds({ selector, seen }: { selector: string; seen: string[] }): { kind: string; mark: string }[] {
  const known = new Set(seen)
  const overlay = [...document.querySelectorAll('[role="dialog"]')].at(-1)
  const isModal = overlay?.matches('[aria-modal="true"]') ?? false
  const elements = [...(isModal && overlay ? overlay : document).querySelectorAll(selector)]
  return elements.flatMap((element) => {
    const isCovered = !isModal && overlay !== undefined && !overlay.contains(element)
    if (isCovered || !element.checkVisibility({ visibilityProperty: true }) || element.closest('.leaflet-container'))
      return []
    if (element.matches(':disabled, [aria-hidden="true"] *')) return []
    const classes = (of: Element | null) => of?.getAttribute('class')?.split(' ')[0] ?? ''
    const kind = `${selector.slice(0, 30)} ${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} in ${classes(element.parentElement)}`
    if (known.has(kind)) return []
    known.add(kind)
    const mark = String(Math.random())
    element.setAttribute('data-probe', mark)
    return [{ kind, mark }]
  })
}

/** Undefined for what cannot be scrolled into sight. */
async function clipAround(page: Page, element: Locator): Promise<Clip | undefined> {
  const { x, y, width, height } = await element.evaluate((target, frames) => {
    target.scrollIntoView({ block: 'center', inline: 'nearest' })
    // A control of no size is drawn by what is beside it, and some are as large as their card.
    const covers = getComputedStyle(target, '::after').position === 'absolute' && target instanceof HTMLElement
    const card = covers ? target.offsetParent : (target.closest(frames) ?? target)
    const around = target.getBoundingClientRect().width < 4 ? target.parentElement : card
    const { x: left, y: top, width: wide, height: high } = (around ?? target).getBoundingClientRect()
    return { x: left, y: top, width: wide, height: high }
  }, drawnBy)
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  const left = Math.max(x - 6, 0)
  const top = Math.max(y - 6, 0)
  const clip = {
    x: left,
    y: top,
    width: Math.min(width + 12, 600, window.width - left),
    height: Math.min(height + 12, 300, window.height - top),
  }
  return clip.width > 8 && clip.height > 8 ? clip : undefined
}

interface Clip {
  x: number
  y: number
  width: number
  height: number
}

async function differingPixels(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer()))
  if (!a || !b || a.length !== b.length) return Infinity
  let count = 0
  for (let at = 0; at < a.length; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)) > 48)) count += 1
  return count
}
