import {
  cloneElement,
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { closedByEscape, Floating, mainLandmark, useAnchor } from './popover'

interface MenuState {
  opened: boolean
  setOpened: (opened: boolean) => void
  /** Counts them, so that each starts fresh even while the last one still fades. */
  openings: number
  closeOnItemClick: boolean
  /** The menu's button. */
  anchor: HTMLElement | null
  takeAnchor: (element: HTMLElement | null) => void
  wanted: boolean
}

const MenuContext = createContext<MenuState | null>(null)

function useMenu(): MenuState {
  const menu = use(MenuContext)
  if (!menu) throw new Error('This part belongs inside a Menu')
  return menu
}

interface MenuProps {
  children: ReactNode
  /** Off where several items are ticked one after the other. */
  closeOnItemClick?: boolean
}

/** A menu button with keyboard support. The library's menu adds sub-menus and search that we do not use. */
function MenuRoot({ children, closeOnItemClick = true }: MenuProps) {
  const [opened, setIsOpened] = useState(false)
  const [openings, setOpenings] = useState(0)
  const { anchor, wanted, take } = useAnchor(opened)
  const setOpened = (next: boolean) => {
    if (next) setOpenings((before) => before + 1)
    setIsOpened(next)
  }
  const menu = { opened, setOpened, openings, closeOnItemClick, anchor, takeAnchor: take, wanted }
  return <MenuContext value={menu}>{children}</MenuContext>
}

type TargetProps = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: (element: HTMLElement | null) => void }

/** Its child must take a ref and button props. */
function MenuTarget({ children }: { children: ReactElement<TargetProps> }) {
  const { opened, setOpened, takeAnchor } = useMenu()
  return cloneElement(children, {
    ref: takeAnchor,
    'aria-haspopup': 'menu',
    'aria-expanded': opened,
    onPointerEnter: Floating.preload,
    onFocus: Floating.preload,
    onClick: () => setOpened(!opened),
    ...closedByEscape(opened, () => setOpened(false)),
  })
}

interface MenuDropdownProps {
  children: ReactNode
  className?: string
  'aria-label': string
}

function MenuDropdown(props: MenuDropdownProps) {
  return useMenu().wanted ? <OpenDropdown {...props} /> : null
}

function OpenDropdown({ children, className, 'aria-label': label }: MenuDropdownProps) {
  const { opened, setOpened, openings, anchor } = useMenu()
  const id = useId()
  return (
    <Floating
      opened={opened}
      onClose={() => setOpened(false)}
      anchor={anchor}
      id={id}
      className={className}
      position="bottom-end"
      withRoles={false}
      portalTarget={mainLandmark()}
    >
      <MenuItems key={openings} label={label}>
        {children}
      </MenuItems>
    </Floating>
  )
}

const itemSelector = '[role^="menuitem"]'

/** Mounted with every opening: the first item takes the focus. */
function MenuItems({ label, children }: { label: string; children: ReactNode }) {
  const { setOpened } = useMenu()
  const listRef = useRef<HTMLDivElement>(null)
  const readItems = () => [...(listRef.current?.querySelectorAll<HTMLElement>(itemSelector) ?? [])]
  useEffect(() => {
    listRef.current?.querySelector<HTMLElement>(itemSelector)?.focus({ preventScroll: true })
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      setOpened(false)
      return
    }
    const items = readItems()
    const at = items.findIndex((item) => item === document.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined || items.length === 0) return
    event.preventDefault()
    items.at(next % items.length)?.focus()
  }
  return (
    <div ref={listRef} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

type MenuItemProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  leftSection?: ReactNode
  rightSection?: ReactNode
  closeMenuOnClick?: boolean
}

function MenuItem({ leftSection, rightSection, closeMenuOnClick, children, onClick, ...rest }: MenuItemProps) {
  const { setOpened, closeOnItemClick } = useMenu()
  return (
    <button
      role="menuitem"
      {...rest}
      type="button"
      tabIndex={-1}
      onClick={(event) => {
        if (closeMenuOnClick ?? closeOnItemClick) setOpened(false)
        onClick?.(event)
      }}
    >
      {leftSection}
      <span className="q-grow">{children}</span>
      {rightSection}
    </button>
  )
}

function MenuDivider({ className }: { className?: string }) {
  return <hr className={className} />
}

export const Menu = Object.assign(MenuRoot, {
  Target: MenuTarget,
  Dropdown: MenuDropdown,
  Item: MenuItem,
  Divider: MenuDivider,
})
