import { IconScan, IconSearch, IconUserSearch } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLiveRefresh, useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { SubscriptionStatusPill } from '@quaff/features/subscriptions/console/subscription-status-widget'
import { maskedQuery } from '@quaff/features/subscriptions/rules'
import { searchInput } from '@quaff/platform/console/controls/autofill'
import { Button } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { RelativeTime, counted } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { ErrorNotice, Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { isolated, textLimits } from '@quaff/platform/shared/readable-text'
import { customerLimits, type FoundCustomer } from '../scan-contract'
import { passCodeOf } from '../scan-rules'
import { redemptionsApi } from './redemption-queries'
import classes from './find-customer.module.css'
import toolbar from '@quaff/platform/console/list/list-toolbar.module.css'

const ScanPassDialog = deferred(async () => (await import('./scan-pass-dialog')).ScanPassDialog)

/** Names have no digits, and the IDs of passes nearly always do. */
const isCode = (typed: string) => /\d/.test(typed) && passCodeOf(typed) !== null

const DEBOUNCE_MS = 200

interface CustomerSearchProps {
  merchantId: string
  q: string | undefined
  openId: string | undefined
  onOpen: (subscriptionId: string) => void
  onQuery: (q: string | undefined) => void
}

export function CustomerSearchSection({ merchantId, q, openId, onOpen, onQuery }: CustomerSearchProps) {
  const listId = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q ?? '')
  const [activeIndex, setActiveIndex] = useState(0)
  const [isScanning, setIsScanning] = useState(false)
  const found = useCustomers(merchantId, q)
  const look = useMutation({
    mutationFn: (input: { name: string } | { code: string }) =>
      redemptionsApi.findCustomers.call({ merchantId, ...input }),
    onSuccess: ({ customers: [first, second] }, input) => {
      if (!first || ('name' in input && second)) return
      onOpen(first.subscriptionId)
      if ('code' in input) setTyped('')
    },
  })
  const name = isCode(typed) || maskedQuery(typed) === null ? undefined : typed.trim()
  const customers = found.data?.customers ?? []
  const active = customers[Math.min(activeIndex, customers.length - 1)]
  const lookUp = (code: string) => look.mutate({ code: code.slice(0, textLimits.short) })
  const change = (next: string) => {
    setTyped(next)
    setActiveIndex(0)
    look.reset()
  }

  const send = useRef(onQuery)
  send.current = onQuery
  useEffect(() => {
    if (name === q) return
    const timer = setTimeout(() => send.current(name), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [name, q])
  useEffect(() => {
    // On a phone it would open the keyboard over the list.
    if (window.matchMedia('(pointer: fine)').matches) inputRef.current?.focus()
  }, [])
  useShortcuts([{ keys: '/', label: 'Find customer', section: 'Page', run: () => inputRef.current?.focus() }])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && customers.length > 0) {
      event.preventDefault()
      setActiveIndex((Math.min(activeIndex, customers.length - 1) + step + customers.length) % customers.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (look.isPending) return
      if (isCode(typed) || (typed.trim() !== '' && name === undefined)) lookUp(typed)
      else if (name !== q && name !== undefined) look.mutate({ name })
      else if (active) onOpen(active.subscriptionId)
      else if (typed.trim() !== '') lookUp(typed)
    } else if (event.key === 'Escape' && openId === undefined && typed !== '') {
      event.preventDefault()
      change('')
    }
  }
  const code = look.variables && 'code' in look.variables ? look.variables.code : undefined
  const isUnknown = code !== undefined && look.data?.customers.length === 0

  return (
    <div className="q-stack">
      <Panel>
        <div className="q-stack-tight">
          <div className="q-row">
            <div className={`q-grow ${toolbar.search}`}>
              <Glyph icon={IconSearch} className={toolbar.icon} />
              <input
                {...searchInput}
                ref={inputRef}
                className={toolbar.input}
                role="combobox"
                aria-expanded="true"
                aria-controls={listId}
                aria-activedescendant={active && `${listId}-${active.subscriptionId}`}
                aria-autocomplete="list"
                aria-label="First name and initial, or pass code"
                placeholder="Tess F. or pass code"
                maxLength={textLimits.short}
                enterKeyHint="search"
                spellCheck={false}
                value={typed}
                onChange={(event) => change(event.currentTarget.value)}
                onPaste={(event) => {
                  const pasted = event.clipboardData.getData('text').trim()
                  if (!isCode(pasted)) return
                  event.preventDefault()
                  change(pasted.slice(0, textLimits.short))
                  lookUp(pasted)
                }}
                onKeyDown={onKeyDown}
              />
            </div>
            {'BarcodeDetector' in window && (
              <Button variant="primary" icon={IconScan} onClick={() => setIsScanning(true)}>
                Scan
              </Button>
            )}
          </div>
          <p className="q-caption">
            {isCode(typed) ? 'Press Enter to look up the pass.' : 'First name and initial, or the pass code.'}
          </p>
          {isUnknown && <p role="alert">No pass of your venue has the code “{isolated(code)}”.</p>}
          <ErrorNotice title="Couldn’t look up the customer" text={look.error?.message} />
        </div>
      </Panel>
      <Panel
        flush
        title={headingOf(q, found.data)}
        actions={
          q === undefined && (
            <AppLink to="/redemptions?tab=history" className="q-link">
              History
            </AppLink>
          )
        }
        loading={found.isPending}
        what={found.isError && !found.data ? 'customers' : undefined}
        onRetry={() => void found.refetch()}
        footer={found.data?.hasMore && <span className="q-caption">Type the initial too to see others.</span>}
      >
        {customers.length === 0 && !found.isError && <NoCustomers q={q} />}
        <div id={listId} role="listbox" aria-label="Customers" aria-busy={found.isFetching}>
          {customers.map((customer) => (
            <CustomerOption
              key={customer.subscriptionId}
              id={`${listId}-${customer.subscriptionId}`}
              customer={customer}
              isActive={customer === active}
              isOpen={customer.subscriptionId === openId}
              onChoose={() => {
                setActiveIndex(customers.indexOf(customer))
                onOpen(customer.subscriptionId)
              }}
            />
          ))}
        </div>
      </Panel>
      {isScanning && (
        <ScanPassDialog
          onClose={() => setIsScanning(false)}
          onCode={(scanned) => {
            setIsScanning(false)
            setTyped(scanned)
            lookUp(scanned)
          }}
        />
      )}
    </div>
  )
}

function useCustomers(merchantId: string, name: string | undefined) {
  const client = useQueryClient()
  useLiveRefresh(
    ['subscription', 'redemption'],
    () => client.invalidateQueries({ queryKey: redemptionsApi.findCustomers.key() }),
    (event) => event.merchantId === merchantId,
  )
  return useQuery(
    redemptionsApi.findCustomers.queryOptions({
      input: { merchantId, name },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
}

function headingOf(q: string | undefined, data: { customers: FoundCustomer[]; hasMore: boolean } | undefined) {
  if (q === undefined) return 'Latest today'
  if (!data) return 'Customers'
  return data.hasMore ? `More than ${customerLimits.found} customers` : counted(data.customers.length, 'customer')
}

const NoCustomers = ({ q }: { q: string | undefined }) =>
  q === undefined ? (
    <EmptyState icon={IconUserSearch} title="No redemptions yet today" text="Customers appear here after a scan." />
  ) : (
    <EmptyState
      icon={IconUserSearch}
      title={`No customers called “${isolated(q)}”`}
      text="Try the first letters of the first name, or the pass code."
    />
  )

type CustomerOptionProps = {
  id: string
  customer: FoundCustomer
  isActive: boolean
  isOpen: boolean
  onChoose: () => void
}

function CustomerOption({ id, customer, isActive, isOpen, onChoose }: CustomerOptionProps) {
  const timeZone = useFiguresTimeZone()
  const { planName, status, lastRedeemedAt } = customer
  const name = customer.name ?? 'Subscriber'
  return (
    // Keys are answered by the input, which names the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-current={isOpen}
      className={classes.customer}
      onClick={onChoose}
    >
      <InitialsMark name={name} round />
      <span>
        <b className="q-strong">{name}</b>
        <br />
        <span className="q-caption">
          {isolated(planName)}
          {lastRedeemedAt && (
            <>
              {' · '}
              <RelativeTime value={lastRedeemedAt} timeZone={timeZone} />
            </>
          )}
        </span>
      </span>
      <SubscriptionStatusPill status={status} />
    </div>
  )
}
