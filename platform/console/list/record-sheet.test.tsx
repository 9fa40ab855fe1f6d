import { MantineProvider } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DataTable, type Column } from './data-table'
import { RecordSheet } from './record-sheet'

const names = ['Espresso', 'Flat white', 'Lemonade']
const columns: Column<string>[] = [{ id: 'name', header: 'Name', cell: (name) => name }]

function List() {
  const [openId, setOpenId] = useState<string>()
  const index = names.findIndex((name) => name === openId)
  const step = (by: number) => (names[index + by] === undefined ? undefined : () => setOpenId(names[index + by]))
  return (
    <MantineProvider env="test">
      <DataTable
        columns={columns}
        rows={names}
        rowId={(name) => name}
        rowLabel={(name) => name}
        onOpen={setOpenId}
        openId={openId}
        loading={false}
        caption="Drinks"
      />
      <RecordSheet
        opened={index >= 0}
        onClose={() => setOpenId(undefined)}
        title={openId ?? ''}
        position={{ index: index + 1, total: names.length }}
        onPrevious={step(-1)}
        onNext={step(1)}
      >
        <p>Details</p>
      </RecordSheet>
    </MantineProvider>
  )
}

type Requested = { data?: string; isPending?: boolean; isError?: boolean; error?: unknown; refetch?: () => unknown }

function OneDrink({ data, isPending = false, isError = false, error, refetch = () => undefined }: Requested) {
  const query = { data, isPending, isError, error, refetch }
  return (
    <MantineProvider env="test">
      <RecordSheet opened onClose={refetch} title="Drink" noun="Drink" query={query} tabs={<b>Tabs</b>} footer="Footer">
        {data && <p>{data}</p>}
      </RecordSheet>
    </MantineProvider>
  )
}

afterEach(cleanup)

describe('RecordSheet', () => {
  it('walks through the records with the arrows, closes on Escape and gives the focus back to the row', async () => {
    render(<List />)
    await userEvent.keyboard('jj{Enter}')
    const sheet = screen.getByRole('dialog', { name: 'Flat white' })
    expect(sheet.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('dialog', { name: 'Lemonade' })).toBe(sheet)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(screen.getByRole('dialog', { name: 'Espresso' })).toBe(sheet)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Flat white')
  })

  it('draws lines while its record is read, and says why there is none', async () => {
    const refetch = vi.fn()
    const { rerender } = render(<OneDrink isPending />)
    expect(screen.getByRole('status').textContent).toBe('Loading…')
    rerender(<OneDrink isError refetch={refetch} />)
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t load this drink')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it('shows nothing of a record that was deleted while it was open', () => {
    const { rerender } = render(<OneDrink data="Espresso" />)
    expect(screen.getByText('Tabs')).toBeTruthy()
    rerender(<OneDrink data="Espresso" isError error={new ORPCError('NOT_FOUND')} />)
    expect(screen.getByRole('alert').textContent).toContain('Drink was deleted')
    expect(screen.queryByText(/Espresso|Tabs|Footer/)).toBeNull()
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close'])
    for (const code of ['NOT_FOUND', 'FORBIDDEN']) {
      const data = code === 'FORBIDDEN' ? 'Espresso' : undefined
      rerender(<OneDrink {...(data && { data })} isError error={new ORPCError(code)} />)
      expect(screen.getByRole('alert').textContent).toContain('Drink not found')
    }
  })

  it('keeps the record that it has, though it could not be read again', () => {
    render(<OneDrink data="Espresso" isError />)
    expect(screen.getByText('Espresso')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
