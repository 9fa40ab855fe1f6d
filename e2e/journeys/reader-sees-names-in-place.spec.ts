import { expect, signIn, test } from '../support/console'
import { callConsole } from '../support/console-api'
import { fillAnswers } from '../support/fill-answers'
import { misplacedNames } from '../support/name-places'
import { watchForScripts } from '../support/script-detector'
import { storePayloads, type Stored } from '../support/store-payloads'
import { staffScreens, venueScreens, visitorScreens } from '../support/stored-screens'
import { ownTexts, typedKeys } from '../support/typed-keys'

/** Names and texts in sentences. Addresses, numbers and codes keep the order of their owners. */
const keys = typedKeys.filter((key) =>
  /name$|^(by|note|reason|label|title|sourceTag|wantedVenue)$|[rn]By$|Reason$/i.test(key),
)
const names = ['قهوة 24', 'בית 7 (מרכז)', 'شركة (Ltd.) 3']

// Texts are stored once.
test.describe.configure({ mode: 'serial' })
test.use({ trace: 'off', actionTimeout: 10_000, viewport: { width: 1_900, height: 1_000 } })

let stored: Stored | undefined

for (const role of ['administrator', 'owner', 'visitor'] as const) {
  test(`names in Arabic and Hebrew turn nothing beside them on any screen of the ${role}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(600_000)
    await watchForScripts(context)
    await signIn(page, role === 'visitor' ? 'administrator' : role)
    const first = async (procedure: string, input: object) =>
      (await callConsole(page, procedure, input)).rows[0]?.id ?? ''
    const screens = await (async () => {
      if (role === 'owner') {
        const session = await callConsole(page, 'sessions/current', {})
        const { id: merchantId } = session['assignedMerchant'] as { id: string }
        const location = await first('locations/list', { merchantId })
        return venueScreens({ location, plan: await first('plans/list', { merchantId }) })
      }
      stored ??= await storePayloads(page)
      if (role === 'visitor') {
        await page.context().clearCookies()
        return visitorScreens(stored)
      }
      return staffScreens(stored, {
        suspended: await first('merchants/list', { status: 'suspended' }),
        blocked: await first('users/list', { tab: 'blocked' }),
        customer: await first('users/list', { tab: 'customers' }),
        failed: await first('payouts/list', { status: 'failed' }),
      })
    })()
    await fillAnswers(page, { texts: names, keys, except: ownTexts })
    for (const { address, prepare, press } of screens) {
      await prepare?.(page)
      await page.goto(address)
      await press?.(page)
      const { shown } = await page.evaluate(() => window.readScreen(0))
      expect.soft(Object.keys(shown).length, address).toBeGreaterThan(0)
      expect.soft(await page.evaluate(misplacedNames), address).toEqual([])
      await page.unrouteAll()
    }
  })
}
