import type { Resources } from 'i18next'
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
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '@/domain/paths.ts'

export interface NavItem {
  /** Key of `common:nav`. */
  name: keyof Resources['common']['nav']
  path: string
  icon: LucideIcon
}

const HOME: NavItem = { name: 'home', path: paths.dashboard, icon: House }
const DISCOVER: NavItem = { name: 'discover', path: paths.discover, icon: Compass }
const SAVED: NavItem = { name: 'saved_searches', path: paths.savedSearches, icon: Bookmark }
const ORDERS: NavItem = { name: 'orders', path: paths.orders, icon: ShoppingBag }
const MESSAGES: NavItem = { name: 'messages', path: paths.messages, icon: MessageSquare }
const CAMPAIGNS: NavItem = { name: 'campaigns', path: paths.campaigns, icon: Megaphone }
const PACKS: NavItem = { name: 'packs', path: paths.packs, icon: Package }
const PAYMENTS: NavItem = { name: 'payments', path: paths.payments, icon: Wallet }
const STAFF: NavItem = { name: 'staff', path: paths.staff, icon: ShieldCheck }
export const NOTIFICATIONS: NavItem = {
  name: 'notifications',
  path: paths.notifications,
  icon: Bell,
}
export const SETTINGS: NavItem = { name: 'settings', path: paths.settings, icon: Settings }

/** What the side of the screen offers; the first four are also the phone's bottom bar. */
export function navItems(role: string | null, isStaff: boolean): NavItem[] {
  const own =
    role === 'kol'
      ? [HOME, ORDERS, MESSAGES, PACKS, CAMPAIGNS, PAYMENTS]
      : [HOME, DISCOVER, ORDERS, MESSAGES, SAVED, CAMPAIGNS, PAYMENTS]
  return isStaff ? [...own, STAFF] : own
}

/** The item whose page is open; the home page only when nothing more exact fits. */
export function isCurrent(item: NavItem, path: string): boolean {
  if (item.path === paths.dashboard) return path === paths.dashboard
  if (item === DISCOVER && path.startsWith('/dashboard/kol-profile/')) return true
  if (item === ORDERS && path.startsWith('/dashboard/checkout/')) return true
  return path === item.path || path.startsWith(`${item.path}/`)
}
