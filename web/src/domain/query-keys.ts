/** First parts of the query keys that a live change, or an action of another feature, invalidates. */
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

/** Keys of the data in the frame of every page, which is loaded with the own profile (`own-profile.ts`). */
export const frameKeys = {
  unreadMessages: [...keyRoots.messages, 'unread-count'],
  unreadNotifications: [...keyRoots.notifications, 'unread'],
  notifications: [...keyRoots.notifications, 'recent'],
} as const
