import { useQueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from '@testing-library/react'
import type { Session } from '@quaff/features/sessions/contract'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { routeTree } from '../route-tree.gen'

type SessionDetails = Parameters<typeof buildSession>[0] & { applicationId?: string }

export function sessionOf({ applicationId, ...details }: SessionDetails = {}): Session {
  const session = buildSession(details)
  return { ...session, user: { ...session.user, applicationId: applicationId ?? null } }
}

/** Renders the whole console at a URL. `session` is null if signed out. */
export function renderAddress(address: string, session: Session | null, answers: Answers = {}) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree, history, context: {} })
  const Console = () => <RouterProvider router={router} context={{ queryClient: useQueryClient() }} />
  const view = renderConsole(<Console />, {
    'sessions.current': () => session,
    'signIn.singleSignOn': () => null,
    'sessions.live': () => new Promise(() => undefined),
    'merchants.counts': () => ({ review: 0, setup: 0, live: 0, other: 0, all: 0 }),
    'merchants.options': () => [],
    'notifications.waiting': () => ({ asOf: new Date('2026-03-10T12:00:00Z'), items: [], onWaitlists: 0 }),
    ...answers,
  })
  return { ...view, here: () => history.location.href, go: (to: string) => act(() => history.push(to)) }
}
