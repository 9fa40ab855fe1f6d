import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>

export interface Mode {
  name: string
  media: Media
  width: number
}

const screen: Media = { media: 'screen', colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' }

/** A4 at 96 dpi without the margins of `other-media.css`. */
const PAPER_WIDTH = 688

export const modes: readonly Mode[] = [
  { name: 'light', media: screen, width: 1440 },
  { name: 'dark', media: { ...screen, colorScheme: 'dark' }, width: 1440 },
  { name: 'forced colors', media: { ...screen, forcedColors: 'active' }, width: 1440 },
  { name: 'forced colors, dark', media: { ...screen, forcedColors: 'active', colorScheme: 'dark' }, width: 1440 },
  { name: '320 pixels', media: screen, width: 320 },
  { name: 'print', media: { ...screen, media: 'print' }, width: PAPER_WIDTH },
]

/** The reader's browser is set to text of twice the usual size. */
export const largeTextModes: readonly Mode[] = [
  { name: 'text at 200 %', media: screen, width: 1440 },
  { name: 'text at 200 % and 390 pixels', media: screen, width: 390 },
  { name: 'text at 200 % and 320 pixels', media: screen, width: 320 },
]
const largeTextArgument = '--blink-settings=defaultFontSize=32'

export const isForced = ({ media }: Mode) => media.forcedColors === 'active'
export const isPaper = ({ media }: Mode) => media.media === 'print'

export async function enter(page: Page, { media, width }: Mode): Promise<void> {
  await page.emulateMedia(media)
  await page.setViewportSize({ width, height: 900 })
}

export async function findDefects(page: Page, mode: Mode): Promise<string[]> {
  const defects = await page.evaluate(measureTexts, { onPaper: isPaper(mode) })
  if (isForced(mode)) defects.push(...(await page.evaluate(findForeignColors)))
  if (isPaper(mode)) defects.push(...(await page.evaluate(findUnprintable)))
  return defects
}

/** Runs in the page. Finds texts that are cut off, overlap, leave their box or make the page scroll sideways. */
function measureTexts({ onPaper }: { onPaper: boolean }): string[] {
  interface Text {
    element: Element
    words: string
    box: DOMRect
    layer: Element | null
  }
  const defects = new Set<string>()
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) defects.add(`the page is ${root.scrollWidth - root.clientWidth} px too wide`)
  const overlays = [...document.querySelectorAll('[data-overlay], [role="dialog"], [role="menu"]')].filter(isShown)
  const sheet = overlays.findLast((one) => one.matches('[data-overlay]'))
  const texts = readTexts(onPaper ? (sheet ?? document.body) : (overlays.at(-1) ?? document.body))
  for (const text of texts) {
    const cut = findCut(text)
    if (cut) defects.add(`${describe(text)} is cut off by ${cut}`)
    const box = findLeftBox(text)
    if (box) defects.add(`${describe(text)} leaves ${box}`)
  }
  for (const word of findBrokenWords()) defects.add(`“${word}” is broken inside`)
  for (const { placeholder } of findCutHints()) defects.add(`"${placeholder}" is cut off by its field`)
  for (const [one, other] of findOverlaps(texts)) defects.add(`${describe(one)} overlaps ${describe(other)}`)
  return [...defects]

  /** In statuses, counts, amounts, dates and column headings, which names and addresses are not. */
  function findBrokenWords(): string[] {
    const short =
      'span[data-tone], .q-count, th:not([data-title]), td[data-align="right"], td time, [class*="topTitle"]'
    return [...document.querySelectorAll(short)].filter(isShown).flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (walker.nextNode()) {
        const node = walker.currentNode
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-–]+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1) found.push(word)
        }
      }
      return found
    })
  }

  function findCutHints(): HTMLInputElement[] {
    const pen = document.createElement('canvas').getContext('2d')
    return [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')].filter((input) => {
      if (!pen || input.value !== '' || input.clientWidth < 2 || !isShown(input)) return false
      const { fontWeight, fontFamily, paddingLeft, paddingRight } = getComputedStyle(input)
      const { fontSize } = getComputedStyle(input, '::placeholder')
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
      const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      return pen.measureText(input.placeholder).width > room + 1
    })
  }

  function isShown(element: Element): boolean {
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }

  function readTexts(start: Element): Text[] {
    const found: Text[] = []
    const walker = document.createTreeWalker(start, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const element = node.parentElement
      if (!element || !node.textContent?.trim() || !isShown(element)) continue
      if (
        element.closest(
          '.q-hidden, .sr, .leaflet-container, [aria-hidden="true"], option, svg, noscript, script, style',
        )
      )
        continue
      if (isHiddenVisually(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const layer = layerOf(element)
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.height < 2 || isScrolledAway(element, box)) continue
        found.push({ element, words: node.textContent.trim(), box, layer })
      }
    }
    return found
  }

  /** A text for screen readers alone. */
  function isHiddenVisually(element: Element): boolean {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.clipPath.startsWith('inset(50%') || style.opacity === '0') return true
    }
    return false
  }

  /** Outside of the part of a scrolled frame that is in sight. */
  function isScrolledAway(element: Element, box: DOMRect): boolean {
    if (onPaper) return false
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      if (!/auto|scroll/.test(overflowX + overflowY)) continue
      const area = at.getBoundingClientRect()
      if (box.bottom > area.bottom || box.top < area.top || box.right > area.right || box.left < area.left) return true
    }
    return false
  }

  function layerOf(element: Element): Element | null {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { position, overflowY } = getComputedStyle(at)
      if (/fixed|sticky|absolute/.test(position) || /auto|scroll/.test(overflowY)) return at
    }
    return null
  }

  /** The first ancestor that hides a part of the text. One that ends in dots may, if a press or its `title` shows the whole text. */
  function findCut({ element, box }: Text): string | undefined {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      const area = at.getBoundingClientRect()
      const tooWide = box.right > area.right + 1 || box.left < area.left - 1
      const tooHigh = box.bottom - box.height * 0.2 > area.bottom || box.top + box.height * 0.2 < area.top
      const hides = onPaper ? /hidden|clip|auto|scroll/ : /hidden|clip/
      const isShortened = style.textOverflow === 'ellipsis' && at.closest('a, button, tr, [role="option"], [title]')
      if (isShortened && !onPaper) return undefined
      if ((hides.test(style.overflowX) && tooWide) || (hides.test(style.overflowY) && tooHigh)) return place(at)
    }
    return box.right > root.clientWidth + 1 || box.left < -1 ? 'the window' : undefined
  }

  /** The nearest ancestor with a ground or border of its own. */
  function findLeftBox({ element, box }: Text): string | undefined {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.position === 'absolute' || /auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY)) return
      const hasBorder = style.borderTopWidth !== '0px' && style.borderBottomWidth !== '0px'
      const hasGround = !/, 0\)|\/ 0\)|transparent/.test(style.backgroundColor)
      if (style.display === 'inline' || !(hasBorder || hasGround)) continue
      const area = at.getBoundingClientRect()
      const room = box.height * 0.2
      const isInside =
        box.right <= area.right + 1 &&
        box.left >= area.left - 1 &&
        box.bottom - room <= area.bottom &&
        box.top + room >= area.top
      return isInside ? undefined : place(at)
    }
  }

  function findOverlaps(all: Text[]): [Text, Text][] {
    const sorted = all.toSorted((a, b) => a.box.top - b.box.top)
    return sorted.flatMap((one, index) => {
      const end = sorted.findIndex((other, at) => at > index && other.box.top > one.box.bottom)
      return sorted
        .slice(index + 1, end === -1 ? undefined : end)
        .filter((other) => one.element !== other.element && one.layer === other.layer && isOver(one.box, other.box))
        .map((other): [Text, Text] => [one, other])
    })
  }

  function isOver(one: DOMRect, other: DOMRect): boolean {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    return across > 2 && down > Math.min(one.height, other.height) * 0.35
  }

  function describe({ element, words }: Text): string {
    return `“${words.slice(0, 40)}” (${place(element)})`
  }

  function place(element: Element): string {
    const name = element.getAttribute('class')?.split(' ')[0] ?? ''
    return `${element.tagName.toLowerCase()}${name && `.${name}`}`
  }
}

