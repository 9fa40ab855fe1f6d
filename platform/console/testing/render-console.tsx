import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createQueryClient } from '../query-client'
import { type FailedCall, setRpcLink } from '../rpc'
import { ThemeProvider } from '../theme/theme-provider'

/** By procedure, such as "merchants.list". An error that is thrown becomes a failed call. */
export type Answers = Record<string, (input: never) => unknown>

/** Renders with a server that gives the `answers`; a call without an answer fails, and `calls` holds all of them, `failures` what the console logged. */
export function renderConsole(ui: ReactNode, answers: Answers) {
  const calls: { name: string; input: unknown }[] = []
  const failures: FailedCall[] = []
  const link: Parameters<typeof setRpcLink>[0] = {
    call: (path, input) => {
      const name = path.join('.')
      calls.push({ name, input })
      const answer = answers[name]
      // The test that defines an answer knows the input of its procedure.
      return answer
        ? Promise.resolve().then(() => answer(input as never))
        : Promise.reject(new Error(`No answer for ${name}`))
    },
  }
  setRpcLink(link, (failed) => failures.push(failed))
  const { mutations } = createQueryClient().getDefaultOptions()
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations },
  })
  const wrap = (children: ReactNode) => (
    <ThemeProvider>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ThemeProvider>
  )
  const view = render(wrap(ui))
  return { ...view, calls, failures, client, rerender: (next: ReactNode) => view.rerender(wrap(next)) }
}

/** Opens a menu by its button and chooses an item. */
export async function chooseItem(menu: HTMLElement, name: string) {
  await userEvent.click(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))
}
