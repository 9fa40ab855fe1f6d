import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { secondFactorAvailable, type VersionedPlatformSettings } from '../platform-contract'
import { PlatformTab } from './platform-tab'

const settings: VersionedPlatformSettings = {
  platformFeeBasisPoints: 275,
  supportAddress: 'help@quaff.test',
  appStoreUrl: null,
  playStoreUrl: null,
  requireSecondFactor: false,
  payerName: 'Quaff Inc.',
  payerBic: null,
  achBankRouting: null,
  achCompanyId: null,
  achOriginId: null,
  defaultCurrency: null,
  showFirstSteps: false,
  backsUpElsewhere: false,
  timeZone: 'Europe/Berlin',
  version: 4,
  updatedAt: new Date('2026-03-10T12:00:00Z'),
  updatedBy: 'Ada Admin',
}

async function open(answers: Answers = {}) {
  const view = renderConsole(<PlatformTab />, {
    'settings.platform': () => settings,
    'settings.updatePlatform': (input: object) => ({ ...settings, ...input, version: 5 }),
    ...answers,
  })
  const fee = await screen.findByLabelText<HTMLInputElement>('Platform fee')
  const user = userEvent.setup()
  const retype = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    if (text !== '') await user.type(screen.getByLabelText(label), text)
  }
  const save = () => user.click(screen.getByRole('button', { name: 'Save changes' }))
  const sent = () => view.calls.filter(({ name }) => name === 'settings.updatePlatform').map(({ input }) => input)
  return { ...view, fee, user, retype, save, sent }
}

describe('the platform settings', () => {
  it('show the fee in percent and who changed them last', async () => {
    const { fee } = await open()
    expect(fee.value).toBe('2.75')
    expect(screen.getByText(/by Ada Admin/)).toBeTruthy()
  })

  it('are saved with the version they were read with; blank means none', async () => {
    const { retype, save, sent } = await open()
    await retype('Platform fee', '3,5 %')
    await retype('Support email', '')
    await retype('App Store URL', 'https://apps.apple.com/app/id1')
    await save()
    await screen.findByText('Platform settings saved')
    expect(sent()).toEqual([
      expect.objectContaining({
        version: 4,
        platformFeeBasisPoints: 350,
        supportAddress: null,
        appStoreUrl: 'https://apps.apple.com/app/id1',
        playStoreUrl: null,
      }),
    ])
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Platform fee').value).toBe('3.5'))
  })

  it.each([
    ['Platform fee', '100.5', /percentage between 0 and 100/],
    ['Support email', 'unknown', /Invalid email address/],
    ['App Store URL', 'http://apps.apple.com/x', /starts with https/],
    ['Google Play URL', 'javascript:alert(1)', /starts with https/],
    ['Your bank’s routing number', '021000022', /nine-digit/],
    ['Your bank’s BIC', 'COBA', /8 or 11/],
  ])('refuse a wrong %s at its field and send nothing', async (label, text, error) => {
    const { retype, save, sent } = await open()
    await retype(label, text)
    await save()
    expect(await screen.findByText(error)).toBeTruthy()
    expect(sent()).toEqual([])
  })

  it('hold who pays in the files for banks, normalized on leaving a field', async () => {
    const { retype, save, sent, user } = await open()
    const routing = screen.getByLabelText<HTMLInputElement>('Your bank’s routing number')
    await retype('Your bank’s routing number', '021 000-021')
    expect(routing.value).toBe('021 000-021')
    await user.tab()
    expect(routing.value).toBe('021000021')
    await retype('ACH company ID', '1123456789')
    await save()
    await screen.findByText('Platform settings saved')
    expect(sent()).toMatchObject([
      { payerName: 'Quaff Inc.', payerBic: null, achBankRouting: '021000021', achCompanyId: '1123456789' },
    ])
  })

  it('keep what was typed when another user was first, beside theirs', async () => {
    let current = settings
    const { user, retype, save } = await open({
      'settings.platform': () => current,
      'settings.updatePlatform': () => {
        throw new ORPCError('CONFLICT', { data: { reason: 'STALE_VERSION' } })
      },
    })
    await retype('Platform fee', '9')
    current = { ...settings, platformFeeBasisPoints: 400, version: 5 }
    await save()
    expect(await screen.findByText(/Choose which version to keep/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Platform fee').value).toBe('9')
    await user.click(await screen.findByRole('radio', { name: /^Saved version/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Platform fee').value).toBe('4')
  })

  it('keep what was typed when saving fails, and say so', async () => {
    const { retype, save } = await open({
      'settings.updatePlatform': () => {
        throw new Error('down')
      },
    })
    await retype('Platform fee', '9')
    await save()
    expect(await screen.findByText(/Couldn’t save the settings/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Platform fee').value).toBe('9')
  })

  it('offer to require a second factor only where sign-in asks for one', async () => {
    await open()
    expect(screen.queryAllByRole('switch', { name: /^Require/ })).toHaveLength(secondFactorAvailable ? 1 : 0)
  })
})
