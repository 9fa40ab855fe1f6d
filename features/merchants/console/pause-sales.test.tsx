import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Answers, renderConsole } from '@quaff/platform/console/testing/render-console'
import { buildMerchantRecord } from '../testing/merchant-record-factory'
import { merchantsApi } from './merchant-queries-widget'
import { SalesButton } from './pause-sales-widget'

function Sales() {
  const { data } = useQuery(merchantsApi.get.queryOptions({ input: { merchantId: 'mer_1' } }))
  return data ? <SalesButton merchant={data} /> : null
}

async function open(details: Parameters<typeof buildMerchantRecord>[0], answers: Answers = {}) {
  const user = userEvent.setup()
  const { calls } = renderConsole(<Sales />, { 'merchants.get': () => buildMerchantRecord(details), ...answers })
  await user.click(await screen.findByRole('button', { name: 'Pause sales' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Pause sales at / }))
  const sent = () => calls.filter(({ name }) => name === 'merchants.setLive').map(({ input }) => input)
  return { user, dialog, sent }
}

describe('pausing sales', () => {
  it.each([
    [0, 'No one has a pass yet.'],
    [1, '1 subscriber can still redeem.'],
    [491, '491 subscribers can still redeem.'],
  ])('says what it means for %i subscribers, and Cancel changes nothing', async (totalSubscribers, text) => {
    const { user, dialog, sent } = await open({ totalSubscribers })
    expect(dialog.getByText(text)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(sent()).toEqual([])
  })

  it('is taken back with the reason when it is refused', async () => {
    const stale = () => {
      throw new ORPCError('CONFLICT', { message: 'This was changed while you were editing.' })
    }
    const { user, dialog } = await open({}, { 'merchants.setLive': stale })
    await user.click(dialog.getByRole('button', { name: 'Pause sales' }))
    expect(await screen.findByText('Couldn’t change pass sales')).toBeTruthy()
    expect(screen.getByText('This was changed while you were editing.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Pause sales' })).toBeTruthy()
  })

  it('is undone with the version of the pause', async () => {
    let record = buildMerchantRecord({ version: 7 })
    const { user, dialog, sent } = await open(
      {},
      {
        'merchants.get': () => record,
        'merchants.setLive': ({ isLive }: { isLive: boolean }) =>
          (record = { ...record, isLive, version: record.version + 1 }),
      },
    )
    await user.click(dialog.getByRole('button', { name: 'Pause sales' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Sales resumed')).toBeTruthy()
    expect(sent()).toMatchObject([
      { version: 7, isLive: false },
      { version: 8, isLive: true },
    ])
  })
})
