import {
  Bell,
  Bookmark,
  Compass,
  House,
  Megaphone,
  MessageSquare,
  Package,
  Settings,
  ShieldCheck,
  ShoppingBag,
  Star,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import type { Order } from '@/domain/orders/order-query.ts'
import { sideOf } from '@/domain/orders/orders.ts'
import { paths } from '@/domain/paths.ts'
import { routeAt, ROUTES, routesWith, type Named } from '@/domain/routes.ts'

export type NavName = Named<'nav'>

export interface NavItem {
  /** The text of the item is `common:nav.<name>`. */
  name: NavName
  path: string
  icon: LucideIcon
}

const ICONS: Record<NavName, LucideIcon> = {
  home: House,
  discover: Compass,
  orders: ShoppingBag,
  messages: MessageSquare,
  packs: Package,
  savedSearches: Bookmark,
  shortlist: Star,
  campaigns: Megaphone,
  payments: Wallet,
  staff: ShieldCheck,
  notifications: Bell,
  settings: Settings,
}

function itemOf(name: NavName): NavItem {
  const path = paths[name]
  return { name, path: typeof path === 'string' ? path : path(), icon: ICONS[name] }
}

export const SETTINGS = itemOf('settings')
/** Items of the account menu. On a phone they are in the "more" sheet. */
export const ACCOUNT_ITEMS = routesWith('nav', 'account').map(itemOf)

/** Items of the side bar; the first four are also the phone's bottom bar. */
export function navItems(role: string | null, isStaff: boolean): NavItem[] {
  return routesWith('nav', 'both', role === 'kol' ? 'kol' : 'brand', ...(isStaff ? STAFF : [])).map(
    itemOf,
  )
}
const STAFF = ['staff'] as const

/** True if the item's page, or a page below it, is open. */
export function isCurrent(item: NavItem, path: string): boolean {
  const open = routeAt(path)
  if (open === null) return false
  const route = ROUTES[open]
  return open === item.name || ('within' in route && route.within === item.name)
}

/** The path that the navigation marks. For staff, an order between other members is part of the staff page. */
export function markedPath(
  path: string,
  order: Pick<Order, 'brand_id' | 'kol_id'> | null | undefined,
  { id, is_staff }: { id: string; is_staff: boolean },
): string {
  const isOfOthers = order !== undefined && (order === null || sideOf(order, id) === null)
  return is_staff && isOfOthers ? paths.staff() : path
}
