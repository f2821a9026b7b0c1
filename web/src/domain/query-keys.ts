/** Roots of the query keys that a realtime event, or another feature's action, makes stale. */
export const keyRoots = {
  members: ['members'],
  packs: ['packs'],
  orders: ['orders'],
  payments: ['payments'],
  messages: ['messages'],
  notifications: ['notifications'],
  savedSearches: ['saved-searches'],
  shortlist: ['shortlist'],
  briefTemplates: ['brief-templates'],
  campaigns: ['campaigns'],
  staff: ['staff'],
  found: ['found'],
} as const satisfies Record<string, readonly string[]>

/** Keys of what the frame of every page shows; it comes with the own profile (`own-profile.ts`). */
export const frameKeys = {
  unreadMessages: [...keyRoots.messages, 'unread-count'],
  unreadNotifications: [...keyRoots.notifications, 'unread'],
  notifications: [...keyRoots.notifications, 'recent'],
} as const
