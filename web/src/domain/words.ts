import { ROUTES, type RouteName } from './routes.ts'

// Which catalogues of words come in one file, and which of these files a page needs. No import but
// the routes: the build reads it too. That no page misses one is tested with the build.

/** Every other catalogue is a file by itself. */
const FILES = {
  /** What stands around every page of a member, and what small pages say. */
  first: ['common', 'errors', 'notifications', 'discover', 'filters', 'creator-profile', 'promise'],
  orders: ['orders', 'home', 'notices', 'payments'],
  talk: ['messages', 'offers', 'brief', 'files'],
  /** What is asked for after the first screen. */
  later: [
    'settings',
    'security',
    'campaigns',
    'packs',
    'shortlist',
    'saved-searches',
    'checkout',
    'precedents',
    'deadlines',
    'changed-terms',
    'suspension',
    'refusals',
  ],
} as const satisfies Record<string, readonly string[]>
type WordsFile = keyof typeof FILES

/** The file that holds a catalogue; null where the catalogue is a file itself. */
export function fileOfWords(catalogue: string): WordsFile | null {
  const files = Object.keys(FILES) as WordsFile[]
  return files.find((name) => (FILES[name] as readonly string[]).includes(catalogue)) ?? null
}

/** All that come in the same file. */
export function besideWords(catalogue: string): readonly string[] {
  const file = fileOfWords(catalogue)
  return file ? FILES[file] : [catalogue]
}

/** One of each file beside the first: whoever reads it has the others. */
export const MEMBERS_WORDS = (['orders', 'talk', 'later'] as const).map((name) => FILES[name][0])

const OF_PAGE: Partial<Record<RouteName, string[]>> = {
  home: ['orders'],
  discover: [],
  creator: [],
  orders: ['orders'],
  notifications: ['orders'],
  order: ['orders', 'messages'],
  orderByNumber: ['orders', 'messages'],
  messages: ['messages'],
  staff: ['staff'],
}

/** What a page needs beside `common`, one catalogue of each file. */
export function wordsOf(name: RouteName): readonly string[] {
  const { access } = ROUTES[name]
  if (access === 'signed-out') return ['auth', 'site']
  if (access === 'onboarding') return ['onboarding']
  return access === 'member' ? (OF_PAGE[name] ?? MEMBERS_WORDS) : []
}