/** Runs in the page. Finds colors that the reader has not chosen; a mix of chosen ones has another notation. */
function findForeignColors(): string[] {
  const names =
    'Canvas CanvasText Highlight HighlightText LinkText VisitedText GrayText ButtonFace ButtonText ButtonBorder Field FieldText'
  const probe = document.body.appendChild(document.createElement('i'))
  const chosen = names.split(' ').map((name) => {
    probe.style.color = name
    return getComputedStyle(probe).color
  })
  probe.remove()
  const isChosen = (color: string) => chosen.includes(color) || !color.startsWith('rgb') || color.endsWith(', 0)')
  const found = new Set<string>()
  for (const element of document.querySelectorAll('body, body *')) {
    if (
      element.closest('.leaflet-container, [data-chosen-color], iframe, img, noscript, script') ||
      !element.checkVisibility()
    )
      continue
    // Pictures of the public pages keep their colors.
    if (element.closest('svg') && !element.closest('#root, [data-portal]')) continue
    const style = getComputedStyle(element)
    const isDrawn = element instanceof SVGGeometryElement
    const properties = isDrawn
      ? ['fill', 'stroke']
      : [
          'color',
          'background-color',
          ...['top', 'right', 'bottom', 'left'].flatMap((side) =>
            style.getPropertyValue(`border-${side}-width`) === '0px' ? [] : [`border-${side}-color`],
          ),
        ]
    for (const property of properties) {
      const color = style.getPropertyValue(property)
      if (!isChosen(color))
        found.add(`${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}: ${property} ${color}`)
    }
  }
  return [...found]
}

