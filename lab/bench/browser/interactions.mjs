import { openVisit } from './visit.mjs'

const rows = 100
const listed = '/users?tab=everyone&page=5'
const settleMs = { slow: 1_500, plain: 600 }

/** The longest time from an input to the frame that answers it, for each thing that people do on a long list. */
export async function measureInteractions(browser, { origin, state, slow }) {
  const { page, close } = await openVisit(browser, { state, slow })
  const settle = () => page.waitForTimeout(settleMs[slow ? 'slow' : 'plain'])
  const figures = {}
  const measure = async (name, act) => {
    await page.evaluate(() => (window.measured.interactions.length = 0))
    await act()
    await settle()
    figures[name] = await page.evaluate(() => Math.max(0, ...window.measured.interactions))
  }
  try {
    await page.goto(origin + listed)
    await page.waitForFunction((count) => document.querySelectorAll('main tr[data-row-id]').length >= count, rows)
    await settle()
    const row = page.locator('main tr[data-row-id]').nth(2)
    await measure('selecting a row of 100', () => row.getByRole('checkbox').click())
    await measure('selecting another', () => page.locator('main tr[data-row-id]').nth(4).getByRole('checkbox').click())
    await measure('taking the selection back', () => page.keyboard.press('Escape'))
    await measure('selecting all rows', () => page.locator('main th').getByRole('checkbox').click())
    await measure('walking down the rows', async () => {
      await page.locator('h1').click()
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('j')
    })
    await measure('opening a sheet', () => row.locator('a[data-row-link]').click())
    await page.getByRole('dialog').waitFor()
    await measure('the next in the sheet', () => page.keyboard.press('ArrowRight'))
    await measure('closing the sheet', () => page.keyboard.press('Escape'))
    await measure('opening a sheet again', () => row.locator('a[data-row-link]').click())
    await page.keyboard.press('Escape')
    await measure('opening the palette', () => page.keyboard.press('Control+k'))
    await page.getByRole('combobox').waitFor()
    await measure('typing in the palette', () => page.keyboard.type('mer', { delay: 120 }))
    await page.keyboard.press('Escape')
    await measure('sorting 100 rows', () => page.locator('main th button').first().click())
    await measure('typing in the search', async () => {
      await page.getByRole('main').getByRole('searchbox').first().click()
      await page.keyboard.type('ma', { delay: 120 })
    })
    return figures
  } finally {
    await close()
  }
}
