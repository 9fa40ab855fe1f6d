import type { Page } from '@playwright/test'

/** Tab stops of a screen with its frame, which has 26 of them for administrators. */
export const mostTabStops = 65
/** Analytics is a bridge and ten panels, each with a formula and a menu. */
export const mostTabStopsOfFigures = 95

/** Counts what Tab reaches; a group of radios is one stop. */
export const countTabStops = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const focusable = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]'
    const stops = [...document.querySelectorAll<HTMLElement>(focusable)].filter(
      (one) =>
        one.tabIndex >= 0 &&
        !one.matches(':disabled') &&
        !one.closest('[inert]') &&
        one.checkVisibility({ visibilityProperty: true }),
    )
    const radios = stops.filter((one) => one instanceof HTMLInputElement && one.type === 'radio')
    const groups = new Set(radios.map((one) => one.getAttribute('name')))
    return stops.length - radios.length + groups.size
  })

/** Levels of the visible headings, in order. */
const headingLevels = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')]
      .filter((one) => one.checkVisibility())
      .map((one) => Number(one.tagName.slice(1))),
  )

const named = /^(\s*)- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?/
const controls = [
  'button',
  'link',
  'checkbox',
  'radio',
  'switch',
  'textbox',
  'combobox',
  'searchbox',
  'spinbutton',
  'tab',
]
const places = ['region', 'table', 'grid', 'row', 'list', 'listitem', 'navigation', 'main', 'dialog', 'search', 'group']
const mustBeNamed = [...controls, 'img', 'table', 'grid', 'region', 'dialog']

/** Controls without a name, empty definitions, and names that two controls of a place have although they lead to different targets. */
export function findNameDefects(snapshot: string): string[] {
  const lines = snapshot.split('\n')
  const defects = new Set<string>()
  const open = [{ indent: -1, place: 'page' }]
  const targets = new Map<string, string>()
  lines.forEach((line, at) => {
    const [, space = '', role = '', name] = named.exec(line) ?? []
    if (role === '' || role === 'text') return
    while ((open.at(-1)?.indent ?? -1) >= space.length) open.pop()
    const place = open.map((one) => one.place).join(' > ')
    if (line.trim() === '- definition') defects.add(`${place}: empty definition`)
    if (name === undefined && mustBeNamed.includes(role)) defects.add(`${place}: ${role} without a name`)
    // A row says whose its controls are.
    const target = /\/url: (.*)/.exec(lines[at + 1] ?? '')?.[1] ?? `line ${at}`
    const key = `${place}: ${role} “${name}”`
    if (controls.includes(role) && (targets.get(key) ?? target) !== target) defects.add(`${key} twice`)
    targets.set(key, target)
    if (places.includes(role)) open.push({ indent: space.length, place: `${role} ${name ?? at}` })
  })
  return [...defects]
}

/** Finds what a reader of headings and names would stumble over on this screen. */
export async function findStructureDefects(page: Page): Promise<string[]> {
  const levels = await headingLevels(page)
  const jumps = levels.flatMap((level, at) =>
    level > (levels[at - 1] ?? 0) + 1 ? `heading ${at + 1} skips a level` : [],
  )
  const titles = levels.filter((level) => level === 1).length
  return [
    ...(titles === 1 ? [] : [`${titles} main headings`]),
    ...jumps,
    ...findNameDefects(await page.locator('body').ariaSnapshot()),
  ]
}