/** Runs in the page. Finds buttons on paper, and rows and columns that paper would cut. */
function findUnprintable(): string[] {
  const found: string[] = []
  const isShown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
  const pressed =
    'button:not(th button, [aria-pressed="true"], [aria-selected="true"], [data-figure], .q-strong), td input, th input, input[type="search"]:placeholder-shown'
  for (const element of document.querySelectorAll(`main :is(${pressed}), [data-overlay] :is(${pressed})`))
    if (isShown(element)) found.push(`${describe(element)} is printed`)
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`The page is ${scrollWidth - clientWidth} pixels wider than the paper`)
  for (const cell of document.querySelectorAll('td, th'))
    if (isShown(cell) && cell.getBoundingClientRect().right > clientWidth + 1)
      found.push(`${describe(cell)} is beside the paper`)
  for (const row of document.querySelectorAll('tr'))
    if (isShown(row) && getComputedStyle(row).breakInside !== 'avoid') found.push(`${describe(row)} may be cut`)
  for (const head of document.querySelectorAll('thead'))
    if (getComputedStyle(head).display !== 'table-header-group' && getComputedStyle(head).display !== 'none')
      found.push(`${describe(head)} is not repeated`)
  for (const link of document.querySelectorAll('main a'))
    if (isShown(link) && getComputedStyle(link).textDecorationLine !== 'none')
      found.push(`${describe(link)} is underlined`)
  return found
}

export async function openLargeText(browser: Browser, launch: object, options: BrowserContextOptions): Promise<Page> {
  const args = ((launch as { args?: string[] }).args ?? []).concat(largeTextArgument)
  const large = await browser.browserType().launch({ ...launch, args })
  return large.newPage(options)
}
